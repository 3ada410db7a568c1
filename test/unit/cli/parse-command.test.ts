import { describe, expect, it } from 'vitest'
import { COMMAND_NAMES, COMMANDS, OPTIONS } from '../../../src/main/cli/commands.ts'
import { parseCommand, type CommandRequest } from '../../../src/main/cli/parse-command.ts'

const parse = (line: string[], platform: NodeJS.Platform = 'linux'): CommandRequest =>
  parseCommand(line, { platform, hasAppPath: false })

const sentenceOf = (...line: string[]): string | null => {
  const request = parse(line)
  return request.kind === 'error' ? request.sentence : null
}

describe('no command: the app starts as before', () => {
  it.each([
    [[]],
    [['--hidden']],
    [['--quick-check', '--json']],
    [['--quick-check', 'something']],
    [['--self-test']],
    [['portside://invoices/1']],
    [['PORTSIDE://invoices/1', 'invoices', '--state=open']],
    [['/home/me/letter.pdf']],
    [['C:\\letter.pdf']],
    [['--', 'invoices,']],
    [['', ' ']]
  ])('%j', (line) => expect(parse(line)).toEqual({ kind: 'app' }))

  it('with the path of the app in front of it', () => {
    const start = (...line: string[]): CommandRequest => parseCommand(line, { platform: 'linux', hasAppPath: true })
    expect(start('invoices')).toEqual({ kind: 'app' })
    expect(start('--inspect=0', '.', '--hidden')).toEqual({ kind: 'app' })
    expect(start('--ozone-platform=headless', '.', 'invoices', '--json')).toMatchObject({ name: 'invoices' })
  })
})

describe('--diagnostics', () => {
  it.each([
    [['--diagnostics', 'report.txt'], 'report.txt'],
    [['--diagnostics=report.txt'], 'report.txt'],
    [['--diagnostics', '-'], '-'],
    [['--diagnostics=-'], '-'],
    [['--diagnostics', 'invoices'], 'invoices'],
    [['--ozone-platform=headless', '--diagnostics', '/tmp/a b.txt', '--profile-dir=/data'], '/tmp/a b.txt']
  ])('%j takes its file', (line, file) => expect(parse(line)).toEqual({ kind: 'diagnostics', file }))

  it('with the path of the app in front of it', () => {
    const line = ['--no-sandbox', '.', '--diagnostics', 'report.txt']
    expect(parseCommand(line, { platform: 'linux', hasAppPath: true })).toEqual({
      kind: 'diagnostics',
      file: 'report.txt'
    })
  })

  it.each([
    [['--diagnostics'], '--diagnostics needs a file, as in --diagnostics report.txt.'],
    [['--diagnostics='], '--diagnostics needs a file, as in --diagnostics report.txt.'],
    [['--diagnostics', '--json'], '--diagnostics needs a file, as in --diagnostics report.txt.'],
    [['--diagnostics', 'a', 'b'], '--diagnostics takes one file, and no further word such as "b".'],
    [['a', '--diagnostics', 'b'], '--diagnostics takes one file, and no further word such as "a".'],
    [
      ['portside://invoices', '--diagnostics=b'],
      '--diagnostics takes one file, and no further word such as "portside://invoices".'
    ],
    [['--diagnostics', 'a', '--json'], '--json doesn’t go with --diagnostics.'],
    [['--diagnostics=a', '--diagnostics=b'], '--diagnostics doesn’t go with --diagnostics.'],
    [['--quick-check', '--diagnostics', 'a'], '--quick-check doesn’t go with --diagnostics.'],
    [
      ['invoices', '--diagnostics', 'a'],
      '"invoices" has no option --diagnostics. "portside invoices --help" lists its options.'
    ]
  ])('%j is an error', (line, sentence) => expect(sentenceOf(...line)).toBe(sentence))

  it('--help in front of it shows the help', () => {
    expect(parse(['--help', '--diagnostics', 'a'])).toEqual({ kind: 'help', command: null })
  })
})

