/** The texts of `portside --help` and `portside COMMAND --help`, made from the table of commands. */
import {
  COMMAND_NAMES,
  COMMANDS,
  DIAGNOSTICS_EXIT_CODES,
  EXIT,
  OPTIONS,
  QUICK_CHECK_EXIT_CODES,
  USAGE_MEANING,
  type CommandName,
  type CommandOption
} from './commands.ts'

const GAP = 2

/** @param columns of the terminal */
export function helpText(command: CommandName | null, columns: number): string {
  return `${(command === null ? overview(columns) : commandHelp(command, columns)).join('\n')}\n`
}

function overview(columns: number): string[] {
  return [
    'Usage: portside                      Open the app',
    '       portside COMMAND [OPTIONS]    Answer in the terminal',
    '',
    'Commands:',
    ...twoColumns(
      COMMAND_NAMES.map((name) => [name, COMMANDS[name].summary]),
      columns
    ),
    '',
    'Other options:',
    ...twoColumns(OTHER_OPTIONS, columns),
    '',
    'Exit codes of --quick-check:',
    ...twoColumns(
      QUICK_CHECK_EXIT_CODES.map(([code, meaning]) => [String(code), meaning]),
      columns
    ),
    '',
    'Exit codes of --diagnostics:',
    ...twoColumns(
      DIAGNOSTICS_EXIT_CODES.map(([code, meaning]) => [String(code), meaning]),
      columns
    ),
    '',
    'Commands read saved data, whether or not the app runs, and change nothing.',
    '"portside COMMAND --help" has the options, examples and exit codes of a command.'
  ].flatMap((line) => wrap(line, columns))
}

/** Of the program, not of a command. */
export const OTHER_OPTIONS = [
  ['--quick-check [--json]', 'Ask the providers whether an invoice is open'],
  ['--diagnostics FILE', 'Write a report for whoever helps you. Portside sends it to nobody. -: print it'],
  ['--profile-dir=FOLDER', 'Use the data in this folder, also after a command'],
  ['--hidden', 'Start the app without its window'],
  ['--help', 'Show this help, or that of a command'],
  ['--version', 'Show the version']
] as const satisfies readonly (readonly [string, string])[]

function commandHelp(name: CommandName, columns: number): string[] {
  const { summary, options, examples, exitCodes } = COMMANDS[name]
  return [
    `Usage: portside ${name} [OPTIONS]`,
    '',
    ...wrap(`${summary}.`, columns),
    '',
    'Options:',
    ...twoColumns(
      options.map((option) => [optionText(option, OPTIONS[option]), OPTIONS[option].summary]),
      columns
    ),
    '',
    'Examples:',
    ...examples.flatMap(({ line, summary: what }) => [
      `  ${line}`,
      ...wrap(what, columns - 6).map((text) => `      ${text}`)
    ]),
    '',
    'Exit codes:',
    ...twoColumns(
      [...exitCodes, [EXIT.usage, USAGE_MEANING] as const]
        .toSorted(([one], [other]) => one - other)
        .map(([code, meaning]) => [String(code), meaning]),
      columns
    )
  ]
}

/** Such as `--state open|paid` or `--account NAME`. */
export function optionText(name: string, { values, placeholder }: CommandOption): string {
  const value = values?.join('|') ?? placeholder
  return value === null ? `--${name}` : `--${name} ${value}`
}

/** A narrow terminal gets the meaning below the name. */
function twoColumns(rows: readonly (readonly [string, string])[], columns: number): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2 * GAP
  const isNarrow = columns - width < 30
  const indent = isNarrow ? 6 : width
  return rows.flatMap(([name, meaning]) => {
    const lines = wrap(meaning, columns - indent).map((line) => ' '.repeat(indent) + line)
    const [first = ''] = lines
    const head = `  ${name}`
    return isNarrow ? [head, ...lines] : [head.padEnd(indent) + first.slice(indent), ...lines.slice(1)]
  })
}

function wrap(text: string, width: number): string[] {
  if (text.length <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
