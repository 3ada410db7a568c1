/** Kept PDFs, and the facts that the person was told of: what lies on disk, and what is there when it can't be used. */
import { mkdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError, toErrorInfo, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import { openAccountStore } from '../../../src/main/storage/account-store.ts'
import { createPdfStore } from '../../../src/main/storage/pdf-store.ts'
import { copyNotifiedEvents, createNotifiedEvents } from '../../../src/main/storage/notified-events.ts'
import type { PdfRoom } from '../../../src/main/core/ports/index.ts'
import { accountFile, bytesIn, storageIn, folder, ID, INFO, invoice, KEY, keyOf } from './fixtures.ts'

const AT = '2026-11-20T10:00:00.000Z'
const PDF = new TextEncoder().encode(`%PDF-1.4\n${'canary '.repeat(2000)}`)
const OTHER_ID = ID.replace('0b', '1c')
const failing = (code: ErrorCode) => async (): Promise<string> => {
  throw new AppError(code)
}
const codeOf = async (work: Promise<unknown>): Promise<unknown> => {
  const { code, found } = await work.then(() => ({ code: 'none', found: undefined }), toErrorInfo)
  return found === undefined ? code : [code, found]
}

/** A folder as an earlier launch left it, with a PDF and a fact. */
async function left(): Promise<string> {
  const path = folder()
  const storage = storageIn(path)
  const account = storage.open(ID, keyOf)
  expect(await account.savePdf('i1', PDF, AT, 'make')).toBe(true)
  await account.noteTold(['new i1'])
  storage.close()
  return path
}

describe('a saved PDF', () => {
  test('is read back, also by the next launch, and is unreadable in the folder', async () => {
    const path = folder()
    const first = storageIn(path)
    const account = first.open(ID, keyOf)
    expect(await account.pdfInfo('canary-i1')).toBeNull()
    expect(await account.pdf('canary-i1')).toBeNull()
    expect(await account.savePdf('canary-i1', PDF, AT, 'make')).toBe(true)
    expect(await account.pdf('canary-i1')).toEqual(Buffer.from(PDF))
    expect(await account.pdfInfo('canary-i1')).toEqual({ at: AT, bytes: PDF.byteLength })
    expect(bytesIn(path)).not.toContain('canary')
    expect(bytesIn(path)).not.toContain('%PDF')
    first.close()
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.pdf('canary-i1')).toEqual(Buffer.from(PDF))
    expect(await again.pdf('canary-i2')).toBeNull()
    expect(bytesIn(path)).not.toContain('canary')
  })

  test('is replaced when it is fetched again, and can be deleted', async () => {
    const account = storageIn(await left()).open(ID, keyOf)
    const later = '2026-11-21T10:00:00.000Z'
    expect(await account.savePdf('i1', PDF.subarray(0, 100), later, 'make')).toBe(true)
    expect(await account.pdfInfo('i1')).toEqual({ at: later, bytes: 100 })
    await account.dropPdf('i1')
    expect(await account.pdfInfo('i1')).toBeNull()
    expect(await account.pdf('i1')).toBeNull()
    await account.dropPdf('i1')
  })

  test('stays when the invoices change, and is deleted with the account', async () => {
    const path = await left()
    const storage = storageIn(path)
    const account = storage.open(ID, keyOf)
    await account.saveInvoices([invoice('i2')], INFO)
    expect(await account.pdfInfo('i1')).not.toBeNull()
    storage.erase(ID)
    expect(await storage.open(ID, keyOf).pdfInfo('i1')).toBeNull()
    expect((await storage.open(ID, keyOf).untold(['new i1'])).first).toBe(true)
  })

  /** A store with small limits, whose PDFs are a few bytes. */
  function limited(limits: { bytes: number; count: number }) {
    const file = accountFile(folder())
    const store = openAccountStore(file)
    onTestFinished(() => store.close())
    const key = async () => Buffer.from(KEY, 'base64')
    const pdfs = createPdfStore(ID, file, store, { keyToDecrypt: key, keyToEncrypt: key }, limits)
    return {
      pdfs,
      save: (name: string, size: number, room: PdfRoom) => pdfs.savePdf(name, PDF.subarray(0, size), AT, room),
      async saved(): Promise<string> {
        const infos = await Promise.all(
          ['a', 'b', 'c', 'd'].map(async (name) => ((await pdfs.pdfInfo(name)) ? name : ''))
        )
        return infos.join('')
      }
    }
  }

  test('makes room by deleting the oldest', async () => {
    const { pdfs, save, saved } = limited({ bytes: 250, count: 99 })
    for (const name of ['a', 'b', 'a', 'c']) await save(name, 100, 'make')
    expect(await saved()).toBe('ac')
    await save('d', 100, 'make')
    expect(await saved()).toBe('cd')
    expect(await pdfs.pdf('d')).toEqual(Buffer.from(PDF.subarray(0, 100)))
  })

  test('of an export is saved only while there is room', async () => {
    const { pdfs, save, saved } = limited({ bytes: 250, count: 99 })
    expect(await save('a', 100, 'make')).toBe(true)
    expect([await save('b', 150, 'ifFree'), await save('c', 1, 'ifFree')]).toEqual([true, false])
    // It may take the room of the one that it replaces.
    expect([await save('b', 140, 'ifFree'), await save('b', 151, 'ifFree')]).toEqual([true, false])
    expect(await pdfs.pdfInfo('b')).toMatchObject({ bytes: 140 })
    expect(await save('d', 100, 'make')).toBe(true)
    expect(await saved()).toBe('bd')
  })

  test('counts towards a maximum number, however small it is', async () => {
    const { save, saved } = limited({ bytes: 250, count: 2 })
    const results = []
    for (const name of ['a', 'b', 'c', 'b']) results.push(await save(name, 9, 'ifFree'))
    expect(results).toEqual([true, true, false, true])
    expect(await save('c', 9, 'make')).toBe(true)
    expect(await saved()).toBe('bc')
  })
})

