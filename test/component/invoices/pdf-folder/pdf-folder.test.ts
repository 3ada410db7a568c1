/** The settings of the folder that new PDFs are saved into. */
import { beforeEach, describe, expect, test } from 'vitest'
import { page as screen, userEvent } from 'vitest/browser'
import type { PdfFolderState } from '../../../../src/shared/models/pdf-folder.ts'
import type { Settings } from '../../../../src/shared/models/settings.ts'
import { bridge, line, noFolder, opened, settings } from '../../ui/shell/bridge.ts'
import { alert, axeFindings, button, field, noteOf, openPage, page, path } from '../../ui/shell/page.ts'
import { says, section, select } from '../../settings/sections.ts'

const TITLE = 'Invoices and files'
const chosen: PdfFolderState = { ...noFolder, folder: '/home/ada/Invoices' }
const ON: Partial<Settings> = { pdfFolderOn: true, pdfFolderFrom: '2026-11-26' }
const EXAMPLES = ['2026/11/Work HB-2026-2417.pdf', '2026/10/Work HB-2026-2398.pdf']

beforeEach(() => {
  bridge.answer('pdfFolder.preview', { examples: EXAMPLES, problem: null })
})

const its = (): Element | null => section(TITLE)
const words = (): string => says(TITLE).replaceAll(/\s+/g, ' ')
const switchedOn = (): boolean => field('pdfFolder').checked
const changes = (): unknown[] => bridge.asked('app.changeSettings')

const take = (change: Partial<Settings>): void => bridge.answer('app.changeSettings', { ...settings, ...ON, ...change })

async function open(state: PdfFolderState): Promise<void> {
  bridge.answer('pdfFolder.state', state)
  if (state.folder !== null) bridge.answer('app.settings', { ...settings, ...ON })
  await openPage('/settings#invoices')
  await expect.poll(() => its()?.querySelector('input')).toBeTruthy()
}
async function type(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text)
  // Tab stays in a date, on its next part.
  field(name).blur()
}

test('is off without a folder, and its section has the focus although its code loads later', async () => {
  await open(noFolder)
  expect(switchedOn()).toBe(false)
  expect(its()?.querySelector('input[name="pdfPattern"]')).toBe(null)
  await expect.poll(() => document.activeElement?.textContent).toBe(TITLE)
  expect(await axeFindings()).toEqual([])
})

test('turning it on without a folder asks for one first', async () => {
  await open(noFolder)
  bridge.answer('pdfFolder.chooseFolder', chosen)
  take({})
  await userEvent.click(field('pdfFolder'))
  await expect.poll(changes).toEqual([{ pdfFolderOn: true }])
  await expect.poll(words).toContain('/home/ada/Invoices')
  expect(switchedOn()).toBe(true)
})

test('it stays off if no folder is chosen in the dialog', async () => {
  await open(noFolder)
  bridge.answer('pdfFolder.chooseFolder', noFolder)
  await userEvent.click(field('pdfFolder'))
  await expect.poll(() => bridge.asked('pdfFolder.chooseFolder').length).toBe(1)
  await expect.poll(switchedOn).toBe(false)
  expect(changes()).toEqual([])
})

test('a change that fails is undone, and says why', async () => {
  await open(chosen)
  bridge.fail('app.changeSettings', { code: 'STORAGE' })
  await userEvent.click(field('pdfFolder'))
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  await expect.poll(switchedOn).toBe(true)
})

test('the whole path of a long folder is in its tooltip', async () => {
  const folder = `/home/ada/${'Papers and contracts/'.repeat(12)}Invoices`
  await open({ ...chosen, folder })
  expect(its()?.querySelector(`[title="${folder}"]`)?.textContent).toBe(folder)
  bridge.answer('pdfFolder.chooseFolder', { ...chosen, folder: '/mnt/nas' })
  await userEvent.click(button('Choose another…', its()))
  await expect.poll(words).toContain('/mnt/nas')
})

describe('the pattern', () => {
  test('shows examples while one types, and is saved when one leaves the field', async () => {
    await open(chosen)
    await expect.poll(words).toContain(EXAMPLES[1])
    bridge.answer('pdfFolder.preview', { examples: ['HB-2026-2417.pdf'], problem: null })
    take({ pdfFolderPattern: '{number}.pdf' })
    await userEvent.fill(field('pdfPattern'), '{number}.pdf')
    await expect.poll(words).toContain('Examples:HB-2026-2417.pdf')
    expect(changes()).toEqual([])
    await userEvent.tab()
    await expect.poll(changes).toEqual([{ pdfFolderPattern: '{number}.pdf' }])
  })

  test.each([
    ['notPdf', null, 'End the file name with .pdf.'],
    ['unknownField', 'client', 'Portside doesn’t know {client}.'],
    ['tooLong', null, 'Use at most 200 characters.'],
    ['brace', null, 'Close each brace, as in {number}.'],
    ['emptyName', null, 'Give each subfolder and the file a name.']
  ] as const)('that is wrong (%s) says what to do, and is not saved', async (kind, part, sentence) => {
    await open(chosen)
    await expect.poll(words).toContain(EXAMPLES[0])
    bridge.answer('pdfFolder.preview', { examples: [], problem: { kind, part } })
    await type('pdfPattern', 'wrong')
    await expect.poll(() => noteOf('pdfPattern')).toContain(sentence)
    expect(field('pdfPattern').getAttribute('aria-invalid')).toBe('true')
    expect(changes()).toEqual([])
  })

  test('a button inserts a field at the cursor', async () => {
    await open(chosen)
    const { pdfFolderPattern: pattern } = settings
    field('pdfPattern').focus()
    field('pdfPattern').setSelectionRange(pattern.length - 4, pattern.length - 4)
    await userEvent.click(button('Currency', its()))
    await expect.poll(() => field('pdfPattern').value).toBe('{year}/{month}/{account} {number}{currency}.pdf')
    await expect.poll(() => document.activeElement).toBe(field('pdfPattern'))
    expect(field('pdfPattern').selectionStart).toBe(pattern.length - 4 + '{currency}'.length)
  })
})

