/** The page of new PDFs in a folder: from the palette to the settings, the list of saved files, and the notice of a problem. */
import type { Page } from '@playwright/test'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import { today } from '../../src/shared/models/day.ts'
import { test, expect, type ApiServer, type App } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const {
  invoices: { pdfFolder: newPdfs, savedPdfs },
  ui: { notice, palette }
} = words

const day = today(new Date())
/** Issued today, but the first one, which is older than the setting. */
const NUMBERS = ['R-1', 'R-2', 'R-3', 'R-4']

/** The API lists the first `count` invoices. Their PDFs are behind the credential. */
function listInvoices(api: ApiServer, count: number): void {
  const listed = NUMBERS.slice(0, count).map((number) => ({
    id: number,
    number,
    createdAt: number === 'R-1' ? '2020-01-01T10:00:00Z' : `${day}T10:00:00Z`,
    status: 'Paid',
    totalAmount: 5
  }))
  api.respondWith('/v3/invoices', () => Response.json(listed))
  for (const number of NUMBERS) api.respondWith(`/files/${number}.pdf`, () => new Response(`%PDF-1.7 ${number}`))
}

const section = (page: Page) => page.locator('section[data-section="invoices"]')
const savedFiles = (page: Page) =>
  page.getByRole('grid', { name: savedPdfs.list }).getByRole('rowgroup').getByRole('row')
const pdfs = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
const nameOf = (number: string): string => `${SAMPLE_COMPANY} ${number}.pdf`

async function toSettings(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: palette.field }).fill(newPdfs.command)
  await page.getByRole('option', { name: newPdfs.command }).click()
  await expect(section(page).getByRole('heading', { name: words.settings.sectionName.invoices })).toBeFocused()
}

async function start({ page }: App, api: ApiServer): Promise<void> {
  await ui.signIn(page, api.baseUrl)
  const changed = await ui.changeByBridge(page, {
    provider: 'hypeproxy-v2',
    baseUrl: api.baseUrl,
    invoicePdf: { path: '/files/{id}.pdf' }
  })
  expect(changed).toMatchObject({ ok: true })
  await ui.settled(page)
}

test('a folder is chosen in the settings, its files are listed and shown, and its problem is said', async ({
  launch,
  api,
  profileDir
}) => {
  const folder = join(profileDir, 'paperwork')
  listInvoices(api, 2)
  const app = await launch()
  mkdirSync(folder)
  const { page } = app
  await start(app, api)

  await test.step('turning it on asks for a folder, and saves what is there since today', async () => {
    await toSettings(page)
    await app.chooseFile(folder)
    const box = section(page).getByRole('checkbox', { name: words.settings.label.pdfFolderOn })
    await box.check()
    await expect(section(page).getByTitle(folder)).toBeVisible()
    await expect(section(page).getByRole('textbox', { name: words.settings.short.pdfFolderPattern })).toBeVisible()
    await expect.poll(() => pdfs(folder)).toEqual([nameOf('R-2')])
    const path = join(folder, day.slice(0, 4), day.slice(5, 7), nameOf('R-2'))
    expect(readFileSync(path, 'utf8')).toBe('%PDF-1.7 R-2')
  })

  await test.step('another pattern names the next file', async () => {
    const field = section(page).getByRole('textbox', { name: words.settings.short.pdfFolderPattern })
    await field.fill('{number}.txt')
    await expect(section(page).getByText(newPdfs.patternProblem.notPdf)).toBeVisible()
    await field.fill('{number}.pdf')
    await expect(section(page).getByText('R-2.pdf', { exact: true })).toBeVisible()
    await field.press('Enter')
    const settings = () => page.evaluate(() => window.portside.app.settings())
    await expect.poll(settings).toMatchObject({ ok: true, data: { pdfFolderPattern: '{number}.pdf' } })
    listInvoices(api, 3)
    await ui.fetchAnew(page)
    await expect.poll(() => pdfs(folder)).toEqual(['R-3.pdf', nameOf('R-2')].toSorted())
  })

  await test.step('the list shows a file in its folder', async () => {
    await ui.button(page, savedPdfs.title).click()
    await expect(savedFiles(page)).toHaveCount(2)
    await savedFiles(page).first().click()
    await expect.poll(async () => (await app.openedPaths()).map((path) => basename(path))).toEqual(['R-3.pdf'])
  })

  await test.step('a file that was deleted is marked, and a folder that is gone is said and tried again', async () => {
    rmSync(join(folder, 'R-3.pdf'))
    renameSync(folder, `${folder} away`)
    listInvoices(api, 4)
    await ui.fetchAnew(page)
    await expect(ui.notices(page)).toContainText(notice.folder.gone)
    renameSync(`${folder} away`, folder)
    await ui.button(ui.notices(page), notice.retry).click()
    await expect(ui.notices(page)).toHaveCount(0)
    await expect.poll(() => pdfs(folder)).toEqual(['R-4.pdf', nameOf('R-2')].toSorted())
    await expect(savedFiles(page)).toHaveCount(3)
    await expect(savedFiles(page).nth(1)).toContainText(savedPdfs.missing)
  })
})
