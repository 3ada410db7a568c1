/** New PDFs in a folder: off, on, a wrong pattern, the saved files, and a folder that is gone. */
import { expect, type Locator, type Page } from '@playwright/test'
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { step, type Tour } from './tour.ts'

const { newPdfs, savedPdfs } = words
const BOTH = ['small', 'dark'] as const
const ALL = ['small', 'wide', 'zoomed', 'dark'] as const

/** Its name is long, as a folder's on a network drive is. */
const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'portside-tour-paperwork-of-the-whole-office-'))
let folder = ''

const section = (page: Page): Locator => page.locator('section[data-section="pdfFolder"]')
const pattern = (page: Page): Locator => section(page).getByRole('textbox', { name: newPdfs.pattern })
const files = (page: Page): Locator =>
  page.getByRole('grid', { name: savedPdfs.list }).getByRole('rowgroup').getByRole('row')

async function toSection({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings#pdfFolder'))
  await expect(section(page).getByRole('heading')).toBeFocused()
}
async function toList({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '#/settings/saved-pdfs'))
  await expect(ui.title(page, savedPdfs.title)).toBeVisible()
}
/** The API has the PDFs, which are elsewhere otherwise. */
async function addPdfs({ page, api }: Tour): Promise<void> {
  api.respondWith(/^\/tour-pdfs\//, () => new Response('%PDF-1.7'))
  await page.evaluate(async () => {
    const state = await window.portside.session.state()
    if (!state.ok || state.data.status !== 'signedIn') return
    const { connection } = state.data.account
    await window.portside.connection.change({ ...connection, invoicePdf: { path: '/tour-pdfs/{id}' } })
  })
}
const change = (page: Page, part: { on?: boolean; from?: string | null }): Promise<unknown> =>
  page.evaluate((what) => window.portside.pdfFolder.change(what), part)
const isSaving = async (page: Page): Promise<boolean> => {
  const state = await page.evaluate(() => window.portside.pdfFolder.state())
  return !state.ok || state.data.progress !== null || state.data.lastSavedAt === null
}

export const pdfFolderSteps = [
  step('new-pdfs-off', 'new PDFs are saved nowhere', { also: BOTH }, toSection),
  step('new-pdfs', 'they are saved into a folder, and their names are shown', { also: ALL }, async (tour) => {
    const { page, app } = tour
    folder = makeFolder()
    await app.ask('answerNextDialog', { canceled: false, filePaths: [folder] })
    await section(page).getByRole('checkbox', { name: newPdfs.on }).check()
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
    await change(page, { from: null })
    await expect.poll(() => isSaving(page)).toBe(false)
    const [first = ''] = readdirSync(folder)
    renameSync(join(folder, first), `${folder}-deleted`)
    rmSync(`${folder}-deleted`, { recursive: true })
    await toSection(tour)
    await toList(tour)
    await expect(files(page).first()).toBeVisible()
  }),
  step('new-pdfs-gone', 'the folder is gone', { also: ALL }, async (tour) => {
    const { page } = tour
    rmSync(folder, { recursive: true })
    await toSection(tour)
    await change(page, {})
    await expect(section(page).getByText(newPdfs.problem.gone.next)).toBeVisible()
    await toSection(tour)
  }),
  step('new-pdfs-ended', 'off again: what was saved last is still said', {}, async ({ page }) => {
    await section(page).getByRole('checkbox', { name: newPdfs.on }).uncheck()
    await expect(ui.notices(page)).toHaveCount(0)
  })
]