describe('without the key', () => {
  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const)(
    '%s: it can’t be read, and none is kept',
    async (code) => {
      const account = storageIn(await left()).open(ID, failing(code))
      expect(await codeOf(account.pdf('i1'))).toEqual([code, 'sealed'])
      expect(await codeOf(account.dropPdf('i1'))).toEqual([code, 'sealed'])
      expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
      expect(await account.pdfInfo('i1')).toBeNull()
    }
  )

  test.each(['KEYCHAIN_LOCKED', 'KEYCHAIN_MISSING'] as const)(
    '%s: where none is kept, nobody asks for it',
    async (code) => {
      const account = storageIn(folder()).open(ID, failing(code))
      expect([await account.pdf('i1'), await account.pdfInfo('i1')]).toEqual([null, null])
      await account.dropPdf('i1')
    }
  )

  test('no PDF is saved, and earlier ones stay', async () => {
    const path = await left()
    const storage = storageIn(path)
    const account = storage.open(ID, async () => null)
    expect(await account.pdf('i1')).toBeNull()
    expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
    storage.close()
    expect(await storageIn(path).open(ID, keyOf).pdf('i1')).toEqual(Buffer.from(PDF))
  })
})

describe('notified events', () => {
  const facts = ['canary-new i1', 'canary-new i2', 'canary-due i1']

  test('differ from new events, also at the next launch', async () => {
    const path = folder()
    const first = storageIn(path)
    const account = first.open(ID, keyOf)
    expect(await account.untold(facts)).toEqual({ first: true, untold: facts })
    await account.noteTold([facts[0] ?? ''])
    expect(await account.untold(facts)).toEqual({ first: false, untold: facts.slice(1) })
    expect(bytesIn(path)).not.toContain('canary')
    first.close()
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.untold(facts)).toEqual({ first: false, untold: facts.slice(1) })
    await again.noteTold(facts)
    await again.noteTold(facts)
    expect(await again.untold(facts)).toEqual({ first: false, untold: [] })
  })

  test('may be empty, and belong to one account', async () => {
    const storage = storageIn(folder())
    const account = storage.open(ID, keyOf)
    await account.noteTold([])
    expect(await account.untold(facts)).toEqual({ first: false, untold: facts })
    await account.noteTold(facts)
    expect(await storage.open(OTHER_ID, keyOf).untold(facts)).toEqual({ first: true, untold: facts })
  })

  test('without a key are known until quit only', async () => {
    const path = folder()
    const first = storageIn(path)
    const account = first.open(ID, failing('KEYCHAIN_MISSING'))
    expect(await account.untold(facts)).toEqual({ first: true, untold: facts })
    await account.noteTold(facts.slice(0, 1))
    await account.noteTold(facts.slice(1, 2))
    expect(await account.untold(facts)).toEqual({ first: false, untold: facts.slice(2) })
    first.close()
    expect(await storageIn(path).open(ID, keyOf).untold(facts)).toEqual({ first: true, untold: facts })
  })

  test('are stored once the key is available', async () => {
    const path = await left()
    const first = storageIn(path)
    let isLocked = true
    const account = first.open(ID, () => (isLocked ? failing('KEYCHAIN_LOCKED')() : keyOf()))
    await account.noteTold(facts.slice(0, 2))
    isLocked = false
    expect(await account.untold([...facts, 'new i1'])).toEqual({ first: false, untold: facts.slice(2) })
    first.close()
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.untold([...facts, 'new i1'])).toEqual({ first: false, untold: facts.slice(2) })
  })

  test('can’t be guessed without the key', async () => {
    const account = storageIn(await left()).open(ID, async () => Buffer.alloc(32, 9).toString('base64'))
    expect(await account.untold(['new i1'])).toEqual({ first: true, untold: ['new i1'] })
  })

  test('count as the first ones if the app ends while they are stored', async () => {
    const path = folder()
    const first = storageIn(path)
    const noting = first.open(ID, keyOf).noteTold(Array.from({ length: 5000 }, (_none, at) => `new i${at}`))
    await setImmediate()
    first.close()
    expect(await codeOf(noting)).toBe('STORAGE')
    const { first: isFirst, untold } = await storageIn(path).open(ID, keyOf).untold(['new i0', 'new i4999'])
    expect({ isFirst, untold }).toEqual({ isFirst: true, untold: ['new i4999'] })
  })

  test('have a maximum number: the oldest are deleted, but not that there were any', async () => {
    const keys = { keyToEncrypt: async () => Buffer.from(KEY, 'base64') }
    const [store, other] = [openAccountStore(accountFile(folder())), openAccountStore(accountFile(folder()))]
    onTestFinished(() => [store, other].forEach((one) => one.close()))
    const told = createNotifiedEvents(store, keys, 4)
    await told.noteTold(['a', 'b'])
    await told.noteTold(['c', 'a'])
    expect((await told.untold(['a', 'b', 'c'])).untold).toEqual([])
    await told.noteTold(['d', 'e'])
    expect((await told.untold(['a', 'b', 'c', 'd', 'e'])).untold).toEqual(['a', 'b'])
    await told.noteTold(['f', 'g', 'h'])
    const facts = ['c', 'd', 'e', 'f', 'g', 'h']
    const left = { first: false, untold: ['c', 'd'] }
    expect(await told.untold(facts)).toEqual(left)
    store.read((from) => other.change((to) => copyNotifiedEvents(from, to)))
    expect(await createNotifiedEvents(other, keys).untold(facts)).toEqual(left)
    const fewer = createNotifiedEvents(other, keys, 2)
    await fewer.noteTold(['i'])
    expect((await fewer.untold(['g', 'h', 'i'])).untold).toEqual(['g'])
  })

  test('10,000 events don’t block other work', async () => {
    const account = storageIn(folder()).open(ID, keyOf)
    const many = Array.from({ length: 10_000 }, (_none, at) => JSON.stringify(['state', `invoice ${at}`, 'open']))
    let turns = 0
    let over = false
    const next = async (): Promise<void> => {
      for (; !over; turns += 1) await setImmediate()
    }
    const turning = next()
    await account.noteTold(many)
    expect(await account.untold(many)).toEqual({ first: false, untold: [] })
    over = true
    await turning
    // Twice ten pieces.
    expect(turns).toBeGreaterThan(15)
  })
})

