/** How a command ends. Its double of Electron has what `runInTerminal` uses, and records exit codes instead of ending. */
import { EventEmitter } from 'node:events'
import type * as Fs from 'node:fs'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInTerminal, type TerminalAnswer, type TerminalParts } from '../../../../src/main/cli/launch/terminal.ts'
import { settle } from '../../../support/ports.ts'

const electron = vi.hoisted(() => ({ app: {} as EventEmitter }))
vi.mock('electron', () => ({
  get app() {
    return electron.app
  }
}))
vi.mock('../../../../src/main/desktop/network.ts', () => ({ networkFetch: () => undefined }))

/** Standard output: a pipe, or a file that takes so many bytes at once and so many in all. */
const output = vi.hoisted(() => ({ isFile: false, atOnce: Infinity, room: Infinity, content: '' }))
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof Fs>()),
  fstatSync: () => ({ isFile: () => output.isFile, isCharacterDevice: () => false }),
  writeSync: (_fd: number, bytes: Buffer) => {
    const taken = bytes.subarray(0, Math.min(output.atOnce, output.room - output.content.length))
    if (taken.length === 0) throw failed('ENOSPC')
    output.content += taken.toString()
    return taken.length
  }
}))
const failed = (code: string): Error => Object.assign(new Error(code), { code })

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FAILED = 20

let folder: string
let exits: number[]
let written: string[]
let ready: PromiseWithResolvers<void>
let answer: PromiseWithResolvers<TerminalAnswer>
let paths: Map<string, string>
let calls: string[]
/** What the app listens to on its process. */
let listeners: Map<string, () => void>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-terminal-'))
  exits = []
  written = []
  Object.assign(output, { isFile: false, atOnce: Infinity, room: Infinity, content: '' })
  ready = Promise.withResolvers()
  answer = Promise.withResolvers()
  listeners = new Map()
  paths = new Map([['userData', folder]])
  calls = []
  electron.app = Object.assign(new EventEmitter(), {
    getPath: (name: string) => paths.get(name),
    setPath: (name: string, path: string) => paths.set(name, path),
    disableHardwareAcceleration: () => calls.push('disableHardwareAcceleration'),
    commandLine: { appendSwitch: () => undefined },
    setActivationPolicy: () => undefined,
    whenReady: () => ready.promise,
    getSystemLocale: () => 'en-GB',
    exit: (code: number) => exits.push(code)
  })
  vi.spyOn(process, 'on').mockImplementation((event: string | symbol, listener: () => void) => {
    listeners.set(String(event), listener)
    return process
  })
  vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, done: unknown) => {
    written.push(String(text))
    if (typeof done === 'function') (done as () => void)()
    return true
  })
  runInTerminal(() => answer.promise, FAILED)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** Electron's own handler of a signal, after ready, and a desktop that asks its programs to end. */
function quit(): boolean {
  const event = { prevented: false, preventDefault: () => (event.prevented = true) }
  electron.app.emit('before-quit', event)
  return event.prevented
}

test('a window has the graphics processor, and a data folder of its own that is removed', async () => {
  calls = []
  const given = Promise.withResolvers<string>()
  const test = ({ dataFolder }: { dataFolder: string }): Promise<TerminalAnswer> => {
    given.resolve(dataFolder)
    return answer.promise
  }
  runInTerminal(test, FAILED, { opensWindow: true })
  ready.resolve()
  const own = await given.promise
  expect(dirname(own)).toBe(folder)
  expect(paths.get('userData')).toBe(own)
  expect(paths.get('sessionData')).toBe(join(folder, 'terminal'))
  expect(calls).toEqual([])
  expect(electron.app.listenerCount('window-all-closed')).toBeGreaterThan(0)
  electron.app.emit('quit')
  expect(existsSync(own)).toBe(false)
})

test('a signal stops calls first, and waits for one that is under way', async () => {
  const [stop, late] = [vi.fn(), vi.fn()]
  let isStuck = true
  const asked = Promise.withResolvers<TerminalParts>()
  runInTerminal((parts) => (asked.resolve(parts), answer.promise), FAILED)
  ready.resolve()
  const { stuckWhen } = await asked.promise
  stuckWhen(() => isStuck, stop)
  expect(stop).not.toHaveBeenCalled()
  listeners.get('SIGINT')?.()
  expect(stop).toHaveBeenCalledOnce()
  await settle()
  expect(exits).toEqual([])
  isStuck = false
  await expect.poll(() => exits).toEqual([FAILED])
  // The command runs on: what it begins to use only now is stopped at once.
  stuckWhen(() => false, late)
  expect(late).toHaveBeenCalledOnce()
})

test('a command has neither', () => {
  expect(calls).toEqual(['disableHardwareAcceleration'])
  expect(paths.get('userData')).toBe(folder)
})

test.each(SIGNALS)('%s before ready ends it with the code for no answer', (signal) => {
  expect(existsSync(join(folder, 'terminal'))).toBe(true)
  listeners.get(signal)?.()
  expect(exits).toEqual([FAILED])
  expect(written).toEqual([])
})

test('a quit without an answer ends it with the same code', async () => {
  ready.resolve()
  await settle()
  expect(quit()).toBe(true)
  await settle()
  expect(exits).toEqual([FAILED])
  expect(written).toEqual([])
})

test('writes the answer and exits with its code, whatever ends it after that', async () => {
  ready.resolve()
  answer.resolve({ exitCode: 10, text: '2 open\n' })
  await settle()
  expect(written).toEqual(['2 open\n'])
  expect(exits).toEqual([10])
  for (const signal of SIGNALS) listeners.get(signal)?.()
  electron.app.emit('quit')
  expect(exits).toEqual([10, 10, 10, 10, 10])
})

test('the end of the desktop session, without before-quit, ends it with the code for no answer', () => {
  electron.app.emit('quit')
  expect(exits).toEqual([FAILED])
})

test('an error ends it with the code for no answer', async () => {
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  ready.resolve()
  answer.reject(new Error('no storage'))
  await settle()
  expect(exits).toEqual([FAILED])
  expect(written).toEqual([])
  expect(reported).toHaveBeenCalled()
})

const printed = async (exitCode: number): Promise<string[]> => {
  const said: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  ready.resolve()
  answer.resolve({ exitCode, text: 'Nothing open\n' })
  await settle()
  return said
}

test('a file gets all of the answer, however little it takes at once', async () => {
  Object.assign(output, { isFile: true, atOnce: 5 })
  expect(await printed(0)).toEqual([])
  expect(output.content).toBe('Nothing open\n')
  expect(exits).toEqual([0])
})

test('an answer that the disk has no room for is none', async () => {
  Object.assign(output, { isFile: true, room: 7 })
  expect(await printed(0)).toEqual(['portside: The output can’t be written: ENOSPC.\n'])
  expect(exits).toEqual([FAILED])
})

test.each([
  ['EIO', FAILED],
  // As of "portside invoices | head".
  ['EPIPE', 0]
])('a stream that ends with %s ends it with %i', async (code, exitCode) => {
  vi.mocked(process.stdout.write).mockImplementation((_text: unknown, done: unknown) => {
    if (typeof done === 'function') (done as (error: Error) => void)(failed(code))
    return false
  })
  await printed(0)
  expect(exits).toEqual([exitCode])
})
