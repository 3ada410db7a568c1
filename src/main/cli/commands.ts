/**
 * The one table of commands, from which the parser, `--help`, the man page and the completions are made. The start of the app
 * reads it, so it imports nothing. Its texts are in `cli.help` of i18n/<language>/main.json.
 */
import type main from '../../shared/i18n/en/main.json'

type Help = typeof main.cli.help

/** `choice`: one of `values`. `folder`: completions offer folders. `flag` has no value. */
export type OptionKind = 'flag' | 'text' | 'choice' | 'day' | 'seconds' | 'folder'

export interface CommandOption {
  kind: OptionKind
  /** Stands for the value in help, in any language. null: the option has none. */
  placeholder: string | null
  /** Of a choice. */
  values?: readonly string[]
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
type ExitCodes = readonly (readonly [code: number, meaning: ExitMeaning])[]
/** Of --quick-check. */
export const QUICK_CHECK_EXIT = { nothing: 0, open: 10, unchecked: 20 } as const
export const QUICK_CHECK_EXIT_CODES = [
  [QUICK_CHECK_EXIT.nothing, 'noneOpen'],
  [QUICK_CHECK_EXIT.open, 'someOpen'],
  [QUICK_CHECK_EXIT.unchecked, 'unchecked']
] as const satisfies ExitCodes
/** Of --diagnostics. */
export const DIAGNOSTICS_EXIT_CODES = [
  [EXIT.done, 'reportWritten'],
  [EXIT.incomplete, 'reportWithoutLog'],
  [EXIT.cannotSave, 'reportNotWritten']
] as const satisfies ExitCodes
/** Of `cli.help.exit`. */
export type ExitMeaning = keyof Help['exit']
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

interface Example {
  /** As typed. */
  line: string
  /** Of `cli.help.example`. */
  meaning: keyof Help['example']
}

export interface CommandRow {
  options: readonly OptionName[]
  examples: readonly Example[]
  /** In ascending order. Each command can end with EXIT.usage as well. */
  exitCodes: readonly (readonly [code: ExitCode, meaning: ExitMeaning])[]
}

export const OPTIONS = {
  state: {
    kind: 'choice',
    placeholder: 'STATE',
    values: ['open', 'overdue', 'paid', 'all']
  },
  account: { kind: 'text', placeholder: 'NAME' },
  since: { kind: 'day', placeholder: 'DAY' },
  search: { kind: 'text', placeholder: 'TEXT' },
  fetch: { kind: 'flag', placeholder: null },
  'save-pdfs': {
    kind: 'folder',
    placeholder: 'FOLDER'
  },
  timeout: {
    kind: 'seconds',
    placeholder: 'SECONDS'
  },
  json: { kind: 'flag', placeholder: null }
} as const satisfies Record<string, CommandOption>
export type OptionName = keyof typeof OPTIONS

const rows = {
  invoices: {
    options: ['state', 'account', 'since', 'fetch', 'save-pdfs', 'json'],
    examples: [
      { line: 'portside invoices --state open', meaning: 'open' },
      { line: 'portside invoices --since 2026-01-01 --json', meaning: 'thisYear' },
      { line: 'portside invoices --account Work --save-pdfs ~/Invoices', meaning: 'pdfs' }
    ],
    exitCodes: [
      [EXIT.done, 'invoicesListed'],
      [EXIT.incomplete, 'incomplete'],
      [EXIT.cannotSave, 'pdfNotSaved']
    ]
  },
  plans: {
    options: ['account', 'json'],
    examples: [{ line: 'portside plans', meaning: 'plans' }],
    exitCodes: [
      [EXIT.done, 'invoicesListed'],
      [EXIT.incomplete, 'incomplete']
    ]
  },
  products: {
    options: ['search', 'account', 'fetch', 'json'],
    examples: [{ line: 'portside products --search "datacenter germany"', meaning: 'bothWords' }],
    exitCodes: [
      [EXIT.done, 'productsListed'],
      [EXIT.incomplete, 'incomplete']
    ]
  },
  accounts: {
    options: ['json'],
    examples: [{ line: 'portside accounts', meaning: 'names' }],
    exitCodes: [
      [EXIT.done, 'accountsListed'],
      [EXIT.incomplete, 'accountsNotRead']
    ]
  },
  refresh: {
    options: ['timeout', 'json'],
    examples: [{ line: 'portside refresh && portside invoices', meaning: 'fetchFirst' }],
    exitCodes: [
      [EXIT.done, 'refreshed'],
      [EXIT.incomplete, 'notRefreshed'],
      [EXIT.notRunning, 'notRunning'],
      [EXIT.deadline, 'deadline']
    ]
  }
} satisfies Record<string, CommandRow>

export type CommandName = keyof typeof rows
/** In the order of `--help`. */
export const COMMAND_NAMES = Object.keys(rows) as readonly CommandName[]
export const COMMANDS: Readonly<Record<CommandName, CommandRow>> = rows
