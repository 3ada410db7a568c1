import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { SafeFolderFiles } from '../../../../src/main/desktop/files/folder-files.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { MOST_LISTED_PDFS } from '../../../../src/shared/models/pdf-folder.ts'
import { failing, settle } from '../../../support/ports.ts'
import { errorOf } from '../../app/launch.ts'
import { record, recordById } from '../invoices.ts'
import { startFolder } from './folder.ts'

type Started = Awaited<ReturnType<typeof startFolder>>
let started: Started

beforeEach(async () => {
  started = await startFolder()
})

const PLACE = '/home/user/Invoices/ada@example.com'
const paths = (): string[] => started.world.files.paths

/** Until nothing runs any more. The modules are loaded: the rest only waits for promises. */
async function idle({ folder } = started): Promise<void> {
  for (let quiet = 0; quiet < 30; quiet = folder.state().progress === null ? quiet + 1 : 0) await settle()
}
const until = (condition: () => boolean): Promise<void> => expect.poll(condition, { timeout: 5000 }).toBe(true)

const on = (key: string, issuedDay: string | null, more: object = {}) =>
  record(key, {}, { issuedDay, issuedAt: issuedDay, ...more })

describe('before a folder is set', () => {
  test('it is off, and nothing of it is loaded or stored', async () => {
    await started.fillNow(record('a'))
    started.folder.invoicesFetched('id-1')
    await idle()
    expect(started.folder.state()).toEqual({
      folder: null,
      progress: null,
      problem: null,
      notFetched: 0,
      lastSavedAt: null
    })
    expect(started.world.loads).toBe(0)
    expect(started.cache.registry.folderRecord).toBeNull()
  })

  test('turning it on needs a folder, which only the dialog can name', async () => {
    expect(await errorOf(started.change({ pdfFolderOn: true }))).toEqual({ code: 'BAD_REQUEST' })
    // Cancelled.
    expect((await started.folder.chooseFolder()).folder).toBeNull()
    started.files.folder = '/home/user/Invoices'
    expect(await started.folder.chooseFolder()).toMatchObject({ folder: '/home/user/Invoices' })
    expect(started.cache.registry.settings()).toMatchObject({ pdfFolderOn: false, pdfFolderFrom: '2026-11-20' })
    await started.change({ pdfFolderOn: true, pdfFolderFrom: null })
    started.files.folder = '/home/user/Papers'
    await started.folder.chooseFolder()
    expect(started.cache.registry.settings()).toMatchObject({ pdfFolderOn: true, pdfFolderFrom: null })
  })

  test('a folder that is chosen while the app gets locked isn’t taken', async () => {
    started.files.folder = '/home/user/Invoices'
    const choosing = started.folder.chooseFolder()
    started.heard.locked = true
    expect(await errorOf(choosing)).toEqual({ code: 'CANCELLED' })
    expect(started.folder.state().folder).toBeNull()
  })

  test('a wrong pattern is refused', async () => {
    expect(await errorOf(started.change({ pdfFolderPattern: '../{number}.pdf' }))).toEqual({ code: 'BAD_REQUEST' })
    await started.change({ pdfFolderPattern: '{number}.pdf' })
    expect(started.cache.registry.settings().pdfFolderPattern).toBe('{number}.pdf')
  })
})

