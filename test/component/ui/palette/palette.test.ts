/** The command palette and the list of shortcuts. */
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { row } from '../../catalogue/fixtures.ts'
import { invoice } from '../../invoices/fixtures.ts'
import { invoices, pageOf } from '../../invoices/page-of.ts'
import { bridge, fresh, lockState, settings } from '../shell/bridge.ts'
import { axeFindings, button, dialog, focused, heading, openPage, path } from '../shell/page.ts'

const products = (...names: string[]): object => ({
  rows: names.map((name) => row(name.toLowerCase(), { name })),
  matched: names.length,
  total: 60,
  freshness: fresh
})
const field = (): HTMLInputElement | null => document.querySelector('[role="combobox"]')
const entered = (): boolean => field() !== null && document.activeElement === field()
const rows = (): string[] =>
  [...(dialog()?.querySelectorAll('[role="option"] > .truncate') ?? [])].map((one) => one.textContent)
const current = (): string =>
  document.getElementById(field()?.getAttribute('aria-activedescendant') ?? '')?.querySelector('.truncate')
    ?.textContent ?? ''
const texts = (call: string): unknown[] => bridge.asked(call).map((input) => (input as { text: string }).text)

async function open(from = '/profile'): Promise<void> {
  await openPage(from)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(entered).toBe(true)
}

beforeEach(() => {
  bridge.answer('catalogue.page', products('Mobile', 'Modem'))
  bridge.answer('catalogue.product', { view: null, freshness: fresh })
  bridge.answer('invoices.page', pageOf(invoices(2)))
})

test('offers views, actions, settings and accounts with their shortcuts', async () => {
  await open()
  expect(rows().slice(0, 5)).toEqual(['Overview', 'Catalogue', 'Invoices', 'Profile', 'Settings'])
  expect(rows()).toEqual(
    expect.arrayContaining(['Refresh everything', 'Theme: Dark', 'Privacy and lock', 'Add account'])
  )
  expect(rows()).not.toContain('Lock now')
  expect(dialog()?.querySelector('kbd')?.textContent).toBe('Ctrl+1')
  expect(await axeFindings()).toEqual([])
})

test('the arrow keys move around, Enter does what is chosen, and it comes first next time', async () => {
  await open()
  expect(current()).toBe('Overview')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(current).toBe(rows().at(-1))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.poll(heading).toBe('Settings')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => rows().slice(0, 2)).toEqual(['Settings', 'Overview'])
  expect(rows().filter((name) => name === 'Settings')).toHaveLength(1)
})

