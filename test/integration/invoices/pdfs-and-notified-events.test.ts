/** Saved PDFs and notified events: their bytes on disk, and what works when the key or the file can't be used. */
import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import { openAccountFile } from '../../../src/main/storage/account-files.ts'
import { PdfStore } from '../../../src/main/invoices/storage/pdf-store.ts'
import { copyNotifiedEvents, NotifiedEvents } from '../../../src/main/storage/notified-events.ts'
import type { PdfRoom } from '../../../src/main/ports/index.ts'
import {
  accountFile,
  bytesIn,
  edit,
  folder,
  ID,
  INFO,
  invoice,
  KEY,
  keyOf,
  launch,
  OTHER_ID,
  STORAGE_ERROR
} from '../storage/fixtures.ts'

const AT = '2026-11-20T10:00:00.000Z'
const PDF = Buffer.from(`%PDF-1.4\n${'canary '.repeat(2000)}`)
const failing = (code: ErrorCode) => (): Promise<string> => Promise.reject(new AppError(code))

/** A folder as an earlier launch left it, with a PDF and an event. */
async function left(): Promise<string> {
  const path = folder()
  const { account, quit } = launch(path)
  expect(await account.savePdf('i1', PDF, AT, 'make')).toBe(true)
  await account.markNotified(['new i1'])
  quit()
  return path
}

describe('a saved PDF', () => {
  test('is read back, also by the next launch, and is unreadable in the folder', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    expect(await account.keptPdfInfo('canary-i1')).toBeNull()
    expect(await account.pdf('canary-i1')).toBeNull()
    expect(await account.savePdf('canary-i1', PDF, AT, 'make')).toBe(true)
    expect(await account.pdf('canary-i1')).toEqual(PDF)
    expect(await account.keptPdfInfo('canary-i1')).toEqual({ at: AT, bytes: PDF.byteLength })
    expect(bytesIn(path)).not.toMatch(/canary|%PDF/)
    quit()
    const { account: again } = launch(path)
    expect(await again.pdf('canary-i1')).toEqual(PDF)
    expect(await again.pdf('canary-i2')).toBeNull()
    expect(bytesIn(path)).not.toContain('canary')
  })

  test('stays when the invoices change, is replaced when it is fetched again, and can be deleted', async () => {
    const { account } = launch(await left())
    await account.saveInvoices([invoice('i2')], INFO)
    expect(await account.keptPdfInfo('i1')).not.toBeNull()
    const later = '2026-11-21T10:00:00.000Z'
    expect(await account.savePdf('i1', PDF.subarray(0, 100), later, 'make')).toBe(true)
    expect(await account.keptPdfInfo('i1')).toEqual({ at: later, bytes: 100 })
    await account.dropPdf('i1')
    expect(await account.keptPdfInfo('i1')).toBeNull()
    expect(await account.pdf('i1')).toBeNull()
    await account.dropPdf('i1')
  })

  test('is deleted with the account, and so are its events', async () => {
    const { storage } = launch(await left())
    storage.erase(ID)
    expect(await storage.open(ID, keyOf).keptPdfInfo('i1')).toBeNull()
    expect(await storage.open(ID, keyOf).unnotified(['new i1'])).toEqual(['new i1'])
  })

  /** A store with small limits. */
  function limited(limits: { bytes: number; count: number }) {
    const file = accountFile(folder())
    const store = openAccountFile(file)
    onTestFinished(() => store.close())
    const key = async () => Buffer.from(KEY, 'base64')
    const pdfs = new PdfStore(ID, file, store, { toDecrypt: key, toEncrypt: key }, limits)
    return {
      save: (name: string, size: number, room: PdfRoom) => pdfs.save(name, PDF.subarray(0, size), AT, room),
      async sizes(): Promise<string> {
        const infos = await Promise.all(['a', 'b', 'c', 'd'].map((name) => pdfs.info(name)))
        return infos.map((info) => info?.bytes ?? '-').join(' ')
      }
    }
  }

  test('makes room by deleting the oldest', async () => {
    const { save, sizes } = limited({ bytes: 250, count: 99 })
    for (const name of ['a', 'b', 'a', 'c']) await save(name, 100, 'make')
    expect(await sizes()).toBe('100 - 100 -')
    await save('d', 100, 'make')
    expect(await sizes()).toBe('- - 100 100')
  })

  test('of an export is saved only while there is room', async () => {
    const { save, sizes } = limited({ bytes: 250, count: 99 })
    expect(await save('a', 100, 'make')).toBe(true)
    expect([await save('b', 150, 'ifFree'), await save('c', 1, 'ifFree')]).toEqual([true, false])
    // It may take the room of the one that it replaces.
    expect([await save('b', 140, 'ifFree'), await save('b', 151, 'ifFree')]).toEqual([true, false])
    expect(await save('d', 100, 'make')).toBe(true)
    expect(await sizes()).toBe('- 140 - 100')
  })

  test('counts towards a maximum number, however small it is', async () => {
    const { save, sizes } = limited({ bytes: 250, count: 2 })
    const results = []
    for (const name of ['a', 'b', 'c', 'b']) results.push(await save(name, 9, 'ifFree'))
    expect(results).toEqual([true, true, false, true])
    expect(await save('c', 9, 'make')).toBe(true)
    expect(await sizes()).toBe('- 9 9 -')
  })
})

