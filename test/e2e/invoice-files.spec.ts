/** What is taken out of the app: archives with PDFs, the one for the accountant, and single PDFs, which stay readable offline. */
import type { Page } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { invoiceKey } from '../../src/shared/models/invoice.ts'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import { expect, type App, type ApiServer } from './fixtures.ts'
import { exportFile, table, wanted, type Exported } from './export-file.ts'
import { testWithPdfs } from './pdf-provider.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const { quitting } = words.desktop
const column = { ...words.invoices.column, ...words.export.column }

/** In an archive. */
const PDFS = `pdf/${SAMPLE_COMPANY}`

const test = testWithPdfs(6)

/** An export that stands still at its third PDF; the page is gone before it is answered if the app is quit. */
async function standStill(
  { page, chooseFile }: App,
  api: ApiServer,
  folder: string
): Promise<{ exporting: Promise<Exported | null> }> {
  for (const id of [3, 4]) api.respondWith(`/pdf/${id}.pdf`, () => undefined)
  mkdirSync(folder)
  await chooseFile(join(folder, 'pack.zip'))
  const exporting = exportFile(page, wanted('zip')).catch(() => null)
  await expect
    .poll(() => page.evaluate(() => window.portside.invoices.exportProgress()))
    .toEqual({ ok: true, data: { progress: { done: 2, total: 6, pdfs: 2, missing: 0 } } })
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^\.portside-.*\.part$/)])
  return { exporting }
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

