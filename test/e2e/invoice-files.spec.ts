/** What is taken out of the app: archives with PDFs, and single PDFs, which stay readable offline. */
import type { Page } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { invoiceKey } from '../../src/shared/models/invoice.ts'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import { expect, type App, type ApiServer } from './fixtures.ts'
import { exportFile, table, wanted, type Exported } from './export-file.ts'
import { test } from './pdf-provider.ts'
import * as ui from './ui.ts'
import { count, words } from './words.ts'

const { quitting } = words.desktop

/** In an archive. */
const PDFS = `pdf/${SAMPLE_COMPANY}`

/** An export that waits for one PDF; the page is gone before it is answered if the app is quit. */
async function standStill(
  { page, chooseFile }: App,
  { api, folder, id }: { api: ApiServer; folder: string; id: number }
): Promise<{ exporting: Promise<Exported | null>; answer: (text: string) => void }> {
  const asked = Promise.withResolvers<void>()
  const later = Promise.withResolvers<Response>()
  api.respondWith(`/pdf/${id}.pdf`, () => {
    asked.resolve()
    return later.promise
  })
  await chooseFile(join(folder, 'pack.zip'))
  const exporting = exportFile(page, wanted('zip')).catch(() => null)
  await asked.promise
  await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/^\.portside-.*\.part$/)])
  return { exporting, answer: (text) => later.resolve(new Response(text)) }
}

/** The mark of a downloaded file as the system keeps it; null without one. */
function downloadMark(path: string): string | null {
  if (process.platform === 'win32') {
    const stream = `${path}:Zone.Identifier`
    return existsSync(stream) ? readFileSync(stream, 'utf8') : null
  }
  const { status, stdout } = spawnSync('/usr/bin/xattr', ['-p', 'com.apple.quarantine', path], { encoding: 'utf8' })
  return status === 0 ? stdout : null
}

/** An invoice's key as the bridge has it. */
const invoiceOf = async (page: Page, key: string): Promise<string> =>
  invoiceKey({ account: await ui.shownAccount(page), key })
const savePdf = async (page: Page, key: string) =>
  page.evaluate((one) => window.portside.invoices.savePdf({ key: one }), await invoiceOf(page, key))
const openPdf = async (page: Page, key: string) =>
  page.evaluate((one) => window.portside.invoices.openPdf({ key: one }), await invoiceOf(page, key))
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()

/** The saved PDF, in a copy for another program. */
async function copyOf({ page, openedPaths }: App): Promise<string> {
  expect(await openPdf(page, 'i-1')).toEqual({ ok: true, data: null })
  const [copy = ''] = await openedPaths()
  expect(copy).toMatch(/2026-03-01_R-2026-1\.pdf$/)
  expect(readFileSync(copy, 'utf8')).toBe('%PDF-1.7 /pdf/1.pdf')
  // Windows has no modes.
  if (process.platform !== 'win32') {
    expect(statSync(copy).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(copy)).mode & 0o777).toBe(0o700)
  }
  return copy
}

test('a saved PDF opens offline, also after a restart, and quitting leaves a whole archive or none', async ({
  provider,
  api,
  folder
}) => {
  const { page, chooseFile } = provider.app
  const pdfRequests = (): string[] => api.requests.map(({ path }) => path).filter((path) => path.startsWith('/pdf/'))
  const [whole, none] = [join(folder, 'whole'), join(folder, 'none')]
  for (const each of [whole, none]) mkdirSync(each)

  await test.step('saves a PDF and keeps a copy', async () => {
    const path = join(folder, 'mine.pdf')
    await chooseFile(path)
    expect(await savePdf(page, 'i-1')).toEqual({ ok: true, data: { name: 'mine.pdf', kept: true } })
    expect(readFileSync(path, 'utf8')).toBe('%PDF-1.7 /pdf/1.pdf')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  const copy = await copyOf(provider.app)

  await test.step('quitting waits for an archive, which fetches only missing PDFs', async () => {
    const { exporting, answer } = await standStill(provider.app, { api, folder: whole, id: 4 })
    const quit = provider.app.quit()
    await expect
      .poll(() => provider.app.questions())
      .toMatchObject([
        {
          message: count(quitting.title, 1),
          detail: count(quitting.detail, 1),
          buttons: [quitting.whenSaved, quitting.now]
        }
      ])
    answer('%PDF-1.7 later 4')
    expect(await quit).toBe(0)
    await exporting
    expect(readdirSync(whole)).toEqual(['pack.zip'])
    const { 'accounting.csv': books, 'missing.csv': left, ...pdfs } = unzipSync(readFileSync(join(whole, 'pack.zip')))
    expect(Object.keys(pdfs)).toEqual([6, 5, 4, 3, 2, 1].map((id) => `${PDFS}/2026-03-0${id}_R-2026-${id}.pdf`))
    expect(text(pdfs[`${PDFS}/2026-03-06_R-2026-6.pdf`])).toBe('%PDF-1.7 /pdf/6.pdf')
    expect(text(pdfs[`${PDFS}/2026-03-04_R-2026-4.pdf`])).toBe('%PDF-1.7 later 4')
    expect(table(books).map((row) => row['Gross'])).toEqual(['10.6', '10.5', '10.4', '10.3', '10.2', '10.1'])
    expect(table(books).map((row) => `pdf/${row['PDF file']}`)).toEqual(Object.keys(pdfs))
    expect(table(left)).toEqual([])
    expect(pdfRequests().toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((id) => `/pdf/${id}.pdf`))
    // Nobody who keeps the PDFs needs to know who asks.
    for (const { path, headers } of api.requests)
      if (path.startsWith('/pdf/')) expect(headers).not.toHaveProperty('authorization')
  })

  expect(existsSync(copy), 'nobody needs the copy any more').toBe(false)
  // As a crash leaves one.
  mkdirSync(dirname(copy), { recursive: true })
  writeFileSync(copy, 'left')
  await api.stop()
  const app = await provider.again()
  await test.step('a saved PDF opens offline, and a copy that a crash left is deleted', async () => {
    await expect.poll(() => existsSync(copy)).toBe(false)
    await copyOf(app)
    await api.restart()
  })

  await test.step('quitting at once leaves no file', async () => {
    provider.ids.push(7)
    await ui.atRest(app.page)
    expect(await ui.refreshByBridge(app.page, 'invoices')).toMatchObject({ ok: true })
    const { exporting } = await standStill(app, { api, folder: none, id: 7 })
    await app.answerNext(quitting.now)
    expect(await app.quit()).toBe(0)
    await exporting
    expect(readdirSync(none)).toEqual([])
  })
})

test.describe('the mark of a download', () => {
  test.skip(process.platform === 'linux', 'Linux has no mark for downloaded files.')

  test('saved PDFs, archives and opened copies are marked as downloaded, tables are not', async ({
    provider,
    folder
  }) => {
    const { page, chooseFile } = provider.app
    for (const name of ['one.pdf', 'pack.zip', 'table.csv']) {
      await chooseFile(join(folder, name))
      if (name === 'one.pdf') await savePdf(page, 'i-1')
      else await exportFile(page, wanted(name.endsWith('zip') ? 'zip' : 'csv'))
    }
    await openPdf(page, 'i-1')
    const [copy = ''] = await provider.app.openedPaths()
    for (const path of [join(folder, 'one.pdf'), join(folder, 'pack.zip'), copy])
      expect(downloadMark(path)).not.toBe(null)
    expect(downloadMark(join(folder, 'table.csv'))).toBe(null)
    expect(downloadMark(copy)).not.toContain('http')
  })
})
