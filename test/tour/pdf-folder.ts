/** New PDFs in a folder: off, on, a wrong pattern, the saved files, and a folder that is gone. */
import { expect, type Locator, type Page } from '@playwright/test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'

const {
  invoices: { pdfFolder: newPdfs, savedPdfs }
} = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'wide', 'zoomed', 'dark'] as const

/** Its name is long, as a folder's on a network drive is. */
const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'portside-tour-paperwork-of-the-whole-office-'))
let folder = ''

const section = (page: Page): Locator => page.locator('section[data-section="invoices"]')
const pattern = (page: Page): Locator =>
  section(page).getByRole('textbox', { name: words.settings.short.pdfFolderPattern })
const files = (page: Page): Locator =>
  page.getByRole('grid', { name: savedPdfs.list }).getByRole('rowgroup').getByRole('row')

async function toSection({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings#invoices'))
  await expect(section(page).getByRole('heading')).toBeFocused()
}
async function toList({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings/saved-pdfs'))
  await expect(ui.title(page, savedPdfs.title)).toBeVisible()
}
/** Invoices whose PDFs the API has: those of the sample are on a host that isn't there. */
const INVOICES = Array.from({ length: 12 }, (_, at) => ({
  id: `pdf-${at}`,
  number: `HB-2026-${2417 + at}`,
  createdAt: `2026-${String(at + 1).padStart(2, '0')}-03T10:00:00Z`,
  status: 'Paid',
  totalAmount: 86.27 + at
}))
/** The last one comes later. */
let listed = INVOICES.length - 1
let restoreApi: (() => void)[] = []

async function setPdfPath(page: Page, path: string | null): Promise<void> {
  await page.evaluate(async (invoicePdf) => {
    const state = await window.portside.session.state()
    if (!state.ok || state.data.status !== 'signedIn') return
    const { invoicePdf: _before, ...connection } = state.data.account.connection
    await window.portside.connection.change({
      of: state.data.account.id,
      connection: invoicePdf ? { ...connection, invoicePdf: { path: invoicePdf } } : connection
    })
  }, path)
}
async function addPdfs({ page, api }: Tour): Promise<void> {
  restoreApi = [
    api.respondWith('/v3/invoices', () => Response.json(INVOICES.slice(0, listed))),
    api.respondWith(/^\/tour-pdfs\//, (request) => new Response(`%PDF-1.7 ${request.url}`))
  ]
  await setPdfPath(page, '/tour-pdfs/{id}')
  await ui.fetchAnew(page)
}
async function removePdfs({ page }: Tour): Promise<void> {
  for (const restore of restoreApi) restore()
  await setPdfPath(page, null)
  await ui.fetchAnew(page)
}
const change = (page: Page, part: { pdfFolderFrom: string | null }): Promise<unknown> =>
  page.evaluate((what) => window.portside.app.changeSettings(what), part)
const isSaving = async (page: Page): Promise<boolean> => {
  const state = await page.evaluate(() => window.portside.pdfFolder.state())
  return !state.ok || state.data.progress !== null || state.data.lastSavedAt === null
}

export const pdfFolderSteps = [
  step('new-pdfs-off', 'new PDFs are saved nowhere', { also: BOTH }, toSection),
  step('new-pdfs', 'they are saved into a folder, and their names are shown', { also: ALL }, async (tour) => {
    const { page, app } = tour
    folder = makeFolder()
    await app.chooseFile(folder)
    await section(page).getByRole('checkbox', { name: words.settings.label.pdfFolderOn }).check()
    await expect(section(page).getByText(newPdfs.examples)).toBeVisible()
  }),
  step('new-pdfs-pattern', 'a pattern with a field that Portside doesn’t know', { also: BOTH }, async ({ page }) => {
    await pattern(page).fill('{client}/{number}.pdf')
    await expect(section(page).getByText('{client}')).toBeVisible()
  }),
  step('saved-pdfs-none', 'no PDF was saved yet', { also: BOTH }, toList),
  step('saved-pdfs', 'saved PDFs, one of which was deleted', { also: ALL }, async (tour) => {
    const { page } = tour
    await addPdfs(tour)
    await change(page, { pdfFolderFrom: null })
    await expect.poll(() => isSaving(page)).toBe(false)
    const saved = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))
    rmSync(join(folder, saved[3] ?? ''))
    await toSection(tour)
    await toList(tour)
    await expect(files(page).first()).toBeVisible()
  }),
  step('new-pdfs-gone', 'the folder is gone', { also: ALL }, async (tour) => {
    const { page } = tour
    rmSync(folder, { recursive: true })
    await toSection(tour)
    listed += 1
    await ui.fetchAnew(page)
    await expect(section(page).getByText(newPdfs.problem.gone.next)).toBeVisible()
    // The notice above the view took some of its room.
    await section(page).evaluate((element) => element.scrollIntoView())
  }),
  step('new-pdfs-ended', 'off again: what was saved last is still said', {}, async (tour) => {
    const { page } = tour
    await section(page).getByRole('checkbox', { name: words.settings.label.pdfFolderOn }).uncheck()
    await expect(ui.notices(page)).toHaveCount(0)
    await removePdfs(tour)
  })
]
