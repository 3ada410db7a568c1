import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bashCompletion, manPage, zshCompletion } from '../../../scripts/packaging/cli-pages.mjs'
import {
  COMMAND_NAMES,
  COMMANDS,
  DIAGNOSTICS_EXIT_CODES,
  OPTIONS,
  QUICK_CHECK_EXIT_CODES
} from '../../../src/main/cli/commands.ts'

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-pages-'))
  for (const name of ['Invoices 2026', 'Other']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'portside.bash'), bashCompletion())
  writeFileSync(join(folder, '_portside'), zshCompletion())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the man page', () => {
  it('has every command, option and exit code', () => {
    const page = manPage('1.2.3').replaceAll('\\-', '-')
    for (const name of COMMAND_NAMES) {
      const { options, exitCodes } = COMMANDS[name]
      const [section = ''] = page.split(`.SS portside ${name}\n`)[1]?.split(/^\.S[SH]/m) ?? []
      for (const option of options) expect(section).toMatch(new RegExp(`^\\\\fB--${option}\\b`, 'm'))
      for (const [code] of exitCodes) expect(section).toContain(`\n\\fB${code}\\fR\n`)
    }
    for (const [code] of [...QUICK_CHECK_EXIT_CODES, ...DIAGNOSTICS_EXIT_CODES])
      expect(page.split('.SH EXIT STATUS')[1]).toContain(`\n\\fB${code}\\fR\n`)
    expect(page).toContain('"Portside 1.2.3"')
  })

  it('has no line that roff reads as a request by mistake', () => {
    const requests = manPage('1.2.3').match(/^[.'].*$/gm) ?? []
    expect(requests.filter((line) => !/^\.(TH|SH|SS|TP|PP|nf|fi)\b/.test(line))).toEqual([])
  })

  it.skipIf(!has('groff'))('is read by groff without a warning (skipped where groff is missing)', () => {
    const input = manPage('1.2.3')
    const { status, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z'], { input, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

// The package is for Linux. The bash of macOS is older.
describe.runIf(process.platform === 'linux' && has('bash'))('completions in bash', () => {
  /** @param typed the words on the line as bash splits them, the last one being typed */
  function complete(...typed: string[]): string[] {
    const script = `source ./portside.bash; compopt() { :; }; COMP_WORDS=(portside "$@"); COMP_CWORD=$#; _portside
printf '%s\\n' "\${COMPREPLY[@]}"`
    const run = spawnSync('bash', ['--norc', '-uc', script, 'bash', ...typed], { cwd: folder, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return run.stdout.split('\n').filter((line) => line !== '')
  }

  it('are commands, and switches of the app', () => {
    expect(complete('')).toEqual(expect.arrayContaining([...COMMAND_NAMES, '--quick-check', '--help']))
    expect(complete('in')).toEqual(['invoices'])
    expect(complete('--diagnostics', 'Ot')).toEqual(['Other'])
    expect(complete('--profile-dir', '=', folder, 'ref')).toEqual(['refresh'])
  })

  it.each(COMMAND_NAMES)('are the options of %s', (name) => {
    expect(complete(name, '--')).toEqual([...COMMANDS[name].options, 'help'].map((option) => `--${option}`))
  })

  it('are the values of an option, with a space and with "="', () => {
    expect(complete('invoices', '--state', '')).toEqual(OPTIONS.state.values)
    expect(complete('invoices', '--state', '=')).toEqual(OPTIONS.state.values)
    expect(complete('invoices', '--json', '--state', '=', 'ov')).toEqual(['overdue'])
    expect(complete('invoices', '--state', 'open', '--sa')).toEqual(['--save-pdfs'])
  })

  it('are folders for --save-pdfs, and nothing for a free text', () => {
    expect(complete('invoices', '--save-pdfs', 'Inv')).toEqual(['Invoices 2026'])
    expect(complete('products', '--search', 'in')).toEqual([])
  })
})

it.skipIf(!has('zsh'))('the completions for zsh can be read by zsh (skipped where zsh is missing)', () => {
  const { status, stderr } = spawnSync('zsh', ['-n', join(folder, '_portside')], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
