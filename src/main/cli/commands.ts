/**
 * The one table of commands, from which the parser, `--help`, the man page and the completions are made. The start of the app
 * reads it, so it imports nothing.
 */

export const COMMAND_NAMES = ['invoices', 'products', 'accounts', 'refresh'] as const
export type CommandName = (typeof COMMAND_NAMES)[number]

/** `choice`: one of `values`. `folder`: completions offer folders. `flag` has no value. */
export type OptionKind = 'flag' | 'text' | 'choice' | 'day' | 'seconds' | 'folder'

export interface CommandOption {
  kind: OptionKind
  /** Stands for the value in help. null: the option has none. */
  placeholder: string | null
  /** Of a choice. */
  values?: readonly string[]
  summary: string
}

/** sysexits.h has names for those from 64. docs/command-line.md has the same table. */
export const EXIT = {
  done: 0,
  incomplete: 20,
  usage: 64,
  notRunning: 69,
  cannotSave: 73,
  deadline: 75
} as const
/** Of EXIT.usage, with which each command can end. */
export const USAGE_MEANING = 'An argument was wrong'
/** Of --quick-check. */
export const QUICK_CHECK_EXIT = { nothing: 0, open: 10, unchecked: 20 } as const
export const QUICK_CHECK_EXIT_CODES = [
  [QUICK_CHECK_EXIT.nothing, 'No invoice is open'],
  [QUICK_CHECK_EXIT.open, 'At least one invoice is open'],
  [QUICK_CHECK_EXIT.unchecked, 'An account couldn’t be checked']
] as const
/** Of --diagnostics. */
export const DIAGNOSTICS_EXIT_CODES = [
  [EXIT.done, 'The report was written'],
  [EXIT.incomplete, 'It was written without the log, which couldn’t be compared with all that is saved'],
  [EXIT.cannotSave, 'The file exists already, or can’t be written']
] as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

interface Example {
  /** As typed. */
  line: string
  summary: string
}

export interface Command {
  summary: string
  options: readonly OptionName[]
  examples: readonly Example[]
  /** In ascending order. Each command can end with EXIT.usage as well. */
  exitCodes: readonly (readonly [code: ExitCode, meaning: string])[]
}

export const OPTIONS = {
  state: {
    kind: 'choice',
    placeholder: 'STATE',
    values: ['open', 'overdue', 'paid', 'all'],
    summary: 'Only open (all that is to pay), overdue or paid invoices. Without it: all'
  },
  account: { kind: 'text', placeholder: 'NAME', summary: 'Only the account of this name, or whose name begins so' },
  since: { kind: 'day', placeholder: 'DAY', summary: 'Only invoices issued on or after this day, as in 2026-01-31' },
  search: { kind: 'text', placeholder: 'TEXT', summary: 'Only products in which each word of the text begins a word' },
  fetch: { kind: 'flag', placeholder: null, summary: 'Ask the provider instead of reading saved data. Stores nothing' },
  'save-pdfs': {
    kind: 'folder',
    placeholder: 'FOLDER',
    summary: 'Save the PDFs into this folder, and list the files. Overwrites nothing'
  },
  timeout: {
    kind: 'seconds',
    placeholder: 'SECONDS',
    summary: 'Wait at most this long, from 1 to 3600. Without it: 60'
  },
  json: { kind: 'flag', placeholder: null, summary: 'Print JSON, for scripts' }
} as const satisfies Record<string, CommandOption>
export type OptionName = keyof typeof OPTIONS

const INCOMPLETE = 'The answer may lack something. Standard error says what'

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  invoices: {
    summary: 'List invoices, or save their PDFs',
    options: ['state', 'account', 'since', 'fetch', 'save-pdfs', 'json'],
    examples: [
      { line: 'portside invoices --state open', summary: 'What is to pay, from saved data' },
      { line: 'portside invoices --since 2026-01-01 --json', summary: 'This year’s invoices for a script' },
      { line: 'portside invoices --account Work --save-pdfs ~/Invoices', summary: 'One account’s PDFs, into a folder' }
    ],
    exitCodes: [
      [EXIT.done, 'Every account answered with its whole list'],
      [EXIT.incomplete, INCOMPLETE],
      [EXIT.cannotSave, 'A PDF couldn’t be saved in the folder']
    ]
  },
  products: {
    summary: 'List the products of an account’s catalogue',
    options: ['search', 'account', 'fetch', 'json'],
    examples: [{ line: 'portside products --search "datacenter germany"', summary: 'Products with both words' }],
    exitCodes: [
      [EXIT.done, 'The whole catalogue was searched'],
      [EXIT.incomplete, INCOMPLETE]
    ]
  },
  accounts: {
    summary: 'List the accounts, their sign-in and their saved data',
    options: ['json'],
    examples: [{ line: 'portside accounts', summary: 'Names, providers, and how old their data is' }],
    exitCodes: [
      [EXIT.done, 'The accounts were listed'],
      [EXIT.incomplete, 'The accounts can’t be read, or Portside is locked']
    ]
  },
  refresh: {
    summary: 'Have the running app fetch new data, and wait for it',
    options: ['timeout', 'json'],
    examples: [{ line: 'portside refresh && portside invoices', summary: 'Fetch first, then list' }],
    exitCodes: [
      [EXIT.done, 'Every account was fetched'],
      [EXIT.incomplete, 'An account couldn’t be fetched, or Portside is locked'],
      [EXIT.notRunning, 'Portside isn’t running'],
      [EXIT.deadline, 'Portside wasn’t done within the time']
    ]
  }
}