describe('without the key', () => {
  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const)(
    '%s: saved PDFs are errors, and none is saved',
    async (code) => {
      const { account } = launch(await left(), failing(code))
      const sealed = { info: { code, found: 'sealed' } }
      await expect(account.pdf('i1')).rejects.toMatchObject(sealed)
      await expect(account.dropPdf('i1')).rejects.toMatchObject(sealed)
      expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
      expect(await account.keptPdfInfo('i1')).toBeNull()
    }
  )

  test('an account without PDFs doesn’t ask for it', async () => {
    const { account } = launch(folder(), failing('KEYCHAIN_LOCKED'))
    expect([await account.pdf('i1'), await account.keptPdfInfo('i1')]).toEqual([null, null])
    await account.dropPdf('i1')
  })

  test('that doesn’t exist, no PDF is saved, and earlier ones stay', async () => {
    const path = await left()
    const { account, quit } = launch(path, async () => null)
    expect(await account.pdf('i1')).toBeNull()
    expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
    quit()
    expect(await launch(path).account.pdf('i1')).toEqual(PDF)
  })
})

describe('notified events', () => {
  const events = ['canary-new i1', 'canary-new i2', 'canary-due i1']

  test('differ from new events, also at the next launch', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    expect(await account.unnotified(events)).toEqual(events)
    await account.markNotified([events[0] ?? ''])
    expect(await account.unnotified(events)).toEqual(events.slice(1))
    expect(bytesIn(path)).not.toContain('canary')
    quit()
    const { account: again } = launch(path)
    expect(await again.unnotified(events)).toEqual(events.slice(1))
    await again.markNotified(events)
    await again.markNotified(events)
    expect(await again.unnotified(events)).toEqual([])
  })

  test('can be taken back, also before the key is available', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    await account.markNotified(events)
    await account.unmarkNotified(events.slice(1))
    await account.unmarkNotified(['never marked'])
    expect(await account.unnotified(events)).toEqual(events.slice(1))
    await account.unmarkNotified(events)
    quit()
    let key = failing('KEYCHAIN_LOCKED')
    const { account: again } = launch(path, () => key())
    await again.markNotified(events)
    await again.unmarkNotified(events.slice(1))
    key = async () => KEY
    expect(await again.unnotified(events)).toEqual(events.slice(1))
  })

  test('may be empty, and belong to one account', async () => {
    const { storage, account } = launch()
    await account.markNotified([])
    expect(await account.unnotified(events)).toEqual(events)
    await account.markNotified(events)
    expect(await storage.open(OTHER_ID, keyOf).unnotified(events)).toEqual(events)
  })

  test('are in memory until the key is available', async () => {
    const path = await left()
    let key = failing('KEYCHAIN_LOCKED')
    const { account, quit } = launch(path, () => key())
    expect(await account.unnotified(events)).toEqual(events)
    await account.markNotified(events.slice(0, 1))
    await account.markNotified(events.slice(1, 2))
    expect(await account.unnotified(events)).toEqual(events.slice(2))
    expect(await launch(path).account.unnotified(events)).toEqual(events)
    key = async () => KEY
    expect(await account.unnotified([...events, 'new i1'])).toEqual(events.slice(2))
    quit()
    expect(await launch(path).account.unnotified([...events, 'new i1'])).toEqual(events.slice(2))
  })

  test('can’t be guessed without the key', async () => {
    const { account } = launch(await left(), async () => Buffer.alloc(32, 9).toString('base64'))
    expect(await account.unnotified(['new i1'])).toEqual(['new i1'])
  })

  test('are stored in their order, if the app ends meanwhile without the last ones', async () => {
    const path = folder()
    const { account, quit } = launch(path)
    const noting = account.markNotified(Array.from({ length: 5000 }, (_none, at) => `new i${at}`))
    await setImmediate()
    quit()
    await expect(noting).rejects.toMatchObject(STORAGE_ERROR)
    const result = await launch(path).account.unnotified(['new i0', 'new i4999'])
    expect(result).toEqual(['new i4999'])
  })

  test('have a maximum number: the oldest are deleted, and one that is recorded again isn’t old', async () => {
    const keys = { toEncrypt: async () => Buffer.from(KEY, 'base64') }
    const [store, other] = [openAccountFile(accountFile(folder())), openAccountFile(accountFile(folder()))]
    onTestFinished(() => [store, other].forEach((one) => one.close()))
    const stored = new NotifiedEvents(store, keys, 4)
    for (const some of ['ab', 'ca', 'de']) await stored.mark([...some])
    expect(await stored.unnotified([...'abcde'])).toEqual(['b'])
    await stored.mark([...'fgh'])
    const kept = ['c', 'd']
    expect(await stored.unnotified([...'cdefgh'])).toEqual(kept)
    store.read((from) => other.change((to) => copyNotifiedEvents(from, to)))
    expect(await new NotifiedEvents(other, keys).unnotified([...'cdefgh'])).toEqual(kept)
    const fewer = new NotifiedEvents(other, keys, 2)
    await fewer.mark(['i'])
    expect(await fewer.unnotified(['g', 'h', 'i'])).toEqual(['g'])
  })

  test('10,000 of them don’t block other work', async () => {
    const { account } = launch()
    const many = Array.from({ length: 10_000 }, (_none, at) => `invoice ${at}`)
    let turns = 0
    let over = false
    const turning = (async () => {
      for (; !over; turns += 1) await setImmediate()
    })()
    await account.markNotified(many)
    expect(await account.unnotified(many)).toEqual([])
    over = true
    await turning
    // Twice ten steps.
    expect(turns).toBeGreaterThan(15)
  })
})

