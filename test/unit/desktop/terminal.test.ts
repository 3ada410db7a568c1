/** How a command ends. Its double of Electron has what `runInTerminal` uses, and records exit codes instead of ending. */
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runInTerminal, type TerminalAnswer } from '../../../src/main/desktop/cli/terminal.ts'
import { settle } from '../../support/ports.ts'

const electron = vi.hoisted(() => ({ app: {} as EventEmitter }))
vi.mock('electron', () => ({
  get app() {
    return electron.app
  }
}))
vi.mock('../../../src/main/desktop/network.ts', () => ({ networkFetch: () => undefined }))

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const FAILED = 20

let folder: string
let exits: number[]
let written: string[]
let ready: PromiseWithResolvers<void>
let answer: PromiseWithResolvers<TerminalAnswer>
/** What the app listens to on its process. */
let listeners: Map<string, () => void>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-terminal-'))
  exits = []
  written = []
  ready = Promise.withResolvers()
  answer = Promise.withResolvers()
  listeners = new Map()
  electron.app = Object.assign(new EventEmitter(), {
    getPath: () => folder,
    setPath: () => undefined,
    disableHardwareAcceleration: () => undefined,
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
