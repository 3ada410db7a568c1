import type { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { installBeforeQuit } from '../../../src/main/desktop/updates/quit.ts'

const electron = vi.hoisted(() => ({ app: null as unknown as EventEmitter & { quit: () => void }, quits: 0 }))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  electron.app = Object.assign(new EventEmitter(), { quit: () => void (electron.quits += 1) })
  return { app: electron.app }
})

beforeEach(() => {
  electron.app.removeAllListeners()
  electron.quits = 0
})

/** The app is about to quit. @returns whether that goes on */
function willQuit(): boolean {
  let goesOn = true
  electron.app.emit('will-quit', { preventDefault: () => (goesOn = false) })
  return goesOn
}

test('without an update, quitting goes on', () => {
  installBeforeQuit({ install: () => null, report: () => undefined })
  expect([willQuit(), electron.quits]).toEqual([true, 0])
})

test.each([
  ['is installed', false],
  ['can’t be installed, which is reported', true]
])('waits until the update %s, then quits for good', async (_outcome, fails) => {
  const installing = Promise.withResolvers<void>()
  const reported: unknown[] = []
  installBeforeQuit({ install: () => installing.promise, report: (error) => reported.push(error) })
  expect([willQuit(), electron.quits]).toEqual([false, 0])
  const error = new Error('no')
  if (fails) installing.reject(error)
  else installing.resolve()
  await vi.waitFor(() => expect(electron.quits).toBe(1))
  expect(reported).toEqual(fails ? [error] : [])
  expect(willQuit(), 'the second time').toBe(true)
})