test('all accounts, later ones too, or only chosen ones', async () => {
  const studio = line({ id: 'b', label: 'Studio', named: true })
  bridge.answer('session.state', opened([line({ label: 'Work', named: true }), studio]))
  await open(chosen)
  expect(select('pdfAccounts').value).toBe('all')
  take({ pdfFolderAccounts: ['a', 'b'] })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Accounts' }), 'chosen')
  await expect.poll(changes).toEqual([{ pdfFolderAccounts: ['a', 'b'] }])
  const boxes = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('input[name="pdfAccount"]')]
  await expect.poll(() => boxes().map(({ checked }) => checked)).toEqual([true, true])
  // Main has not answered the first one when the second one comes.
  bridge.hold('app.changeSettings')
  for (const name of ['Work', 'Studio']) await screen.getByRole('checkbox', { name, exact: true }).click()
  await expect.poll(() => changes().slice(1)).toEqual([{ pdfFolderAccounts: ['b'] }, { pdfFolderAccounts: [] }])
  expect(words()).toContain('No account is selected, so nothing is saved.')
  take({ pdfFolderAccounts: [] })
  await expect.poll(() => boxes().map(({ checked }) => checked)).toEqual([false, false])
})

test('the first day can be another, or none', async () => {
  await open(chosen)
  expect(field('pdfFrom').value).toBe('2026-11-26')
  take({ pdfFolderFrom: '2026-01-01' })
  await type('pdfFrom', '2026-01-01')
  await expect.poll(changes).toEqual([{ pdfFolderFrom: '2026-01-01' }])
  take({ pdfFolderFrom: null })
  await type('pdfFrom', '')
  await expect.poll(changes).toEqual([{ pdfFolderFrom: '2026-01-01' }, { pdfFolderFrom: null }])
})

test.each([
  ['gone', 'The folder /home/ada/Invoices is gone. Choose another, or connect the drive.'],
  ['readOnly', 'Portside can’t write to the folder /home/ada/Invoices.'],
  ['full', 'Less than 200 MB would stay free on the disk with the folder /home/ada/Invoices.'],
  ['link', 'A subfolder of /home/ada/Invoices leads out of it.'],
  [
    'sameName',
    '10,000 files in the folder /home/ada/Invoices have the same name. Add a field to the names, such as {number}.'
  ],
  ['noAnswer', 'The folder /home/ada/Invoices isn’t responding.'],
  ['other', 'Portside couldn’t save into the folder /home/ada/Invoices.']
] as const)('a folder with a problem (%s) says so, and can be tried again', async (kind, sentence) => {
  await open({ ...chosen, problem: { kind, since: '2026-11-26T09:00:00Z' } })
  expect(words()).toContain(sentence)
  expect(words()).toContain('Portside tries again after each refresh.')
  bridge.answer('pdfFolder.retry', chosen)
  await userEvent.click(button('Try again', its()))
  await expect.poll(words).not.toContain(sentence)
  expect(bridge.asked('pdfFolder.retry')).toHaveLength(1)
})

test('a folder that got 5,000 files today says when it goes on', async () => {
  await open({ ...chosen, problem: { kind: 'tooMany', since: '2026-11-26T09:00:00Z' } })
  expect(words()).toContain(
    'The folder /home/ada/Invoices got 5,000 new files today. Portside goes on tomorrow, or in another folder.'
  )
})

test('says how far it is, what was saved last, and what couldn’t be fetched', async () => {
  await open(chosen)
  expect(words()).toContain('Nothing saved yet.')
  bridge.answer('pdfFolder.state', { ...chosen, progress: { done: 3, total: 1200 } })
  bridge.emit('pdfFolder')
  await expect.poll(words).toContain('Saving PDFs…3 of 1,200')
  // The page’s clock may be a moment behind.
  const lastSavedAt = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
  bridge.answer('pdfFolder.state', { ...chosen, lastSavedAt, notFetched: 2 })
  bridge.emit('pdfFolder')
  await expect.poll(words).toContain('Last file saved 2 hours ago. 2 PDFs couldn’t be fetched.')
  expect(await axeFindings()).toEqual([])
  await userEvent.click(button('Saved PDFs', its()))
  await expect.poll(path).toBe('/settings/saved-pdfs')
  expect(page.text()).toBeTruthy()
})