test('finds products and invoices by main’s search, beside commands by their words', async () => {
  await open()
  await userEvent.keyboard('mo')
  await expect.poll(rows).toEqual(['Mobile', 'Modem', 'INV-0000', 'INV-0001'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(path).toBe('/catalogue/mobile')
  await expect.poll(dialog).toBe(null)
})

test('the amount of an invoice is never cut, and its number yields', async () => {
  const long = invoice({
    key: 'l',
    number: `INV-${'7'.repeat(90)}`,
    state: 'open',
    total: '1234567890.5',
    currency: 'IDR'
  })
  bridge.answer(
    'invoices.page',
    pageOf([long, invoice({ key: 'c', number: 'INV-C', state: 'credit', total: '50', currency: 'EUR' })])
  )
  bridge.answer('catalogue.page', products())
  await open()
  await userEvent.keyboard('inv')
  const amounts = (): HTMLElement[] => [
    ...(dialog()?.querySelectorAll<HTMLElement>('[role="option"] > .figures') ?? [])
  ]
  await expect.poll(() => amounts().map((one) => one.textContent)).toEqual(['IDR\u00A01,234,567,890.50', '-€50.00'])
  for (const one of amounts()) {
    expect(one.scrollWidth).toBeLessThanOrEqual(one.clientWidth)
    expect(one.getBoundingClientRect().right).toBeLessThan(
      one.closest('[role="option"]')!.getBoundingClientRect().right
    )
  }
})

test('the rows answer one text, also when an earlier answer comes later', async () => {
  await open()
  bridge.hold('catalogue.page')
  await userEvent.keyboard('s')
  await expect.poll(() => texts('catalogue.page')).toContain('s')
  await userEvent.keyboard('e')
  await expect.poll(() => texts('catalogue.page')).toContain('se')
  // Nothing of the new text shows before all of it is there.
  expect(rows()[0]).toBe('Overview')
  bridge.answer('catalogue.page', products('Server'))
  await expect.poll(rows).toEqual(['Settings', 'Server', 'INV-0000', 'INV-0001'])
})

test('Enter before the answer chooses the first row of the answer', async () => {
  await open()
  bridge.hold('catalogue.page')
  await userEvent.keyboard('set{Enter}')
  expect(dialog()).not.toBe(null)
  bridge.answer('catalogue.page', products())
  await expect.poll(heading).toBe('Settings')
})

test('says how many rows there are, and that nothing was found', async () => {
  await open()
  const status = (): string => dialog()?.querySelector('[role="status"]')?.textContent.trim() ?? ''
  await userEvent.keyboard('mo')
  await expect.poll(status).toBe('4 results')
  bridge.answer('catalogue.page', products())
  bridge.answer('invoices.page', pageOf([]))
  await userEvent.keyboard('xyz')
  await expect.poll(status).toBe('Nothing found for “moxyz”')
  await userEvent.keyboard('{Enter}')
  expect(dialog()).not.toBe(null)
})

test('ids of the provider that equal those of commands are told apart', async () => {
  bridge.answer('catalogue.page', products('Overview', 'Refresh'))
  await open()
  await userEvent.keyboard('re')
  await expect.poll(rows).toEqual(['Refresh everything', 'Refresh', 'INV-0000', 'INV-0001', 'Overview'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(path).toBe('/catalogue/refresh')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect
    .poll(() => rows().filter((name) => name.startsWith('Refresh')))
    .toEqual(['Refresh', 'Refresh everything'])
})

test('in a locked keychain the rest is found', async () => {
  bridge.fail('invoices.page', { code: 'KEYCHAIN_LOCKED' })
  await open()
  await userEvent.keyboard('mo')
  await expect.poll(rows).toEqual(['Mobile', 'Modem'])
})

describe('goes', () => {
  test('with Esc, and gives the focus back', async () => {
    await openPage('/settings')
    const before = document.querySelector<HTMLElement>('nav.sections button')!
    before.focus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.poll(entered).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement).toBe(before)
    expect(path()).toBe('/settings')
  })

  test('with the page that is locked', async () => {
    await open()
    bridge.answer('lock.state', lockState({ enabled: true, locked: true }))
    bridge.emit('lock')
    await expect.poll(focused).toBe('pin')
    expect(field()).toBe(null)
  })
})

test('waits for a modal dialog to be answered', async () => {
  await openPage('/settings')
  button('Sign out').click()
  await expect.poll(dialog).not.toBe(null)
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(field()).toBe(null)
})

test.each(['/overview', '/catalogue', '/invoices', '/profile', '/settings', '/changes'])(
  'the view %s has a button that opens it',
  async (view) => {
    await openPage(view)
    const opener = (): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('main header button')].find((one) =>
        (one.ariaLabel ?? one.textContent).trim().startsWith('Search or jump to…')
      )
    await expect.poll(opener).toBeTruthy()
    opener()?.click()
    await expect.poll(field).not.toBe(null)
  }
)

test('the question mark lists all shortcuts, and is a character in a field', async () => {
  await openPage('/settings')
  document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
  await userEvent.keyboard('?')
  expect(dialog()).toBe(null)
  document.querySelector<HTMLElement>('nav.sections button')?.focus()
  await userEvent.keyboard('?')
  await expect.poll(() => dialog()?.querySelector('h2')?.textContent).toBe('Keyboard shortcuts')
  expect(dialog()?.textContent).toContain('Next pane (with Shift: previous)F6')
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement?.textContent.trim()).toBe('Appearance and language')
})

test('shortcuts of one character can be switched off', async () => {
  bridge.answer('app.settings', { ...settings, characterKeys: false })
  await openPage('/catalogue')
  await expect.poll(heading).toBe('Catalogue')
  await userEvent.keyboard('?/')
  expect(dialog()).toBe(null)
  expect(document.activeElement?.matches('input')).toBe(false)
})
