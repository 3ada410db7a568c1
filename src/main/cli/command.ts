/** What each command is given, and what it answers. A command's own module is loaded when it is asked for (run-command.ts). */
import type { TerminalParts } from './launch/terminal.ts'
import type { KeychainOptions } from '../storage/keychain/system-keychain.ts'
import type { ExitCode } from './commands.ts'
import type { CommandOptions } from './parse-command.ts'

/** `dataFolder` is the app's own, which a command only reads in. It may be missing. */
export interface CommandParts extends TerminalParts {
  options: CommandOptions
  keychain: KeychainOptions
}

export interface CommandAnswer {
  exitCode: ExitCode
  /** The rest of standard output, after what was printed. */
  text: string
}
