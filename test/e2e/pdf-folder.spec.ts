/** New PDFs are saved into a folder: with a real provider over https, restarts, and a folder that goes and comes back. */
import type { Page } from '@playwright/test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Envelope } from '../../src/shared/ipc/contract.ts'
import type { PdfFolderState } from '../../src/shared/models/pdf-folder.ts'
import type { Settings, SettingsChange } from '../../src/shared/models/settings.ts'
import { expect, type App } from './fixtures.ts'
import { testWithPdfs } from './pdf-provider.ts'
import { refreshByBridge } from './ui.ts'

const test = testWithPdfs(2)

async function stateOf(page: Page): Promise<PdfFolderState> {
  const answer = await page.evaluate(() => window.portside.pdfFolder.state())
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.data
}
const change = (page: Page, to: SettingsChange): Promise<Envelope<Settings>> =>
  page.evaluate((input) => window.portside.app.changeSettings(input), to)
const saved = (page: Page) => page.evaluate(() => window.portside.pdfFolder.saved())
const refresh = (page: Page) => refreshByBridge(page, 'invoices')

async function chooseFolder({ page, chooseFile }: App, folder: string): Promise<void> {
  await chooseFile(folder)
  expect(await page.evaluate(() => window.portside.pdfFolder.chooseFolder())).toMatchObject({ data: { folder } })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/')
    )
    .toSorted()

const PATTERN = '{year}/{month}/{number}.pdf'

test('each refresh saves what isn’t there yet, nothing is overwritten, and nothing is saved again after a restart', async ({
  provider,
  folder
}) => {
  const { app, ids, asked, again } = provider
  const { page } = app
  expect(await change(page, { pdfFolderOn: true })).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
  expect(await change(page, { pdfFolderPattern: '../{number}.pdf' })).toMatchObject({ ok: false })
  mkdirSync(join(folder, '2026', '03'), { recursive: true })
  writeFileSync(join(folder, '2026', '03', 'r-2026-1.PDF'), 'of the user')
  await chooseFolder(app, folder)
  expect(await change(page, { pdfFolderOn: true, pdfFolderFrom: null, pdfFolderPattern: PATTERN })).toMatchObject({
    data: { pdfFolderOn: true }
  })
  const first = ['2026/03/R-2026-1 (2).pdf', '2026/03/R-2026-2.pdf', '2026/03/r-2026-1.PDF']
  await expect.poll(() => filesIn(folder)).toEqual(first)
  expect(readFileSync(join(folder, '2026', '03', 'r-2026-1.PDF'), 'utf8')).toBe('of the user')
  expect(readFileSync(join(folder, '2026', '03', 'R-2026-2.pdf'), 'utf8')).toBe('%PDF-1.7 /pdf/2.pdf')

  ids.push(3)
  await refresh(page)
  await expect.poll(() => filesIn(folder)).toContain('2026/03/R-2026-3.pdf')
  await expect.poll(async () => (await stateOf(page)).progress).toBeNull()
  expect(asked()).toEqual(['/pdf/1.pdf', '/pdf/2.pdf', '/pdf/3.pdf'])
  const list = await saved(page)
  expect(list).toMatchObject({
    data: { total: 3, rows: [{ number: 'R/2026:3', path: '2026/03/R-2026-3.pdf', exists: true }, {}, {}] }
  })
  await app.quit()

  rmSync(join(folder, '2026', '03', 'R-2026-3.pdf'))
  ids.push(4)
  const { page: later } = await again()
  await expect.poll(() => filesIn(folder)).toContain('2026/03/R-2026-4.pdf')
  await expect.poll(async () => (await stateOf(later)).progress).toBeNull()
  expect(filesIn(folder)).toEqual([...first.slice(0, 2), '2026/03/R-2026-4.pdf', '2026/03/r-2026-1.PDF'])
  const { data } = (await saved(later)) as { data: { rows: { id: string; exists: boolean }[] } }
  expect(data.rows.map(({ exists }) => exists)).toEqual([true, false, true, true])
  const reveal = (id: string | undefined) =>
    later.evaluate((row) => window.portside.pdfFolder.reveal({ id: row }), id ?? '')
  expect(await reveal(data.rows[0]?.id)).toEqual({ ok: true, data: null })
  expect(await reveal(data.rows[1]?.id)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('a folder that is gone is said, isn’t made again, and gets its files once it is back', async ({
  provider,
  folder
}) => {
  const { app } = provider
  const { page } = app
  const away = `${folder} of a drive that is away`
  await chooseFolder(app, folder)
  renameSync(folder, away)
  await change(page, { pdfFolderOn: true, pdfFolderFrom: null, pdfFolderPattern: PATTERN })
  await expect.poll(async () => (await stateOf(page)).problem?.kind).toBe('gone')
  await refresh(page)
  expect(existsSync(folder)).toBe(false)
  expect(provider.asked()).toEqual([])
  renameSync(away, folder)
  await page.evaluate(() => window.portside.pdfFolder.retry())
  await expect.poll(() => filesIn(folder)).toEqual(['2026/03/R-2026-1.pdf', '2026/03/R-2026-2.pdf'])
  await expect.poll(async () => (await stateOf(page)).problem).toBeNull()

  // The files are the user's, and stay.
  await page.evaluate(() => window.portside.accounts.eraseEverything({ leaveEntries: true }))
  expect(await stateOf(page)).toMatchObject({ folder: null, lastSavedAt: null })
  expect(await page.evaluate(() => window.portside.app.settings())).toMatchObject({ data: { pdfFolderOn: false } })
  expect(filesIn(folder)).toHaveLength(2)
})
