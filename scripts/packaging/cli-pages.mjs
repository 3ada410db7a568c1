/**
 * Part of `npm run dist`: makes the man page and the completions of bash and zsh from the table of commands
 * (src/main/cli/commands.ts). electron-builder.yml says where the deb installs them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import {
  COMMAND_NAMES,
  COMMANDS,
  DIAGNOSTICS_EXIT_CODES,
  EXIT,
  OPTIONS,
  QUICK_CHECK_EXIT_CODES
} from '../../src/main/cli/commands.ts'
import { optionText, OTHER_OPTIONS } from '../../src/main/cli/help.ts'
import { t } from '../../src/shared/i18n/translate.ts'
import { ROOT } from '../setup/paths.mjs'

/** Escapes a text for roff: a dot or an apostrophe at a line's start would be a request. */
const roff = (text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', '\\(cq')
    .replaceAll('"', '\\(dq')
    .replace(/^[.']/gm, '\\&$&')

/** A term in bold and its meaning below it. */
const item = (term, meaning) => ['.TP', `\\fB${roff(term)}\\fR`, `${roff(meaning)}.`]

const exitItem = ([code, meaning]) => item(String(code), t(`cli.help.exit.${meaning}`))

/** @returns the source of portside(1), in the macros of man(7), which man-db and mandoc both read */
export function manPage(version) {
  const sections = COMMAND_NAMES.flatMap((name) => {
    const { options, examples, exitCodes } = COMMANDS[name]
    return [
      `.SS portside ${name}`,
      roff(t(`cli.help.command.${name}`)),
      ...options.flatMap((option) => item(optionText(option, OPTIONS[option]), t(`cli.help.option.${option}`))),
      '.PP',
      'Exit codes:',
      ...exitCodes.flatMap(exitItem),
      ...examples.flatMap(({ line, meaning }) => [
        '.PP',
        `${roff(t(`cli.help.example.${meaning}`))}:`,
        '.PP',
        '.nf',
        roff(`    ${line}`),
        '.fi'
      ])
    ]
  })
  return `${[
    `.TH PORTSIDE 1 "" "Portside ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'portside \\- proxy\\-provider accounts on the desktop and in the terminal',
    '.SH SYNOPSIS',
    '.nf',
    '\\fBportside\\fR',
    '\\fBportside\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]',
    '\\fBportside \\-\\-quick\\-check\\fR [\\fB\\-\\-json\\fR]',
    '\\fBportside \\-\\-diagnostics\\fR \\fIFILE\\fR',
    '.fi',
    '.SH DESCRIPTION',
    'Without a command, Portside opens its window, or shows the one that is open.',
    'A command answers in the terminal. It reads saved data, whether or not the app runs, and changes nothing.',
    'Only the answer goes to standard output.',
    '.SH COMMANDS',
    ...sections,
    '.SH OPTIONS',
    ...OTHER_OPTIONS.flatMap(([name, meaning]) => item(name, t(`cli.help.other.${meaning}`))),
    '.SH EXIT STATUS',
    'Each command has its own exit codes, listed with it, and this one:',
    ...exitItem([EXIT.usage, 'wrongArgument']),
    '.PP',
    'Exit codes of \\fB\\-\\-quick\\-check\\fR:',
    ...QUICK_CHECK_EXIT_CODES.flatMap(exitItem),
    '.PP',
    'Exit codes of \\fB\\-\\-diagnostics\\fR:',
    ...DIAGNOSTICS_EXIT_CODES.flatMap(exitItem),
    '.SH NOTES',
    'A command needs no display. With a PIN set, no command shows any data.',
    'Saved invoices are encrypted, and their key is in the keychain, which has to be unlocked.'
  ].join('\n')}\n`
}

const words = (names) => names.join(' ')
const switches = (names) => names.map((name) => `--${name}`)
/** Of an option of the program, such as FILE. */
const valueOf = (name) => /[ =]([A-Z]+)$/.exec(name)?.[1] ?? null
const globalSwitches = [...new Set(OTHER_OPTIONS.map(([name]) => name.split(/[ =]/)[0]))]

/** @returns a script for bash 4 and later. It needs no other file of bash-completion. */
export function bashCompletion() {
  const where = (test) => switches(Object.keys(OPTIONS).filter((name) => test(OPTIONS[name].kind)))
  const folders = where((kind) => kind === 'folder')
  const free = where((kind) => !['flag', 'choice', 'folder'].includes(kind))
  const choices = Object.entries(OPTIONS).filter(([, { values }]) => values !== undefined)
  return `# Completions of portside for bash, made from its table of commands.

_portside() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} command='' at
  # bash makes three words of --state=open.
  if [[ $current == = ]]; then
    current=''
  elif [[ $previous == = ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $previous in
${choices.map(([name, { values }]) => `    --${name}) mapfile -t COMPREPLY < <(compgen -W '${words(values)}' -- "$current"); return ;;`).join('\n')}
    ${[...folders, '--profile-dir'].join(' | ')})
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return
      ;;
    --diagnostics)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
    ${free.join(' | ')}) return ;;
  esac
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      ${COMMAND_NAMES.join(' | ')})
        command=\${COMP_WORDS[at]}
        break
        ;;
    esac
  done
  case $command in