describe('a command', () => {
  it('has the options that follow it, with the value behind "=" or as the next word', () => {
    const options = { state: 'open', account: 'At work', json: '' }
    expect(parse(['invoices', '--state', 'open', '--account=At work', '--json'])).toEqual({
      kind: 'command',
      name: 'invoices',
      options
    })
    expect(parse(['invoices', '--json', '--account', 'At work', '--state=open'])).toMatchObject({ options })
  })

  it('takes the switches of the app that choose its data and Chromium’s platform, on both sides', () => {
    const line = ['--ozone-platform=headless', 'invoices', '--profile-dir=/data', '--no-sandbox', '--json']
    expect(parse(line)).toEqual({ kind: 'command', name: 'invoices', options: { json: '' } })
  })

  it('takes every value of the table', () => {
    for (const name of COMMAND_NAMES) {
      for (const option of COMMANDS[name].options) {
        const { kind } = OPTIONS[option]
        const value = { flag: '', text: '=x', folder: '=x', choice: '=open', day: '=2026-01-31', seconds: '=60' }[kind]
        expect(parse([name, `--${option}${value}`])).toEqual({
          kind: 'command',
          name,
          options: { [option]: value.slice(1) }
        })
      }
    }
  })

  it('on Windows: switches in capitals and with a slash, a drive as a value', () => {
    const line = ['invoices', '--JSON', '/state=open', '--save-pdfs', 'C:\\invoices']
    expect(parse(line, 'win32')).toMatchObject({ options: { json: '', state: 'open', 'save-pdfs': 'C:\\invoices' } })
  })
})

describe('an error is one sentence', () => {
  it.each([
    [['invoicse'], 'There is no command "invoicse". Did you mean "invoices"?'],
    [['Accounts'], 'There is no command "Accounts". Did you mean "accounts"?'],
    [['sing-in'], 'There is no command "sing-in". "portside --help" lists them.'],
    [['invoices', '--sate=open'], '"invoices" has no option --sate. Did you mean "--state"?'],
    [
      ['accounts', '--since=2026-01-01'],
      '"accounts" has no option --since. "portside accounts --help" lists its options.'
    ],
    [
      ['invoices', '--constructor'],
      '"invoices" has no option --constructor. "portside invoices --help" lists its options.'
    ],
    [['invoices', '--state'], '--state needs a value, as in --state=STATE.'],
    [['invoices', '--account='], '--account needs a value, as in --account=NAME.'],
    [['invoices', '--state=paid', '--state=open'], '--state is given twice.'],
    [['invoices', '--state=due'], '--state is one of open, overdue, paid, all, not "due".'],
    [['invoices', '--json=1'], '--json takes no value.'],
    [['invoices', '--since', '2026-02-30'], '--since needs a day, as in 2026-01-31, not "2026-02-30".'],
    [['invoices', '--since', 'yesterday'], '--since needs a day, as in 2026-01-31, not "yesterday".'],
    [['refresh', '--timeout=0'], '--timeout needs a whole number of seconds from 1 to 3600, not "0".'],
    [['refresh', '--timeout=3601'], '--timeout needs a whole number of seconds from 1 to 3600, not "3601".'],
    [['invoices', 'open'], '"invoices" takes no further word, such as "open".'],
    [['refresh', 'portside://invoices/1'], '"refresh" takes no further word, such as "portside://invoices/1".'],
    [['--json', 'invoices'], '--json belongs after "invoices".'],
    [['--quick-check', 'invoices'], '--quick-check goes with no command.'],
    [
      ['invoices', '--quick-check'],
      '"invoices" has no option --quick-check. "portside invoices --help" lists its options.'
    ],
    [['invoices', '--state=\u001b[31m\u202eopen'], '--state is one of open, overdue, paid, all, not "?[31m?open".']
  ])('%j', (line, sentence) => expect(sentenceOf(...line)).toBe(sentence))

  it('and a value that Chromium would take for a switch is none', () => {
    expect(sentenceOf('invoices', '--account', '--remote-debugging-port=1')).toBe(
      '--account needs a value, as in --account=NAME.'
    )
    expect(sentenceOf('invoices', '--account', ' -remote-debugging-port=1')).not.toBeNull()
    expect(parse(['invoices', '--account=--remote-debugging-port=1'])).toMatchObject({
      options: { account: '--remote-debugging-port=1' }
    })
    expect(sentenceOf('invoices', '--remote-debugging-port=1')).toContain('no option --remote-debugging-port')
    expect(sentenceOf('invoices', '--enable-features=X')).toContain('no option --enable-features')
  })

  it('of a word of any length', () => {
    expect(sentenceOf('x'.repeat(100_000))?.length).toBeLessThan(200)
  })
})

describe('help and version', () => {
  it.each([
    [['--help'], { kind: 'help', command: null }],
    [['--quick-check', '--help'], { kind: 'help', command: null }],
    [['--help', 'invoices'], { kind: 'help', command: 'invoices' }],
    [['invoices', '--state=wrong', '--help'], { kind: 'help', command: 'invoices' }],
    [['--version'], { kind: 'version' }]
  ])('%j', (line, request) => expect(parse(line)).toEqual(request))
})