test('links, saved PDFs and archives work online and offline, and survive cancel, quit and a crash', async ({
  provider,
  api,
  folder
}) => {
  const { page, chooseFile } = provider.app
  const { host } = new URL(provider.front.address)

  await test.step('opens a web link, and refuses one to a private network', async () => {
    const open = async (key: string) =>
      page.evaluate(
        (one) => window.portside.invoices.openLink({ key: one, which: 'pdf', link: 'fresh' }),
        await invoiceOf(page, key)
      )
    expect(await open('i-1')).toEqual({ ok: true, data: { host } })
    await expect.poll(() => provider.app.opened()).toEqual([`${provider.front.address}/pdf/1.pdf`])
    const asBefore = api.respondWith('/v3/invoices', () =>
      Response.json([{ id: 'i-1', status: 'Paid', hostedInvoicePdfUrl: 'https://192.168.0.1/reboot' }])
    )
    await ui.atRest(page)
    await ui.refreshByBridge(page, 'invoices')
    expect(await open('i-1')).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', found: 'privateAddress' } })
    expect(await open('i-2')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await provider.app.opened()).toHaveLength(1)
    asBefore()
    await ui.atRest(page)
    await ui.refreshByBridge(page, 'invoices')
  })

  await test.step('saves a PDF and keeps a copy', async () => {
    expect(await openPdf(page, 'i-1')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    const path = join(folder, 'mine.pdf')
    await chooseFile(path)
    expect(await savePdf(page, 'i-1')).toEqual({ ok: true, data: { name: 'mine.pdf', kept: true } })
    expect(readFileSync(path, 'utf8')).toBe('%PDF-1.7 /pdf/1.pdf')
    // Windows has no modes.
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  await test.step('an offline export contains the kept PDFs and lists the missing ones', async () => {
    provider.front.cut()
    await api.stop()
    const path = join(folder, 'offline.zip')
    await chooseFile(path)
    const answer = await exportFile(page, wanted('zip'))
    expect(answer).toMatchObject({ ok: true, data: { name: 'offline.zip', invoices: 6, pdfs: 1, missing: 5 } })
    const { 'missing.csv': left, ...others } = unzipSync(readFileSync(path))
    expect(Object.keys(others)).toEqual([`${PDFS}/2026-03-01_R-2026-1.pdf`, 'accounting.csv'])
    const reasons = table(left).map((row) => row[column.why])
    expect(reasons).toContain(say(words.error.UNREACHABLE.sentence, { host }))
    expect(answer.ok && answer.data.reasons.map(({ why }) => why)).toEqual([...new Set(reasons)])
    await api.restart()
  })

  await test.step('a cancelled export leaves no file', async () => {
    const cancelled = join(folder, 'cancelled')
    const { exporting } = await standStill(provider.app, api, cancelled)
    await page.evaluate(() => window.portside.invoices.cancelExport())
    expect(await exporting).toEqual({ ok: false, error: { code: 'CANCELLED' } })
    expect(readdirSync(cancelled)).toEqual([])
    expect(await page.evaluate(() => window.portside.invoices.exportProgress())).toEqual({
      ok: true,
      data: { progress: null }
    })
  })

  await test.step('quitting during an export leaves no file', async () => {
    const quit = join(folder, 'quit')
    const { exporting } = await standStill(provider.app, api, quit)
    await provider.app.answerNext(quitting.now)
    expect(await provider.app.quit()).toBe(0)
    await exporting
    expect(readdirSync(quit)).toEqual([])
  })

  const second = await provider.again()
  await test.step('the next export is complete and fetches only missing PDFs', async () => {
    await ui.settled(second.page)
    for (const id of [3, 4]) api.respondWith(`/pdf/${id}.pdf`, () => new Response(`%PDF-1.7 later ${id}`))
    const before = api.requests.length
    const path = join(folder, 'pack.zip')
    await second.chooseFile(path)
    expect(await exportFile(second.page, wanted('zip'))).toEqual({
      ok: true,
      data: { name: 'pack.zip', invoices: 6, pdfs: 6, missing: 0, reasons: [], moreReasons: 0 }
    })
    const { 'accounting.csv': books, 'missing.csv': left, ...pdfs } = unzipSync(readFileSync(path))
    expect(Object.keys(pdfs)).toEqual([6, 5, 4, 3, 2, 1].map((id) => `${PDFS}/2026-03-0${id}_R-2026-${id}.pdf`))
    expect(text(pdfs[`${PDFS}/2026-03-06_R-2026-6.pdf`])).toBe('%PDF-1.7 /pdf/6.pdf')
    expect(text(pdfs[`${PDFS}/2026-03-04_R-2026-4.pdf`])).toBe('%PDF-1.7 later 4')
    expect(table(books).map((row) => row['Gross'])).toEqual(['10.6', '10.5', '10.4', '10.3', '10.2', '10.1'])
    expect(table(books).map((row) => `pdf/${row['PDF file']}`)).toEqual(Object.keys(pdfs))
    expect(table(left)).toEqual([])
    const asked = api.requests.slice(before).map(({ path: one }) => one)
    expect(asked.filter((one) => one.startsWith('/pdf/')).toSorted()).toEqual([2, 3, 4].map((id) => `/pdf/${id}.pdf`))
    // Nobody who keeps the PDFs needs to know who asks.
    for (const { path: one, headers } of api.requests)
      if (one.startsWith('/pdf/')) expect(headers).not.toHaveProperty('authorization')
  })

  provider.front.cut()
  await api.stop()
  const copyOf = async (app: App): Promise<string> => {
    expect(await openPdf(app.page, 'i-1')).toEqual({ ok: true, data: null })
    const [copy = ''] = await app.openedPaths()
    expect(copy).toMatch(/2026-03-01_R-2026-1\.pdf$/)
    expect(readFileSync(copy, 'utf8')).toBe('%PDF-1.7 /pdf/1.pdf')
    if (process.platform !== 'win32') {
      expect(statSync(copy).mode & 0o777).toBe(0o600)
      expect(statSync(dirname(copy)).mode & 0o777).toBe(0o700)
    }
    return copy
  }
  const left = await copyOf(second)
  await second.kill()
  expect(existsSync(left)).toBe(true)

  await test.step('a temporary copy left by a crash is deleted at the next start', async () => {
    const offline = await provider.again()
    await ui.goTo(offline.page, 'catalogue')
    await expect(ui.products(offline.page).first()).toBeVisible()
    await expect.poll(() => existsSync(left)).toBe(false)
    // A saved PDF opens offline, in a copy that is gone after quitting.
    const copy = await copyOf(offline)
    await offline.quit()
    expect(existsSync(copy)).toBe(false)
  })
})

test('a PDF behind the credential is saved and archived with it; neither a lock nor quitting cuts the archive short', async ({
  launch,
  api,
  profileDir
}) => {
  api.respondWith('/v3/invoices', () =>
    Response.json([
      { id: 'a/1', number: 'R-1', status: 'Paid', totalAmount: 5 },
      { id: 'b', number: 'R-2', status: 'Paid', totalAmount: 5 }
    ])
  )
  api.respondWith('/files/a%2F1.pdf', () => new Response('%PDF-1.7 the first'))
  api.respondWith('/files/b.pdf', () => new Response(null, { status: 302, headers: { location: '/files/a%2F1.pdf' } }))
  const app = await launch()
  const { page, chooseFile } = app
  const folder = join(profileDir, 'saved')
  mkdirSync(folder)
  await ui.signIn(page, api.baseUrl)
  await ui.settled(page)
  const changed = await ui.changeByBridge(page, {
    provider: 'hypeproxy-v2',
    baseUrl: api.baseUrl,
    invoicePdf: { path: '/files/{id}.pdf' }
  })
  expect(changed).toMatchObject({ ok: true })
  await ui.settled(page)
  await page.evaluate((to) => (location.hash = to), `#/invoices/${encodeURIComponent(await invoiceOf(page, 'a/1'))}`)
  const path = join(folder, 'mine.pdf')
  await chooseFile(path)
  await page.getByRole('button', { name: words.invoices.pdf.save, exact: true }).click()
  await expect(page.getByText(say(words.invoices.pdf.saved, { name: 'mine.pdf' }))).toBeVisible()
  expect(readFileSync(path, 'utf8')).toBe('%PDF-1.7 the first')
  await expect(page.getByRole('button', { name: words.invoices.pdf.open, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: words.invoices.link.pdf, exact: true })).toHaveCount(0)
  const [asked] = api.requests.filter((request) => request.path.startsWith('/files/'))
  expect(asked?.headers['authorization']).toMatch(/^Bearer ./)

  await chooseFile(join(folder, 'pack.zip'))
  expect(await exportFile(page, wanted('zip'))).toMatchObject({ data: { pdfs: 1, missing: 1 } })
  expect(api.requests.filter(({ url }) => url === '/files/b.pdf')).toHaveLength(1)
  expect(api.requests.filter(({ url }) => url.startsWith('/files/a'))).toHaveLength(1)

  const later = Promise.withResolvers<Response>()
  api.respondWith('/files/b.pdf', () => later.promise)
  const waiting = join(folder, 'waiting')
  mkdirSync(waiting)
  await chooseFile(join(waiting, 'pack.zip'))
  const exporting = exportFile(page, wanted('zip')).catch(() => null)
  await expect.poll(() => api.requests.filter(({ url }) => url === '/files/b.pdf').length).toBe(2)
  await page.evaluate(() => window.portside.lock.setPin({ pin: '2468', current: null }))
  await page.evaluate(() => window.portside.lock.lock())
  const quit = app.quit()
  await expect
    .poll(() => app.questions())
    .toMatchObject([
      {
        message: count(quitting.title, 1),
        detail: count(quitting.detail, 1),
        buttons: [quitting.whenSaved, quitting.now]
      }
    ])
  expect(readdirSync(waiting)).toEqual([expect.stringMatching(/^\.portside-.*\.part$/)])
  later.resolve(new Response('%PDF-1.7 the second'))
  expect(await quit).toBe(0)
  await exporting
  expect(readdirSync(waiting)).toEqual(['pack.zip'])
  const names = Object.keys(unzipSync(readFileSync(join(waiting, 'pack.zip'))))
  expect(names.filter((name) => name.startsWith('pdf/'))).toHaveLength(2)
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