${COMMAND_NAMES.map((name) => `    ${name}) mapfile -t COMPREPLY < <(compgen -W '${words([...switches(COMMANDS[name].options), '--help'])}' -- "$current") ;;`).join('\n')}
    *) mapfile -t COMPREPLY < <(compgen -W '${words([...COMMAND_NAMES, ...globalSwitches])}' -- "$current") ;;
  esac
}

complete -F _portside portside
`
}

/** In single quotes. A colon or bracket would end a description of _arguments. */
const described = (text) => text.replaceAll(/[[\]:\\]/g, '\\$&').replaceAll("'", "'\\''")

/** One specification of _arguments: the option, its description and what its value may be. */
function zshOption(name) {
  const { kind, placeholder, values } = OPTIONS[name]
  const summary = t(`cli.help.option.${name}`)
  if (kind === 'flag') return `'--${name}[${described(summary)}]'`
  const action = kind === 'choice' ? `(${words(values)})` : kind === 'folder' ? '_files -/' : ' '
  return `'--${name}=[${described(summary)}]:${placeholder.toLowerCase()}:${action}'`
}

const ZSH_VALUES = { FOLDER: ':folder:_files -/', FILE: ':file:_files' }

export function zshCompletion() {
  const continued = (lines) => lines.join(' \\\n        ')
  return `#compdef portside
# Completions of portside for zsh, made from its table of commands.

_portside() {
  local curcontext=$curcontext state line
  local -a commands=(
${COMMAND_NAMES.map((name) => `    '${name}:${described(t(`cli.help.command.${name}`).replace(/\.$/, ''))}'`).join('\n')}
  )
  _arguments -C \\
${OTHER_OPTIONS.map(([name, meaning]) => `    '${name.split(/[ =]/)[0]}${valueOf(name) === null ? '' : '='}[${described(t(`cli.help.other.${meaning}`))}]${ZSH_VALUES[valueOf(name)] ?? ''}' \\`).join('\n')}
    '1:command:->command' \\
    '*::option:->option'
  case $state in
    command) _describe command commands ;;
    option)
      case $line[1] in
${COMMAND_NAMES.map((name) => `        ${name}) _arguments ${continued([...COMMANDS[name].options.map(zshOption), "'--help[Show this help]'"])} ;;`).join('\n')}
      esac
      ;;
  esac
}

_portside "$@"
`
}

/** Names of the files, for electron-builder.yml. */
export function writePages(folder, version) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'portside.1.gz'), gzipSync(manPage(version), { level: 9 }))
  writeFileSync(join(folder, 'portside.bash'), bashCompletion())
  writeFileSync(join(folder, '_portside'), zshCompletion())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writePages(join(ROOT, 'dist', 'cli-pages'), version)
}