describe('in a file that can’t be written', () => {
  test('PDFs are read in place, none is saved or deleted, and events stay until quit', async () => {
    const path = await left()
    // A -wal that is a folder: SQLite can read the file, and can't open it for writing.
    mkdirSync(`${accountFile(path)}-wal`)
    const first = storageIn(path)
    const account = first.open(ID, keyOf)
    expect(await account.condition()).toBe('memory')
    expect(await account.pdfInfo('i1')).toEqual({ at: AT, bytes: PDF.byteLength })
    expect(await account.pdf('i1')).toEqual(Buffer.from(PDF))
    expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(false)
    expect(await codeOf(account.dropPdf('i1'))).toBe('STORAGE')
    expect(await account.untold(['new i1', 'new i2'])).toEqual({ first: false, untold: ['new i2'] })
    await account.noteTold(['new i2'])
    expect((await account.untold(['new i2'])).untold).toEqual([])
    first.close()
    rmSync(`${accountFile(path)}-wal`, { recursive: true })
    const again = storageIn(path).open(ID, keyOf)
    expect(await again.pdf('i1')).toEqual(Buffer.from(PDF))
    expect((await again.untold(['new i1', 'new i2'])).untold).toEqual(['new i2'])
  })
})

describe('in a damaged file', () => {
  const harm: Record<string, (file: string) => void> = {
    'of a newer version'(file) {
      const db = new DatabaseSync(file)
      db.exec('PRAGMA user_version = 99')
      db.close()
    },
    'cut off': (file) => truncateSync(file, Math.floor(statSync(file).size * 0.8))
  }

  test.each(Object.entries(harm))('%s: readable data is copied to the new one', async (_name, harmIt) => {
    const path = await left()
    const before = storageIn(path)
    const pictures = before.open(ID, keyOf)
    for (let at = 0; at < 50; at += 1) {
      await pictures.savePicture(String(at), 'x', { type: 'image/png', bytes: new Uint8Array(20_000) })
    }
    before.close()
    harmIt(accountFile(path))
    const account = storageIn(path).open(ID, keyOf)
    expect(await account.condition()).toBe('rebuilt')
    expect(await account.pdf('i1')).toEqual(Buffer.from(PDF))
    expect(await account.untold(['new i1', 'new i2'])).toEqual({ first: false, untold: ['new i2'] })
    expect(await account.savePdf('i2', PDF, AT, 'make')).toBe(true)
    expect(await account.pdf('i2')).toEqual(Buffer.from(PDF))
  })
})
