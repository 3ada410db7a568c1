/** Reads a command and its options from the arguments, or says in one sentence what is wrong with them. Pure. */
import { isDay } from '../../shared/models/day.ts'
import { isAllowedBesideCommands, readSwitch, type Switch } from './launch/command-line.ts'
import { COMMAND_NAMES, COMMANDS, OPTIONS, type CommandName, type CommandOption, type OptionName } from './commands.ts'

/** As given. A flag has an empty text. */
export type CommandOptions = Readonly<Partial<Record<OptionName, string>>>

export type CommandRequest =
  /** No command: the app starts as before. */
  | { kind: 'app' }
  /** null: of all commands. */
  | { kind: 'help'; command: CommandName | null }
  | { kind: 'version' }
  | { kind: 'command'; name: CommandName; options: CommandOptions }
  /** Of --diagnostics: a path, or `-`. */
  | { kind: 'diagnostics'; file: string }
  | { kind: 'error'; sentence: string }

const SECONDS = { least: 1, most: 3600 }

export interface CommandContext {
  platform: NodeJS.Platform
  /** Electron itself was started with the path of the app, as `electron .` does. */
  hasAppPath: boolean
}

/** `asSwitch`: as Chromium reads it; null: a word. */
interface Argument {
  text: string
  asSwitch: Switch | null
}

/** The first word decides. A link is no command's name, so no web page can run a command. */
export function parseCommand(args: readonly string[], { platform, hasAppPath }: CommandContext): CommandRequest {
  const all = args.map((text): Argument => ({ text, asSwitch: readSwitch(text, platform) }))
  const isWord = ({ asSwitch, text }: Argument): boolean => asSwitch === null && text.trim() !== ''
  const pathAt = hasAppPath ? all.findIndex(isWord) : -1
  const wordAt = all.findIndex((each, at) => at > pathAt && isWord(each))
  const before = wordAt === -1 ? all : all.slice(0, wordAt)
  const hasBefore = (name: string): boolean => before.some(({ asSwitch }) => asSwitch?.name === name)
  const word = all[wordAt]?.text ?? null
  const name = COMMAND_NAMES.find((each) => each === word) ?? null
  const diagnosticsAt = all.findIndex(({ asSwitch }, at) => at > pathAt && asSwitch?.name === DIAGNOSTICS)
  const isDiagnostics = diagnosticsAt !== -1 && (name === null || diagnosticsAt < wordAt)
  if (isDiagnostics && !hasBefore('help')) return parseDiagnostics(all.slice(pathAt + 1), platform)
  if (name === null) {
    if (word !== null && !LIKE_A_COMMAND.test(word)) return APP
    if (hasBefore('version')) return { kind: 'version' }
    if (hasBefore('help')) return { kind: 'help', command: null }
    const isQuestion = ({ asSwitch }: Argument): boolean => asSwitch !== null && QUESTIONS.includes(asSwitch.name)
    return word === null || all.some(isQuestion) ? APP : wrong(unknownCommand(word))
  }
  if (hasBefore('help')) return { kind: 'help', command: name }
  const misplaced = before.find(({ asSwitch }) => asSwitch !== null && isMisplaced(asSwitch.name))?.asSwitch
  if (misplaced) return wrong(misplacedSentence(misplaced.name, name))
  return parseOptions(name, all.slice(wordAt + 1), platform)
}

const APP: CommandRequest = { kind: 'app' }

/** Other words are paths and links, which start the app as before. */
const LIKE_A_COMMAND = /^[a-z][a-z-]*$/i

/** Switches with which the app answers in the terminal. */
const QUESTIONS = ['quick-check', 'self-test']
const DIAGNOSTICS = 'diagnostics'

const isMisplaced = (name: string): boolean => Object.hasOwn(OPTIONS, name) || QUESTIONS.includes(name)

function misplacedSentence(name: string, command: CommandName): string {
  return Object.hasOwn(OPTIONS, name) ? `--${name} belongs after "${command}".` : `--${name} goes with no command.`
}

