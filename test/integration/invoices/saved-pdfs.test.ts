/** Which PDFs were saved into the user's folder: what is on disk of it, and what is left after damage. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { SavedPdfEntry } from '../../../src/main/ports/index.ts'
import { accountFile, bytesIn, edit, folder, ID, keyOf, launch, STORAGE_ERROR } from '../storage/fixtures.ts'

const entry = (more: Partial<SavedPdfEntry> = {}): SavedPdfEntry => ({
  folder: '/home/canary/Invoices',
  path: '2026/canary.pdf',
  number: 'canary-1',
  at: '2026-11-20T10:00:00.000Z',
  part: null,
  sha256: 'ab',
  ...more
})

/** A folder as an earlier launch left it: one file is complete, and one was being written. */
async function left(): Promise<string> {
  const path = folder()
  const { account, quit } = launch(path)
  await account.savedPdfs.put('canary-a', entry())
  await account.savedPdfs.put('canary-b', entry({ part: 'canary.part', number: 'canary-2' }))
  quit()
  return path
}

test('are known to the next launch, and unreadable in the folder', async () => {
  const path = await left()
  expect(bytesIn(path)).not.toContain('canary')
  const { savedPdfs } = launch(path).account
  expect(await savedPdfs.unsaved(['canary-a', 'canary-b', 'canary-c'])).toEqual([
    { key: 'canary-b', begun: entry({ part: 'canary.part', number: 'canary-2' }) },
    { key: 'canary-c', begun: null }
  ])
  const { rows, total } = await savedPdfs.newest(10)
  expect(total).toBe(1)
  expect(await savedPdfs.entry(rows[0]?.row ?? 0)).toEqual(entry())
  expect(await savedPdfs.entry(99)).toBeNull()
})

test('the newest come first, and the entry of a file replaces that of its beginning', async () => {
  const { savedPdfs } = launch(await left()).account
  await savedPdfs.put('canary-b', entry({ number: 'canary-2', at: '2026-11-21T10:00:00.000Z' }))
  const { rows, total } = await savedPdfs.newest(1)
  expect(total).toBe(2)
  expect(rows).toMatchObject([{ at: '2026-11-21T10:00:00.000Z' }])
  expect(await savedPdfs.entry(rows[0]?.row ?? 0)).toMatchObject({ number: 'canary-2' })
  expect(await savedPdfs.unsaved(['canary-a', 'canary-b'])).toEqual([])
})

describe('without a way to record it, nothing counts as to be saved', () => {
  test.each([
    ['no key', async () => null],
    ['a locked keychain', () => Promise.reject(new AppError('KEYCHAIN_LOCKED'))]
  ])('%s', async (_why, key) => {
    const { savedPdfs } = launch(folder(), key).account
    expect(await savedPdfs.unsaved(['a'])).toBeNull()
    await expect(savedPdfs.put('a', entry())).rejects.toMatchObject(STORAGE_ERROR)
  })

  test('the list asks for the key', async () => {
    const { savedPdfs } = launch(await left(), () => Promise.reject(new AppError('KEYCHAIN_LOCKED'))).account
    await expect(savedPdfs.entry(1)).rejects.toMatchObject({ info: { code: 'KEYCHAIN_LOCKED', found: 'sealed' } })
  })
})

test('stay when the file is damaged or of an earlier version, and go with the account', async () => {
  const path = await left()
  edit(accountFile(path), 'PRAGMA user_version = 99')
  const { account, storage } = launch(path)
  expect(await account.condition()).toBe('rebuilt')
  expect(await account.savedPdfs.unsaved(['canary-a'])).toEqual([])
  storage.erase(ID)
  expect(await storage.open(ID, keyOf).savedPdfs.unsaved(['canary-a'])).toEqual([{ key: 'canary-a', begun: null }])
})

test('an altered entry is left out', async () => {
  const path = await left()
  edit(accountFile(path), 'UPDATE saved_pdfs SET data = zeroblob(length(data))')
  const { savedPdfs } = launch(path).account
  const { rows } = await savedPdfs.newest(10)
  expect(await savedPdfs.entry(rows[0]?.row ?? 0)).toBeNull()
  expect(await savedPdfs.unsaved(['canary-b'])).toEqual([{ key: 'canary-b', begun: null }])
})
