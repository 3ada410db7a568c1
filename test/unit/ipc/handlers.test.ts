/** Calls that use more than one part. The other handlers pass their input on, and their types compare it with the contract. */
import { expect, test } from 'vitest'
import { createHandlers, type HandlerParts } from '../../../src/main/ipc/handlers.ts'

const handlersOf = (core: object, parts: object = {}) => createHandlers({ core, ...parts } as HandlerParts)

test('a change of the session or the lock is answered by its new state', async () => {
  const { accounts, lock } = handlersOf({
    accounts: { show: () => undefined, state: () => 'session' },
    lock: { lock: () => undefined, state: () => 'lock' }
  })
  expect(await accounts.show({ id: 'id-1' })).toBe('session')
  expect(await lock.lock(undefined)).toBe('lock')
})

test('a refresh answers also if its account is removed meanwhile', async () => {
  const known = new Set(['id-1'])
  const find = (id: string): object | null => (known.has(id) ? { id } : null)
  const { app } = handlersOf(
    {
      accounts: { get: find, find },
      refresh: { fetch: async () => void known.clear() },
      readStatus: async (account: object | null) => ({ of: account })
    },
    { updates: { notice: () => null } }
  )
  expect(await app.refresh({ of: 'id-1', all: false, topic: null })).toMatchObject({ of: null })
})

test('the system hears of a change that says whether it starts the app, and of no other', async () => {
  const asked: boolean[] = []
  const { app } = handlersOf(
    { settings: { change: (change: object) => change }, pdfFolder: { checkChange: () => undefined } },
    {
      capabilities: {
        saveWithAutostart: async (isOn: boolean, save: () => unknown) => {
          asked.push(isOn)
          return save()
        }
      }
    }
  )
  expect(await app.changeSettings({ theme: 'dark' })).toEqual({ theme: 'dark' })
  expect(asked).toEqual([])
  expect(await app.changeSettings({ startWithSystem: false })).toEqual({ startWithSystem: false })
  expect(asked).toEqual([false])
})
