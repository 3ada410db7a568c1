/** The texts of `portside --help` and `portside COMMAND --help`, made from the table of commands. */
import {
  COMMAND_NAMES,
  COMMANDS,
  DIAGNOSTICS_EXIT_CODES,
  EXIT,
  OPTIONS,
  QUICK_CHECK_EXIT_CODES,
  type CommandName,
  type CommandOption,
  type ExitMeaning
} from './commands.ts'
import { t } from '../../shared/i18n/translate.ts'
import { textWidth } from './table.ts'

const GAP = 2

/** @param columns of the terminal */
export function helpText(command: CommandName | null, columns: number): string {
  return `${(command === null ? overview(columns) : commandHelp(command, columns)).join('\n')}\n`
}

function overview(columns: number): string[] {
  const usage = t('cli.help.usage.title')
  const exitCodesOf = (
    option: string,
    codes: typeof QUICK_CHECK_EXIT_CODES | typeof DIAGNOSTICS_EXIT_CODES
  ): string[] => ['', t('cli.help.usage.exitCodesOf', { option }), ...twoColumns(codes.map(exitLine), columns)]
  return [
    `${usage} portside                      ${t('cli.help.usage.app')}`,
    `${' '.repeat(textWidth(usage))} portside COMMAND [OPTIONS]    ${t('cli.help.usage.command')}`,
    '',
    t('cli.help.usage.commands'),
    ...twoColumns(
      COMMAND_NAMES.map((name) => [name, t(`cli.help.command.${name}`)]),
      columns
    ),
    '',
    t('cli.help.usage.otherOptions'),
    ...twoColumns(
      OTHER_OPTIONS.map(([option, meaning]) => [option, t(`cli.help.other.${meaning}`)]),
      columns
    ),
    ...exitCodesOf('--quick-check', QUICK_CHECK_EXIT_CODES),
    ...exitCodesOf('--diagnostics', DIAGNOSTICS_EXIT_CODES),
    '',
    t('cli.help.usage.savedData'),
    t('cli.help.usage.more')
  ].flatMap((line) => wrap(line, columns))
}

const exitLine = ([code, meaning]: readonly [code: number, meaning: ExitMeaning]): [string, string] => [
  String(code),
  t(`cli.help.exit.${meaning}`)
]

/** Of the program, not of a command. With the name of the meaning in `help.other`. */
export const OTHER_OPTIONS = [
  ['--quick-check [--json]', 'quickCheck'],
  ['--diagnostics FILE', 'diagnostics'],
  ['--profile-dir=FOLDER', 'profileDir'],
  ['--hidden', 'hidden'],
  ['--help', 'help'],
  ['--version', 'version']
] as const satisfies readonly (readonly [string, string])[]

function commandHelp(name: CommandName, columns: number): string[] {
  const { options, examples, exitCodes } = COMMANDS[name]
  return [
    `${t('cli.help.usage.title')} portside ${name} [OPTIONS]`,
    '',
    ...wrap(t(`cli.help.command.${name}`), columns),
    '',
    t('cli.help.usage.optionsTitle'),
    ...twoColumns(
      options.map((option) => [optionText(option, OPTIONS[option]), t(`cli.help.option.${option}`)]),
      columns
    ),
    '',
    t('cli.help.usage.examples'),
    ...examples.flatMap(({ line, meaning }) => [
      `  ${line}`,
      ...wrap(t(`cli.help.example.${meaning}`), columns - 6).map((text) => `      ${text}`)
    ]),
    '',
    t('cli.help.usage.exitCodes'),
    ...twoColumns(
      [...exitCodes, [EXIT.usage, 'wrongArgument'] as const].toSorted(([one], [other]) => one - other).map(exitLine),
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

/** Words with the spaces behind them. Chinese may break after any character, but not before a punctuation mark. */
const PIECES = /\p{Script=Han}[\p{P}]*|[^\s\p{Script=Han}]+\s*|\s+/gu

function wrap(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const [piece] of text.matchAll(PIECES)) {
    if (line !== '' && textWidth(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  return [...lines, line.trimEnd()]
}