describe('saving', () => {
  test('after a refresh, PDFs that aren’t there yet are saved, the oldest first', async () => {
    await started.turnOn()
    await started.fillNow(on('b', '2026-11-12'), on('a', '2026-11-10'))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 2)
    expect(paths()).toEqual([`${PLACE}/a.pdf`, `${PLACE}/b.pdf`])
    await idle()
    expect(started.heard.asked).toEqual(['https://pay.example/a.pdf', 'https://pay.example/b.pdf'])
    expect(started.folder.state()).toMatchObject({ lastSavedAt: started.clock.now().toISOString(), problem: null })
    expect(started.publisher.topics).toContain('pdfFolder')
  })

  test('nothing is saved twice: not after a restart, and not when the user deleted the file', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    started.world.files.saved.clear()
    const again = started.launch()
    again.invoicesFetched('id-1')
    again.retry()
    await until(() => started.world.loads === 2)
    await idle({ ...started, folder: again })
    expect(paths()).toEqual([])
    expect(started.heard.asked).toHaveLength(1)
  })

  test('only from the chosen day on; all, with those that have no day, when there is none', async () => {
    await started.turnOn()
    await started.fillNow(on('old', '2026-10-31'), on('new', '2026-11-01'), on('dateless', null))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    expect(paths()).toEqual([`${PLACE}/new.pdf`])
    await idle()
    await started.change({ pdfFolderFrom: null })
    await until(() => paths().length === 3)
    expect(paths()).toEqual([`${PLACE}/new.pdf`, `${PLACE}/old.pdf`, `${PLACE}/dateless.pdf`])
  })

  test('void invoices are saved, drafts and invoices without a PDF are not', async () => {
    await started.turnOn()
    await started.fillNow(
      on('void', '2026-11-10', { state: 'void' }),
      on('draft', '2026-11-10', { providerStatus: ' Draft', state: 'unknown' }),
      record('none', { pdfUrl: null }, { issuedDay: '2026-11-10' })
    )
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    expect(paths()).toEqual([`${PLACE}/void.pdf`])
    expect(started.folder.state().notFetched).toBe(0)
  })

  test('an account in the background is saved, too, and one that isn’t chosen is not', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    await started.openSecond()
    const second = started.storageOf('id-2')
    await second.saveInvoices([on('b', '2026-11-10')], {
      fetchedAt: started.clock.now().toISOString(),
      notes: [],
      validators: null
    })
    await started.change({ pdfFolderAccounts: ['id-1'] })
    started.folder.invoicesFetched('id-2')
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    expect(paths()).toEqual([`${PLACE}/a.pdf`])
    await started.change({ pdfFolderAccounts: null })
    await until(() => paths().length === 2)
    expect(paths()[1]).toBe('/home/user/Invoices/second@example.com/b.pdf')
  })

  test('a provider that sends slowly doesn’t keep the others from their turn, and goes on after them', async () => {
    await started.turnOn()
    await started.fillNow(...['a', 'b', 'c'].map((key) => on(key, '2026-11-10')))
    await started.openSecond()
    await started.storageOf('id-2').saveInvoices([on('of-another', '2026-11-10')], {
      fetchedAt: started.clock.now().toISOString(),
      notes: [],
      validators: null
    })
    const asked: string[] = []
    started.platform.pdf = async (_connection, address) => {
      asked.push(address)
      // The other account is refreshed while the first PDF comes.
      if (asked.length === 1) started.folder.invoicesFetched('id-2')
      await started.clock.advance(120_000)
      return new TextEncoder().encode(`%PDF-1.7 ${address}`)
    }
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 4)
    await idle()
    const names = paths().map((path) => path.slice(path.lastIndexOf('/') + 1))
    expect(names).toEqual(['a.pdf', 'of-another.pdf', 'b.pdf', 'c.pdf'])
    expect(started.folder.state()).toMatchObject({ notFetched: 0, problem: null })
  })

  test('two accounts with the same number get two files', async () => {
    const place = mkdtempSync(join(tmpdir(), 'portside-folder-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    started.world.realFiles = new SafeFolderFiles({ mark: () => Promise.resolve(), reveal: () => undefined })
    await started.fillNow(on('a', '2026-11-10', { number: '7' }))
    await started.openSecond()
    await started.storageOf('id-2').saveInvoices([on('b', '2026-11-10', { number: '7' })], {
      fetchedAt: started.clock.now().toISOString(),
      notes: [],
      validators: null
    })
    started.files.folder = place
    await started.folder.chooseFolder()
    await started.change({ pdfFolderOn: true, pdfFolderFrom: null, pdfFolderPattern: '{number}.pdf' })
    await expect.poll(() => readdirSync(place).toSorted()).toEqual(['7 (2).pdf', '7.pdf'])
    expect(
      readdirSync(place)
        .map((name) => readFileSync(join(place, name), 'utf8'))
        .toSorted()
    ).toEqual(['%PDF-1.7 https://pay.example/a.pdf', '%PDF-1.7 https://pay.example/b.pdf'])
  })

  test('the stored copy is saved without a request', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    await started.file.savePdf('a', new TextEncoder().encode('%PDF-kept'), '2026-11-20T11:00:00.000Z', 'make')
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    expect(started.heard.asked).toEqual([])
  })

  test('without a place to record it, nothing is saved: the next start would save it again', async () => {
    await started.turnOn()
    started.file.savedPdfs.keeps = false
    await started.fillNow(on('a', '2026-11-10'))
    started.folder.invoicesFetched('id-1')
    await idle()
    expect(paths()).toEqual([])
    expect(started.heard.asked).toEqual([])
  })

  test('what a crash interrupted is saved, or found complete', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    const begun = { folder: '/home/user/Invoices', number: 'x', at: '2026-11-20T11:00:00.000Z', part: 'p', sha256: 'x' }
    await started.file.savedPdfs.put('a', { ...begun, path: 'before/a.pdf' })
    await started.file.savedPdfs.put('b', { ...begun, path: 'before/b.pdf' })
    started.world.files.saved.set('/home/user/Invoices/before/a.pdf', new Uint8Array())
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 2)
    await idle()
    expect(paths()).toEqual(['/home/user/Invoices/before/a.pdf', `${PLACE}/b.pdf`])
    expect((await started.folder.saved()).total).toBe(2)
  })
})

