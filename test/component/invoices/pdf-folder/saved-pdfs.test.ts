/** The list of PDFs that were saved into the folder. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { MOST_LISTED_PDFS, type SavedPdf } from '../../../../src/shared/models/pdf-folder.ts'
import { bridge, line, opened } from '../../ui/shell/bridge.ts'
import { axeFindings, button, openPage, page, path } from '../../ui/shell/page.ts'

const savedPdf = (at: number): SavedPdf => ({
  id: `f${at}`,
  account: at % 3 === 0 ? 'a' : 'gone',
  number: `HB-${at}`,
  path: `2026/11/Work HB-${at}.pdf`,
  at: '2026-11-26T09:00:00Z',
  exists: at !== 1
})
const rows = (count: number): SavedPdf[] => Array.from({ length: count }, (_, at) => savedPdf(at))

const grid = (): HTMLElement => document.querySelector('[role="grid"]')!
const row = (words: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="rowgroup"] [role="row"]')].find((one) =>
    one.textContent.includes(words)
  )

async function open(total: number): Promise<void> {
  bridge.answer('session.state', opened([line({ label: 'Work', named: true })]))
  bridge.answer('pdfFolder.saved', { rows: rows(Math.min(total, MOST_LISTED_PDFS)), total })
  await openPage('/settings/saved-pdfs')
}

test('lists the newest files in one answer, says how many there are, and marks those that are gone', async () => {
  await open(5000)
  await expect.poll(() => row('HB-0')?.textContent).toContain('Work')
  expect(row('HB-1')?.textContent).toContain('Missing')
  expect(row('HB-1')?.textContent).toContain('Removed account')
  expect(page.text()).toContain('The newest 500 of 5,000 files.')
  expect(await axeFindings()).toEqual([])
  grid().focus()
  await userEvent.keyboard('{End}')
  await expect.poll(() => row('HB-499')?.textContent).toBeTruthy()
  // Rows out of sight aren't drawn.
  expect(document.querySelectorAll('[role="rowgroup"] [role="row"]').length).toBeLessThan(100)
  expect(bridge.asked('pdfFolder.saved')).toHaveLength(1)
})

test('a click or Enter shows a file in its folder, and says so if it isn’t there', async () => {
  await open(3)
  await expect.poll(() => row('HB-0')).toBeTruthy()
  bridge.answer('pdfFolder.reveal', null)
  await userEvent.click(row('HB-0')!)
  await expect.poll(() => bridge.asked('pdfFolder.reveal')).toEqual([{ id: 'f0' }])
  bridge.fail('pdfFolder.reveal', { code: 'NOT_FOUND' })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => bridge.asked('pdfFolder.reveal')).toEqual([{ id: 'f0' }, { id: 'f1' }])
  await expect.poll(page.text).toContain('The file was moved or deleted.')
})

test('a list with all files says their number only', async () => {
  await open(MOST_LISTED_PDFS)
  await expect.poll(page.text).toContain('500 files, newest first.')
})

test('an empty list says what would be here, and leads to the settings', async () => {
  await open(0)
  await expect.poll(page.text).toContain('No saved PDFs')
  await userEvent.click(button('Open settings'))
  await expect.poll(path).toBe('/settings#invoices')
})

test('a list that can’t be read can be loaded again', async () => {
  bridge.fail('pdfFolder.saved', { code: 'STORAGE' })
  await openPage('/settings/saved-pdfs')
  await expect.poll(page.text).toContain('couldn’t read or write')
  bridge.answer('pdfFolder.saved', { rows: rows(2), total: 2 })
  await userEvent.click(button('Try again'))
  await expect.poll(() => row('HB-0')).toBeTruthy()
  bridge.fail('pdfFolder.saved', { code: 'STORAGE' })
  bridge.emit('pdfFolder')
  await expect.poll(page.text).toContain('couldn’t read or write')
  expect(row('HB-0')).toBeTruthy()
})

test('a new file appears, and Esc leads back to the settings', async () => {
  await open(1)
  await expect.poll(() => row('HB-0')).toBeTruthy()
  bridge.answer('pdfFolder.saved', { rows: rows(2), total: 2 })
  bridge.emit('pdfFolder')
  await expect.poll(() => row('HB-1')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toBe('/settings#invoices')
})
