import type { CommandAnswer, CommandParts } from './command.ts'
import type { CommandName } from './commands.ts'

/** Loads the command's own module, and no other. */
export async function runCommand(name: CommandName, parts: CommandParts): Promise<CommandAnswer> {
  switch (name) {
    case 'invoices':
      return (await import('./list-invoices.ts')).listInvoices(parts)
    case 'plans':
      return (await import('./list-plans.ts')).listPlans(parts)
    case 'accounts':
      return (await import('./list-accounts.ts')).listAccounts(parts)
    case 'products':
      return (await import('./list-products.ts')).listProducts(parts)
    case 'refresh':
      return (await import('./refresh-running-app.ts')).refreshRunningApp(parts)
  }
}