describe('an end in the middle', () => {
  test('nothing is saved while the app is locked; the rest follows after the unlock', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    started.world.files.beforeSave = () => {
      started.heard.locked = true
    }
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    expect(paths()).toEqual([`${PLACE}/a.pdf`])
    started.world.files.beforeSave = () => undefined
    started.heard.locked = false
    started.folder.unlocked()
    await until(() => paths().length === 2)
  })

  test('turning it off or quitting ends the running save', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    started.world.files.beforeSave = async () => void (await started.change({ pdfFolderOn: false }))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    expect(paths()).toHaveLength(1)
    started.world.files.beforeSave = () => started.folder.stop()
    await started.change({ pdfFolderOn: true })
    await until(() => paths().length === 2)
    started.folder.retry()
    await idle()
    expect(paths()).toHaveLength(2)
  })

  test('opening another account isn’t one: the rest of the same save follows', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    const { checks } = started.world.files
    started.world.files.beforeSave = async (path) => {
      if (path.endsWith('/a.pdf')) await started.openSecond()
    }
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 2)
    await idle()
    expect(started.accounts.shown?.id).toBe('id-2')
    expect(paths()).toEqual([`${PLACE}/a.pdf`, `${PLACE}/b.pdf`])
    expect(started.world.files.checks - checks).toBe(1)
  })

  test('another connection ends it, and the rest is saved with that one', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    const { checks } = started.world.files
    started.world.files.beforeSave = async (path) => {
      const { connection } = started.account.record
      if (path.endsWith('/a.pdf'))
        await started.accounts.changeConnection('id-1', { ...connection, timeoutSeconds: 60 })
    }
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 2)
    await idle()
    expect(paths()).toEqual([`${PLACE}/a.pdf`, `${PLACE}/b.pdf`])
    expect(started.world.files.checks - checks).toBe(2)
    expect(started.heard.asked).toHaveLength(2)
  })

  test.each([false, true])(
    'an account that is signed out (and erased: %s) meanwhile gets no further file',
    async (erase) => {
      await started.turnOn()
      await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
      started.world.files.beforeSave = () => started.accounts.signOut('id-1', erase)
      started.folder.invoicesFetched('id-1')
      await until(() => paths().length === 1)
      await idle()
      expect(paths()).toEqual([`${PLACE}/a.pdf`])
      expect(started.folder.state().problem).toBeNull()
      expect(started.heard.reported).toEqual([])
    }
  )

  test('an account that is signed out or removed is left out, and the others go on', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    await started.openSecond()
    started.folder.invoicesFetched('id-1')
    await started.accounts.signOut('id-1', true)
    await idle()
    expect(paths()).toEqual([])
    expect(started.folder.state().problem).toBeNull()
  })

  test('erasing everything forgets the folder, also while PDFs are saved', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    await started.openSecond()
    await started.storageOf('id-2').saveInvoices([on('b', '2026-11-10')], {
      fetchedAt: started.clock.now().toISOString(),
      notes: [],
      validators: null
    })
    const { folder, accounts, cache, world } = started
    const { registry } = cache
    world.files.problem = 'gone'
    folder.retry()
    await until(() => folder.state().problem !== null)
    await idle()
    world.files.problem = null
    // As core does.
    const eraseAll = cache.eraseAll.bind(cache)
    cache.eraseAll = () => {
      eraseAll()
      folder.reset()
    }
    world.files.beforeSave = async (path) => {
      if (path.endsWith('/b.pdf')) await accounts.eraseAll(true)
    }
    folder.retry()
    await until(() => accounts.shown === null)
    await idle()
    expect(paths()).toHaveLength(2)
    expect(registry.folderRecord).toBeNull()
    expect(folder.state()).toMatchObject({ folder: null })
  })
})

