import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppLog } from '../../../src/main/desktop/log.ts'
import { LARGEST_LOG, readLog } from '../../../src/main/desktop/log-file.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const sizeOf = (folder: string, name: string): number => statSync(join(folder, name)).size

function openLog(folder = join(temporaryFolder(), 'logs')): { log: AppLog; folder: string } {
  const log = new AppLog()
  log.openIn(folder)
  return { log, folder }
}

test('has a line for each event, and for errors where they occurred', () => {
  const { log, folder } = openLog()
  expect(readLog(folder)).toBe('')
  log.event('lockChanged', { locked: true })
  log.event('topicFetched', { account: 1, topic: 'invoices', outcome: 'BAD_REPLY', status: 200, ms: 12 })
  log.error(new AppError('STORAGE', { host: 'canary.example' }))
  log.pageError('TypeError\n    at f (a.js:1:2)')
  const [locked, fetched, error, ...rest] = readLog(folder).split('\n')
  expect(locked).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z lockChanged locked=true$/)
  expect(fetched).toMatch(/Z topicFetched account=1 topic=invoices outcome=BAD_REPLY status=200 ms=12$/)
  expect(error).toMatch(/Z error AppError STORAGE$/)
  expect(rest.join('\n')).toMatch(/Z pageError TypeError\n {4}at f \(a\.js:1:2\)\n$/)
  expect(statSync(join(folder, 'portside.log')).mode & 0o777).toBe(0o600)
})

test('writes no fact that isn’t a word', () => {
  const { log, folder } = openLog()
  const texts = ['ada@example.com', 'two words', 'a\nb', '', 'x'.repeat(41), '€12']
  for (const version of texts) {
    log.event('appStarted', { version, electron: '45.4.1', platform: 'linux', arch: 'x64', packaged: true })
  }
  expect(readLog(folder).match(/version=\? electron=45\.4\.1/g)).toHaveLength(texts.length)
})

test('is limited in size: the older half goes', () => {
  const { log, folder } = openLog()
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    for (let line = 0; line < 12_000; line += 1) {
      if (line % 100 === 0) vi.advanceTimersByTime(60_000)
      log.event('accountsChanged', { accounts: line, signedIn: 1 })
    }
  } finally {
    vi.useRealTimers()
  }
  const sizes = ['portside.log', 'portside.1.log'].map((name) => sizeOf(folder, name))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LARGEST_LOG)
  const text = readLog(folder)
  expect(text).toHaveLength(sizes[0]! + sizes[1]!)
  expect(text).toContain('accounts=11999 ')
  expect(text).not.toContain('accounts=1 ')
  const lines = text.trimEnd().split('\n')
  expect(lines.every((line) => line.includes(' accountsChanged '))).toBe(true)
  log.erase()
  expect(readLog(folder)).toBe('')
  log.event('appEnds', {})
  expect(readLog(folder)).toMatch(/Z appEnds\n$/)
})

const LONG_DESCRIPTION = `TypeError\n${Array.from({ length: 20 }, () => `    at f (${'a'.repeat(80)}.js:1:2)`).join('\n')}`

test.each<[string, (log: AppLog) => void]>([
  ['events', (log) => log.event('networkIsBack', {})],
  ['errors of the page', (log) => log.pageError(LONG_DESCRIPTION)]
])('an endless series of %s doesn’t push out the rest', (_, append) => {
  const { log, folder } = openLog()
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    log.event('systemWoke', {})
    for (let count = 0; count < 10_000; count += 1) append(log)
    expect(readLog(folder).length).toBeLessThan(20 * 1024)
    vi.advanceTimersByTime(60_000)
    log.event('appEnds', {})
  } finally {
    vi.useRealTimers()
  }
  expect(readLog(folder)).toMatch(/^\S+ systemWoke\n[^]*linesDropped count=9\d{3}\n.*appEnds\n$/)
})

test.each<[string, (log: AppLog) => void]>([
  ['errors of the page', (log) => log.pageError(LONG_DESCRIPTION)],
  ['changed settings', (log) => log.event('settingChanged', { name: 'theme' })],
  [
    'refreshes',
    (log) => log.event('topicFetched', { account: 1, topic: 'profile', outcome: 'stored', status: 200, ms: 1 })
  ]
])('an endless series of %s, which a page can cause, silences nothing else', (_, append) => {
  const { log, folder } = openLog()
  for (let count = 0; count < 1000; count += 1) append(log)
  log.error(new AppError('STORAGE'))
  log.event('appEnds', {})
  expect(readLog(folder)).toMatch(/ error AppError STORAGE\n[^]* appEnds\n$/)
})

test('standard error gets as many errors as the file, for a desktop session may keep it', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  const { log, folder } = openLog()
  for (let count = 0; count < 10_000; count += 1) log.error(new AppError('STORAGE'))
  expect(write.mock.calls).toHaveLength(readLog(folder).match(/ error AppError STORAGE\n/g)?.length ?? 0)
  expect(write.mock.calls.length).toBeLessThan(1000)
})

test.skipIf(process.platform === 'win32')('is erased, and tried again after a minute, if it can’t be written', () => {
  const folder = join(temporaryFolder(), 'logs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'portside.1.log'), 'of an earlier run')
  symlinkSync('nowhere', join(folder, 'portside.log'))
  const { log } = openLog(folder)
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  try {
    log.event('systemWoke', {})
    log.erase()
    expect(readdirSync(folder)).toEqual([])
    log.event('networkIsBack', {})
    expect(readdirSync(folder)).toEqual([])
    vi.advanceTimersByTime(60_000)
    log.event('appEnds', {})
  } finally {
    vi.useRealTimers()
  }
  expect(readLog(folder)).toMatch(/^\S+ appEnds\n$/)
})

test('a folder that can’t be written stops nothing', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'logs'), 'a file in place of the folder')
  const { log } = openLog(join(folder, 'logs'))
  log.event('appEnds', {})
  log.event('appEnds', {})
  expect(readFileSync(join(folder, 'logs'), 'utf8')).toBe('a file in place of the folder')
})

test.skipIf(process.platform === 'win32')('follows no link in place of its file', () => {
  const folder = join(temporaryFolder(), 'logs')
  const target = join(temporaryFolder(), 'target')
  mkdirSync(folder)
  writeFileSync(target, 'of somebody')
  chmodSync(target, 0o600)
  symlinkSync(target, join(folder, 'portside.log'))
  const { log } = openLog(folder)
  log.event('appEnds', {})
  expect(readFileSync(target, 'utf8')).toBe('of somebody')
  expect(existsSync(join(folder, 'portside.1.log'))).toBe(false)
  expect(() => readLog(folder)).toThrow('ELOOP')
})
