/** What Core connects. */
import { expect, test, vi } from 'vitest'
import { createHandlers } from '../../../src/main/ipc/handlers.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import type { AppInfo, Desktop } from '../../../src/shared/models/desktop.ts'
import { signIn } from './launch.ts'
import { connectCore } from './whole-core.ts'

const nothing = (): void => undefined
type Connected = ReturnType<typeof connectCore>

/** Two accounts with the setting `allAccounts`, both of which have been read. */
async function start() {
  const { core, storage, log } = connectCore()
  for (const name of ['ada', 'bob']) await signIn(core.accounts, `${name}@example.com`)
  core.settings.change({ allAccounts: true })
  core.start()
  /** How many use each account's storage. */
  const users = (): number[] => ['id-1', 'id-2'].map((id) => storage.accounts.get(id)?.openings ?? 0)
  await expect.poll(users).toEqual([1, 1])
  await core.invoices.page(null, { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 })
  expect(users()).toEqual([1, 1])
  return { core, storage, users, log }
}

test('the status names settings that were damaged, until the user has seen them', async () => {
  const { core } = connectCore({ unusable: ['theme'] })
  expect(await core.readStatus(null, false)).toMatchObject({ lostSettings: ['theme'] })
  core.settings.acceptLoss()
  expect(await core.readStatus(null, false)).toMatchObject({ lostSettings: [] })
})

test('logs what happens, with accounts as numbers', async () => {
  const { core, log } = await start()
  await core.lock.setPin('1234', null)
  core.lock.lock()
  core.stop()
  expect(log.events).toEqual(
    expect.arrayContaining([
      { name: 'accountsChanged', facts: { accounts: 2, signedIn: 2 } },
      { name: 'settingChanged', facts: { name: 'allAccounts' } },
      {
        name: 'topicFetched',
        facts: { account: 2, topic: 'invoices', outcome: 'stored', status: null, ms: expect.any(Number) }
      },
      { name: 'lockChanged', facts: { locked: true } }
    ])
  )
})

test('the lists of all accounts are closed with the lock', async () => {
  const { core, users } = await start()
  await core.lock.setPin('1234', null)
  core.lock.lock()
  expect(users()).toEqual([0, 1])
})

test('the lists of all accounts are closed before the end', async () => {
  const { core, users } = await start()
  core.stop()
  core.closeAccounts()
  expect(users()).toEqual([0, 0])
})

test('an account’s list is closed before its files are erased, and all before everything is', async () => {
  const { core, storage } = await start()
  const [first, second] = [storage.accounts.get('id-1'), storage.accounts.get('id-2')]
  const usersAtErase: (number | undefined)[] = []
  const erase = storage.erase.bind(storage)
  storage.erase = (id) => {
    usersAtErase.push(storage.accounts.get(id)?.openings)
    erase(id)
  }
  await core.accounts.remove('id-1')
  expect([first?.openings, usersAtErase]).toEqual([0, [0]])
  await core.invoices.page(null, { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 9 })
  await core.eraseEverything(false)
  expect([second?.openings, usersAtErase]).toEqual([0, [0, 0]])
  core.stop()
})

test('everything is erased with several accounts', async () => {
  const { core } = await start()
  await core.eraseEverything(false)
  expect(core.accounts.all).toEqual([])
  core.stop()
})

test.each([true, false])('a refresh is of all accounts or of the one that is named: %s', async (all) => {
  const { core } = await start()
  const refreshAll = vi.spyOn(core.refresh, 'fetchAllAccounts')
  const refreshOne = vi.spyOn(core.refresh, 'fetch')
  const { app } = createHandlers({
    core,
    info: {} as AppInfo,
    capabilities: { read: async () => ({}) as Desktop, saveWithAutostart: async (_isOn, save) => save() },
    globalShortcut: { pause: nothing, resume: nothing },
    files: { reveal: nothing },
    updates: { load: async () => null, notice: () => null, openPage: async () => '' },
    pageMessages: () => ({ language: 'en', json: '{}' }),
    copyText: async () => undefined,
    loadAbout: () => Promise.reject(new Error('no About here')),
    reportPageError: nothing,
    takeRoute: () => ({ path: null, account: null })
  })
  await app.refresh({ of: 'id-1', all, topic: 'invoices' })
  expect(refreshAll.mock.calls).toHaveLength(all ? 1 : 0)
  expect(refreshOne.mock.calls).toEqual(all ? [] : [[core.accounts.get('id-1'), 'invoices']])
  core.stop()
})

test.each<[string, (core: Connected['core']) => Promise<unknown>]>([
  ['accounts and settings', (core) => core.transferFile.exportFile()],
  ['a definition', (core) => core.connections.exportFile({ provider: null, baseUrl: 'https://host.example' })],
  [
    'diagnostics',
    async (core) => {
      const diagnostics = await core.loadDiagnostics()
      return diagnostics.save((await diagnostics.report()).id, [])
    }
  ]
])('%s aren’t saved when the app is locked while the user chooses a file', async (_what, save) => {
  const { core, files } = connectCore()
  await core.lock.setPin('1234', null)
  await save(core)
  expect(files.text).not.toBe('')
  files.text = ''
  files.beforePiece = (written) => {
    if (written === '') core.lock.lock()
  }
  await expect(save(core)).rejects.toMatchObject({ info: { code: 'CANCELLED' } })
  expect(files.text).toBe('')
  core.stop()
})