describe('a PDF that can’t be fetched', () => {
  test('is counted, and asked for again after a day, or when the user asks', async () => {
    await started.turnOn()
    const asked: string[] = []
    started.platform.invoicePdf = async (_access, id) => {
      asked.push(id)
      throw new AppError('NOT_FOUND', { found: 'noPdf' })
    }
    await started.fillNow(recordById('a'))
    const fetched = async (): Promise<void> => {
      started.folder.invoicesFetched('id-1')
      await idle()
    }
    await fetched()
    await until(() => started.folder.state().notFetched === 1)
    await idle()
    await fetched()
    expect(asked).toHaveLength(1)
    await started.clock.advance(24 * 3_600_000)
    await fetched()
    await until(() => asked.length === 2)
    await idle()
    started.folder.retry()
    await until(() => asked.length === 3)
  })

  test('of a host that can’t be reached, three are asked for, and a stored copy is still saved', async () => {
    await started.turnOn()
    const asked: string[] = []
    started.platform.pdf = async (_connection, address) => {
      asked.push(address)
      throw new AppError('UNREACHABLE')
    }
    await started.fillNow(...['a', 'b', 'c', 'd', 'e'].map((key) => on(key, '2026-11-10')))
    await started.file.savePdf('e', new TextEncoder().encode('%PDF-kept'), '2026-11-20T11:00:00.000Z', 'make')
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().notFetched === 4)
    expect(asked).toHaveLength(3)
    expect(paths()).toEqual([`${PLACE}/e.pdf`])
  })

  test('a host that asks to wait gets no request until then', async () => {
    await started.turnOn()
    const asked: string[] = []
    started.platform.pdf = async (_connection, address) => {
      asked.push(address)
      throw new AppError('RATE_LIMITED', { retryAt: new Date(started.clock.now().getTime() + 600_000).toISOString() })
    }
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().notFetched === 2)
    await idle()
    started.folder.invoicesFetched('id-1')
    await idle()
    started.folder.retry()
    await idle()
    expect(asked).toHaveLength(1)
    await started.clock.advance(600_001)
    started.folder.invoicesFetched('id-1')
    await until(() => asked.length === 2)
  })
})