test('in a file that can’t be written, PDFs are read in place, none is saved or deleted, and events stay until quit', async () => {
  const path = await left()
  setWriteVersion(accountFile(path), 3)
  const { account, quit } = launch(path)
  expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
  expect(await account.condition()).toBe('memory')
  expect(await account.keptPdfInfo('i1')).toEqual({ at: AT, bytes: PDF.byteLength })
  expect(await account.pdf('i1')).toEqual(PDF)
  expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
  await expect(account.dropPdf('i1')).rejects.toMatchObject(STORAGE_ERROR)
  expect(await account.unnotified(['new i1', 'new i2'])).toEqual(['new i2'])
  await account.markNotified(['new i2'])
  expect(await account.unnotified(['new i2'])).toEqual([])
  quit()
  setWriteVersion(accountFile(path), 2)
  const { account: again } = launch(path)
  expect(await again.pdf('i1')).toEqual(PDF)
  expect(await again.unnotified(['new i1', 'new i2'])).toEqual(['new i2'])
})

/** SQLite only reads a file with a later one than its own, which is 2 (sqlite.org/fileformat.html). */
function setWriteVersion(file: string, version: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Uint8Array.of(version), 0, 1, 18)
  closeSync(handle)
}

test.each<[string, (file: string) => void]>([
  ['of another version', (file) => edit(file, 'PRAGMA user_version = 99')],
  ['cut off', (file) => truncateSync(file, Math.floor(statSync(file).size * 0.8))]
])('from a damaged file (%s) readable PDFs and events are copied to the new one', async (_name, harm) => {
  const path = await left()
  const { account: before, quit } = launch(path)
  for (let at = 0; at < 50; at += 1) {
    await before.savePicture(String(at), 'x', { type: 'image/png', bytes: new Uint8Array(20_000) })
  }
  quit()
  harm(accountFile(path))
  const { account } = launch(path)
  expect(await account.condition()).toBe('rebuilt')
  expect(await account.pdf('i1')).toEqual(PDF)
  expect(await account.unnotified(['new i1', 'new i2'])).toEqual(['new i2'])
  expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(true)
  expect(await account.pdf('i2')).toEqual(PDF)
})
