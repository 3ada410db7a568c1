import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type CommandName } from './commands.ts'

/** Loads the command's own module, and no other. */
export async function runCommand(name: CommandName, parts: CommandParts): Promise<CommandAnswer> {
  switch (name) {
    case 'invoices':
      return (await import('./invoices.ts')).listInvoices(parts)
    case 'accounts':
      return (await import('./accounts.ts')).listAccounts(parts)
    case 'products':
    case 'refresh':
      parts.warn(`"${name}" isn’t there yet.`)
      return { exitCode: EXIT.usage, text: '' }
  }
}