describe('a folder that can’t be written to', () => {
  test('is said once while the window isn’t on screen, and nothing is fetched for it', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    started.world.isOnScreen = false
    started.world.files.problem = 'gone'
    const { notifier } = started.world
    for (const _refresh of [1, 2]) {
      started.folder.invoicesFetched('id-1')
      await until(() => started.folder.state().problem !== null)
      await idle()
    }
    expect(started.folder.state().problem).toEqual({ kind: 'gone', since: started.clock.now().toISOString() })
    expect(notifier.shown).toHaveLength(1)
    expect(notifier.shown[0]).toMatchObject({ title: 'New PDFs can’t be saved' })
    notifier.shown[0]?.clicked()
    expect(started.world.settingsOpened).toBe(1)
    expect(started.heard.asked).toEqual([])
    started.world.files.problem = null
    started.folder.retry()
    await until(() => paths().length === 1)
    await until(() => started.folder.state().problem === null)
  })

  test('is said again after it could be written to, and after a restart only if it wasn’t said yet', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    started.world.files.problem = 'gone'
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().problem !== null)
    await idle()
    // It was on screen, and so in the window.
    started.world.isOnScreen = false
    const again = started.launch()
    const { checks } = started.world.files
    again.invoicesFetched('id-1')
    await until(() => started.world.files.checks > checks)
    await idle({ ...started, folder: again })
    expect(started.world.notifier.shown).toEqual([])
    started.world.files.problem = null
    again.retry()
    await until(() => again.state().problem === null)
    started.world.files.problem = 'full'
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    again.invoicesFetched('id-1')
    await until(() => started.world.notifier.shown.length === 1)
  })

  test('a full disk ends the save; one subfolder that can’t be written to doesn’t', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'), on('c', '2026-11-12'))
    started.world.files.problems.set('ada@example.com/a.pdf', 'readOnly')
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().problem?.kind === 'readOnly')
    await idle()
    expect(paths()).toEqual([`${PLACE}/b.pdf`, `${PLACE}/c.pdf`])
    started.world.files.problems.set('ada@example.com/a.pdf', 'full')
    await started.fillNow(on('a', '2026-11-10'), on('d', '2026-11-13'))
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().problem?.kind === 'full')
    await idle()
    expect(paths()).toHaveLength(2)
  })

  test('after 10,000 equal names, the account’s saving goes on, and the others of that name aren’t fetched', async () => {
    await started.turnOn()
    const equal = ['a', 'b', 'c', 'd'].map((key) => on(key, '2026-11-10', { number: 'same' }))
    await started.fillNow(...equal, on('e', '2026-11-11'), on('f', '2026-11-12'))
    started.world.files.problems.set('ada@example.com/same.pdf', 'sameName')
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().problem?.kind === 'sameName')
    await idle()
    expect(paths()).toEqual([`${PLACE}/e.pdf`, `${PLACE}/f.pdf`])
    expect(started.heard.asked).toHaveLength(3)
    started.world.files.problems.clear()
    started.folder.retry()
    await until(() => started.folder.state().problem === null)
  })
})

describe('a folder takes 5,000 new files a day', () => {
  const setFiles = (files: number, day = '2026-11-20'): void => {
    const { folderRecord } = started.cache.registry
    if (folderRecord) started.cache.registry.folderRecord = { ...folderRecord, newFiles: { day, files } }
  }
  const list = [on('a', '2026-11-10'), on('b', '2026-11-11'), on('c', '2026-11-12')]

  test('then it is said, nothing is fetched, and the next day it goes on, also after a restart', async () => {
    await started.turnOn()
    await started.fillNow(...list)
    setFiles(4999)
    const next = started.launch()
    next.invoicesFetched('id-1')
    await until(() => next.state().problem?.kind === 'tooMany')
    await idle({ ...started, folder: next })
    expect(paths()).toEqual([`${PLACE}/a.pdf`])
    expect(started.heard.asked).toHaveLength(1)
    expect(started.cache.registry.folderRecord?.newFiles).toEqual({ day: '2026-11-20', files: 5000 })
    const again = started.launch()
    again.retry()
    await idle({ ...started, folder: again })
    expect(paths()).toHaveLength(1)
    await started.clock.advance(24 * 3_600_000)
    again.invoicesFetched('id-1')
    await until(() => paths().length === 3)
    await until(() => again.state().problem === null)
    expect(started.cache.registry.folderRecord?.newFiles).toEqual({ day: '2026-11-21', files: 2 })
  })

  test('another folder has its own count, and the same one again keeps it', async () => {
    await started.turnOn()
    await started.fillNow(...list)
    setFiles(5000)
    const next = started.launch()
    await next.chooseFolder()
    await until(() => next.state().problem?.kind === 'tooMany')
    started.files.folder = '/home/user/Other'
    await next.chooseFolder()
    await until(() => paths().length === 3)
    expect(started.cache.registry.folderRecord?.newFiles?.files).toBe(3)
  })

  test('a file that was there already is none', async () => {
    await started.turnOn()
    await started.fillNow(...list)
    started.world.files.save = async ({ folders, name }) => ({ path: [...folders, name].join('/'), sha256: 'x' })
    started.folder.invoicesFetched('id-1')
    await until(() => started.folder.state().lastSavedAt !== null)
    await idle()
    expect(started.cache.registry.folderRecord?.newFiles?.files).toBe(0)
  })
})

