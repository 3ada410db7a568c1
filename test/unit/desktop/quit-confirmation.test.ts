/** When the app quits while files are being saved. */
import type { Log } from '../../../src/main/ports/index.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { SavesInProgress } from '../../../src/main/desktop/files/saves-in-progress.ts'
import { QuitConfirmation, type QuitChoice } from '../../../src/main/desktop/quit-confirmation.ts'

vi.mock('electron', () => ({ BrowserWindow: {}, dialog: {} }))

let saves: SavesInProgress
let questions: { count: number; answered: AbortSignal; answer: (choice: QuitChoice) => void }[]
let quits: number
/** What else was told, in order. */
let told: ('ends' | 'systemEnds')[]
let reported: unknown[]
let logged: unknown[]
const log: Log = { event: (...entry) => void logged.push(entry) }
let confirmation: QuitConfirmation

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function startSave(): { end: () => Promise<void>; fail: () => Promise<void> } {
  const work = Promise.withResolvers<void>()
  const tracked = saves.track(work.promise).catch(() => undefined)
  return {
    end: async () => (work.resolve(), await tracked, settle()),
    fail: async () => (work.reject(new Error('full')), await tracked, settle())
  }
}

beforeEach(() => {
  saves = new SavesInProgress()
  questions = []
  quits = 0
  told = []
  reported = []
  logged = []
  confirmation = new QuitConfirmation({
    saves,
    ask: (count, answered) => {
      const { promise, resolve } = Promise.withResolvers<QuitChoice>()
      // As Electron's dialog: aborted, it answers with its cancelId.
      answered.addEventListener('abort', () => resolve('whenSaved'))
      questions.push({ count, answered, answer: resolve })
      return promise
    },
    // As Electron asks: before-quit comes for the app's own call, too.
    quit: () => void (confirmation.mayQuit() && (quits += 1)),
    ends: () => void told.push('ends'),
    systemEnds: () => void told.push('systemEnds'),
    log,
    report: (error) => reported.push(error)
  })
})

test('quits at once when nothing is being saved', async () => {
  await startSave().end()
  expect(confirmation.mayQuit()).toBe(true)
  expect(told).toEqual(['ends'])
  expect(confirmation.maySystemEnd()).toBe(true)
  expect(told).toEqual(['ends', 'systemEnds', 'ends'])
  expect(questions).toEqual([])
})

test('asks, waits for all saves, also for those that begin meanwhile and those that fail, and quits by itself', async () => {
  const [first, second] = [startSave(), startSave()]
  expect(confirmation.mayQuit()).toBe(false)
  expect(questions).toMatchObject([{ count: 2 }])
  questions[0]?.answer('whenSaved')
  await settle()
  const third = startSave()
  await first.end()
  await second.fail()
  expect(quits).toBe(0)
  await third.end()
  expect([quits, questions.length, reported]).toEqual([1, 1, []])
  expect(logged).toEqual([['quitDelayed', { files: 2 }]])
})

test('the question closes when everything is saved', async () => {
  const save = startSave()
  expect(confirmation.mayQuit()).toBe(false)
  await save.end()
  expect([questions[0]?.answered.aborted, quits]).toEqual([true, 1])
})

test('quits at once if the user says so', async () => {
  startSave()
  confirmation.mayQuit()
  questions[0]?.answer('now')
  await settle()
  expect([quits, confirmation.mayQuit()]).toEqual([1, true])
})

test('asks once at a time, and again when the user wants to quit again', async () => {
  const save = startSave()
  confirmation.mayQuit()
  expect(confirmation.mayQuit()).toBe(false)
  expect(questions).toHaveLength(1)
  questions[0]?.answer('whenSaved')
  await settle()
  expect(confirmation.mayQuit()).toBe(false)
  expect(questions).toHaveLength(2)
  await save.end()
  expect(quits).toBe(1)
})

test('the system’s end is delayed without a question', async () => {
  const save = startSave()
  expect([confirmation.maySystemEnd(), confirmation.maySessionEnd()]).toEqual([false, false])
  expect(questions).toEqual([])
  expect(told, 'nothing is installed at the quit that follows').toEqual(['systemEnds', 'systemEnds'])
  await save.end()
  expect(quits).toBe(1)
})

test('Windows’ question alone ends nothing, because the user may still stay signed in', () => {
  expect(confirmation.maySessionEnd()).toBe(true)
  expect(told).toEqual([])
})

test('a question that fails is reported, and the app still quits when everything is saved', async () => {
  const broken = new QuitConfirmation({
    saves,
    ask: () => Promise.reject(new Error('no dialog')),
    quit: () => void (quits += 1),
    ends: () => undefined,
    systemEnds: () => undefined,
    log,
    report: (error) => reported.push(error)
  })
  const save = startSave()
  expect(broken.mayQuit()).toBe(false)
  await settle()
  expect(reported).toHaveLength(1)
  await save.end()
  expect(quits).toBe(1)
})
