/** New PDFs come into a folder: the settings, the files on the disk, their list, and the notice of a folder that is gone. */
import type { Page } from '@playwright/test'
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SAMPLE_COMPANY } from '../../src/sample/index.ts'
import { today } from '../../src/shared/models/day.ts'
import { test, expect, type ApiServer } from './fixtures.ts'
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
/** Of R-3, whose name is taken. */
const second = nameOf('R-3 (2)')

test('a folder is chosen in the settings, its files are listed and shown, and its problem is said', async ({
  launch,
  api,
  profileDir
}) => {
  const folder = join(profileDir, 'paperwork')
  listInvoices(api, 2)
  const app = await launch()
  const { page } = app
  await ui.signInByBridge(page, api, { invoicePdf: { path: '/files/{id}.pdf' } })
  const months = join(folder, day.slice(0, 4), day.slice(5, 7))
  mkdirSync(months, { recursive: true })
  writeFileSync(join(months, nameOf('R-3')), 'of the user')

  await test.step('turning it on asks for a folder, and saves what is there since today', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: palette.field }).fill(newPdfs.command)
    await page.getByRole('option', { name: newPdfs.command }).click()
    await app.chooseFile(folder)
    const box = section(page).getByRole('checkbox', { name: words.settings.label.pdfFolderOn })
    await box.check()
    await expect(section(page).getByTitle(folder)).toBeVisible()
    await expect.poll(() => pdfs(folder)).toEqual([nameOf('R-2'), nameOf('R-3')])
    expect(readFileSync(join(months, nameOf('R-2')), 'utf8')).toBe('%PDF-1.7 R-2')
  })

  await test.step('a refresh brings the next one, which overwrites nothing', async () => {
    listInvoices(api, 3)
    await ui.atRest(page)
    await ui.refreshByBridge(page, 'invoices')
    await expect.poll(() => pdfs(folder)).toEqual([nameOf('R-2'), second, nameOf('R-3')])
    expect(readFileSync(join(months, nameOf('R-3')), 'utf8')).toBe('of the user')
    expect(readFileSync(join(months, second), 'utf8')).toBe('%PDF-1.7 R-3')
  })

  await test.step('the list shows a file in its folder', async () => {
    await ui.button(page, savedPdfs.title).click()
    await expect(savedFiles(page)).toHaveCount(2)
    await savedFiles(page).first().click()
    await expect.poll(async () => (await app.openedPaths()).map((path) => basename(path))).toEqual([second])
  })

  await test.step('a file that was deleted is marked, and a folder that is gone is said and tried again', async () => {
    rmSync(join(months, second))
    renameSync(folder, `${folder} away`)
    listInvoices(api, 4)
    await ui.atRest(page)
    await ui.refreshByBridge(page, 'invoices')
    await expect(ui.notices(page)).toContainText(notice.folder.gone)
    renameSync(`${folder} away`, folder)
    await ui.button(ui.notices(page), notice.retry).click()
    await expect(ui.notices(page)).toHaveCount(0)
    await expect.poll(() => pdfs(folder)).toEqual(['R-2', 'R-3', 'R-4'].map(nameOf))
    await expect(savedFiles(page)).toHaveCount(3)
    await expect(savedFiles(page).nth(1)).toContainText(savedPdfs.missing)
  })
})