describe('the list', () => {
  test('has the newest first, of all accounts, and says which files are gone', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    await started.clock.advance(1000)
    await started.fillNow(on('a', '2026-11-10'), on('b', '2026-11-11'))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 2)
    await idle()
    started.world.files.saved.delete(`${PLACE}/a.pdf`)
    const { rows, total } = await started.folder.saved()
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { account: 'id-1', number: 'b', path: 'ada@example.com/b.pdf', exists: true },
      { account: 'id-1', number: 'a', path: 'ada@example.com/a.pdf', exists: false }
    ])
    const [there, gone] = rows
    await started.folder.reveal(there?.id ?? '')
    expect(started.world.files.revealed).toEqual([`${PLACE}/b.pdf`])
    for (const id of [gone?.id ?? '', 'id-1/99', 'elsewhere/1', '../x']) {
      expect(await errorOf(started.folder.reveal(id))).toEqual({ code: 'NOT_FOUND' })
    }
  })

  test('has the newest 500 of many, and their number', async () => {
    await started.turnOn()
    const { savedPdfs } = started.file
    for (let at = 0; at <= MOST_LISTED_PDFS; at++) {
      const number = String(at)
      const entry = { folder: PLACE, path: `${number}.pdf`, number, at: '2026-11-20T11:00:00.000Z', sha256: 'x' }
      await savedPdfs.put(number, { ...entry, part: null })
    }
    const { rows, total } = await started.folder.saved()
    expect(total).toBe(MOST_LISTED_PDFS + 1)
    expect(rows).toHaveLength(MOST_LISTED_PDFS)
    expect([rows[0]?.number, rows.at(-1)?.number]).toEqual([String(MOST_LISTED_PDFS), '1'])
  })

  test('shows the whole path of files in an earlier folder', async () => {
    await started.turnOn()
    await started.fillNow(on('a', '2026-11-10'))
    started.folder.invoicesFetched('id-1')
    await until(() => paths().length === 1)
    await idle()
    started.files.folder = '/elsewhere'
    await started.folder.chooseFolder()
    expect((await started.folder.saved()).rows).toMatchObject([{ path: `${PLACE}/a.pdf` }])
  })
})

test('a preview shows the newest invoices, an example without any, or what is wrong', async () => {
  expect(await started.folder.preview(started.account, '{number}.pdf')).toEqual({
    examples: ['INV-2041.pdf'],
    problem: null
  })
  await started.fillNow(on('a', '2026-10-10'), on('b', '2026-11-11'))
  expect(await started.folder.preview(started.account, '{month}/{account} {number}.pdf')).toEqual({
    examples: ['11/ada@example.com b.pdf', '10/ada@example.com a.pdf'],
    problem: null
  })
  expect(await started.folder.preview(started.account, '{x}.pdf')).toEqual({
    examples: [],
    problem: { kind: 'unknownField', part: 'x' }
  })
  started.file.invoices = failing('STORAGE')
  expect(await errorOf(started.folder.preview(started.account, '{number}.pdf'))).toMatchObject({ code: 'STORAGE' })
})