/** `--diagnostics FILE`, with nothing but the switches that go with a command. */
function parseDiagnostics(all: readonly Argument[], platform: NodeJS.Platform): CommandRequest {
  const at = all.findIndex(({ asSwitch }) => asSwitch?.name === DIAGNOSTICS)
  const { asSwitch = null } = all[at] ?? {}
  const next = all[at + 1]
  const isSeparate = asSwitch?.hasValue === false && next?.asSwitch === null
  const file = isSeparate ? next.text : (asSwitch?.value ?? '')
  if (file === '') return wrong(`--${DIAGNOSTICS} needs a file, as in --${DIAGNOSTICS} report.txt.`)
  const others = all.toSpliced(at, isSeparate ? 2 : 1)
  const word = others.find((each) => each.asSwitch === null && each.text.trim() !== '')
  if (word) return wrong(`--${DIAGNOSTICS} takes one file, and no further word such as "${printable(word.text)}".`)
  const other = others.find((each) => each.asSwitch !== null && !isAllowedBesideCommands(each.asSwitch, platform))
  if (other?.asSwitch) return wrong(`--${printable(other.asSwitch.name)} doesn’t go with --${DIAGNOSTICS}.`)
  return { kind: 'diagnostics', file }
}

function parseOptions(name: CommandName, args: readonly Argument[], platform: NodeJS.Platform): CommandRequest {
  if (args.some(({ asSwitch }) => asSwitch?.name === 'help')) return { kind: 'help', command: name }
  const options: Partial<Record<OptionName, string>> = {}
  for (let at = 0; at < args.length; at += 1) {
    const { text = '', asSwitch = null } = args[at] ?? {}
    if (asSwitch === null) return wrong(`"${name}" takes no further word, such as "${printable(text)}".`)
    const option = COMMANDS[name].options.find((each) => each === asSwitch.name)
    if (option === undefined) {
      if (isAllowedBesideCommands(asSwitch, platform)) continue
      return wrong(unknownOption(name, asSwitch.name))
    }
    if (option in options) return wrong(`--${option} is given twice.`)
    const next = args[at + 1]
    // Chromium would take a value that looks like a switch for one, so such a value has to be given with "=".
    const isSeparate = OPTIONS[option].kind !== 'flag' && !asSwitch.hasValue && next?.asSwitch === null
    const value = isSeparate ? next.text : asSwitch.value
    if (isSeparate) at += 1
    const problem = problemWith(option, value, asSwitch.hasValue)
    if (problem !== null) return wrong(problem)
    options[option] = value
  }
  return { kind: 'command', name, options }
}

/** @returns what is wrong, in one sentence; null: nothing */
function problemWith(name: OptionName, value: string, hasValue: boolean): string | null {
  const { kind, placeholder, values = [] }: CommandOption = OPTIONS[name]
  if (kind === 'flag') return hasValue ? `--${name} takes no value.` : null
  if (value === '') return `--${name} needs a value, as in --${name}=${placeholder ?? ''}.`
  if (kind === 'choice' && !values.includes(value)) {
    return `--${name} is one of ${values.join(', ')}, not "${printable(value)}".`
  }
  if (kind === 'day' && !isDay(value)) return `--${name} needs a day, as in 2026-01-31, not "${printable(value)}".`
  if (kind === 'seconds' && !isSeconds(value)) {
    return `--${name} needs a whole number of seconds from ${SECONDS.least} to ${SECONDS.most}, not "${printable(value)}".`
  }
  return null
}

const isSeconds = (value: string): boolean =>
  /^\d{1,4}$/.test(value) && Number(value) >= SECONDS.least && Number(value) <= SECONDS.most

function unknownCommand(word: string): string {
  return `There is no command "${printable(word)}".${suggestion(word, COMMAND_NAMES, '') ?? ' "portside --help" lists them.'}`
}

function unknownOption(command: CommandName, name: string): string {
  const help = ` "portside ${command} --help" lists its options.`
  return `"${command}" has no option --${printable(name)}.${suggestion(name, COMMANDS[command].options, '--') ?? help}`
}

function suggestion(word: string, known: readonly string[], prefix: string): string | null {
  const [nearest] = known
    .map((name) => ({ name, steps: editDistance(word.slice(0, LONGEST_WORD).toLowerCase(), name) }))
    .toSorted((one, other) => one.steps - other.steps)
  return nearest && nearest.steps <= MOST_EDITS ? ` Did you mean "${prefix}${nearest.name}"?` : null
}

const MOST_EDITS = 2
const LONGEST_WORD = 20

/** Levenshtein. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_none, at) => at)
  for (const [line, letter] of [...one].entries()) {
    let diagonal = line
    const next = [line + 1]
    for (const [column, target] of [...other].entries()) {
      const above = row[column + 1] ?? 0
      next.push(Math.min(above + 1, (next[column] ?? 0) + 1, diagonal + (letter === target ? 0 : 1)))
      diagonal = above
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Arguments must not reach the terminal with control sequences. */
const printable = (text: string): string => text.replace(/[\p{C}\u2028\u2029]/gu, '?').slice(0, 80)

const wrong = (sentence: string): CommandRequest => ({ kind: 'error', sentence })
