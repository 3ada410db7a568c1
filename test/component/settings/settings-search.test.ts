/** The list of the settings' sections, and the search. */
import { beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { bridge, lockState, settings } from '../ui/shell/bridge.ts'
import { axeFindings, button, openPage, path } from '../ui/shell/page.ts'
import { section } from './sections.ts'
import { fill, pick } from '../ui/typing.ts'

beforeEach(() => {
  bridge.answer('app.changeSettings', settings)
})

const nav = (): HTMLElement => document.querySelector('nav[aria-label="Sections"]')!
const listed = (): string[] => [...nav().querySelectorAll('button')].map((one) => one.textContent.trim())
const current = (): string | undefined => nav().querySelector('[aria-current]')?.textContent.trim()
const sheet = (): HTMLElement => document.querySelector('.scroll')!
const search = (): HTMLInputElement => document.querySelector('input[type="search"]')!
const shown = (): string[] =>
  [...document.querySelectorAll('h2')].filter((one) => one.checkVisibility()).map(({ textContent }) => textContent)
const ALL = [
  ...['Appearance and language', 'Accounts', 'Notifications and tray', 'Invoices and files', 'Privacy and lock'],
  ...['Data', 'Advanced']
]

async function open(): Promise<void> {
  await openPage('/settings')
  await expect.poll(listed).toEqual(ALL)
  // The test page is as high as its content, so nothing would scroll.
  sheet().style.maxBlockSize = '400px'
}

test('lists every section and marks the current one', async () => {
  await open()
  expect(current()).toBe('Appearance and language')
  button('Notifications and tray', nav()).click()
  await expect.poll(current).toBe('Notifications and tray')
  expect(document.activeElement).toBe(section('Notifications and tray')?.querySelector('h2'))
  await expect
    .poll(() => section('Notifications and tray')!.getBoundingClientRect().top - sheet().getBoundingClientRect().top)
    .toBeLessThan(40)
})

test('marks a section at the end that can’t reach the upper edge, and follows the scrolling after it', async () => {
  await open()
  button('Data', nav()).click()
  await expect.poll(current).toBe('Data')
  sheet().scrollTo({ top: 0 })
  await expect.poll(current).toBe('Appearance and language')
})

test('brings a section to the upper edge again when parts above and below it load later, until the user goes elsewhere', async () => {
  await open()
  sheet().style.maxBlockSize = '600px'
  const part = (): HTMLElement => Object.assign(document.createElement('div'), { style: 'block-size: 800px' })
  const distance = (): number => section('Data')!.getBoundingClientRect().top - sheet().getBoundingClientRect().top
  button('Data', nav()).click()
  await expect.poll(current).toBe('Data')
  expect(distance()).toBeGreaterThan(40)
  sheet().append(part())
  await expect.poll(distance).toBeLessThan(40)
  sheet().prepend(part())
  await expect.poll(distance).toBeLessThan(40)
  sheet().scrollTo({ top: 0 })
  await expect.poll(current).toBe('Appearance and language')
  sheet().append(part())
  await expect.poll(() => sheet().scrollTop).toBe(0)
})

test('keeps the current section in view in a list that is longer than the window', async () => {
  await open()
  nav().style.maxBlockSize = '120px'
  const isInView = (): boolean => {
    const [box, item] = [nav(), nav().querySelector('[aria-current]')].map((one) => one?.getBoundingClientRect())
    return box !== undefined && item !== undefined && item.top >= box.top && item.bottom <= box.bottom
  }
  sheet().scrollTo({ top: sheet().scrollHeight })
  await expect.poll(current).toBe('Advanced')
  await expect.poll(isInView).toBe(true)
  sheet().scrollTo({ top: 0 })
  await expect.poll(current).toBe('Appearance and language')
  await expect.poll(isInView).toBe(true)
})

test('Advanced is folded until it is opened, chosen or searched', async () => {
  await open()
  const field = (): HTMLElement => document.querySelector('select[name="refreshMinutes"]')!
  expect(field().checkVisibility()).toBe(false)
  await fill(search(), 'proxy')
  await expect.poll(() => field().checkVisibility()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => field().checkVisibility()).toBe(false)
  button('Advanced', nav()).click()
  await expect.poll(() => field().checkVisibility()).toBe(true)
  expect(await axeFindings()).toEqual([])
  await userEvent.click(document.querySelector('summary')!)
  await expect.poll(() => field().checkVisibility()).toBe(false)
})

test('a link to a part of Advanced opens it, and focuses the part’s heading', async () => {
  await openPage('/settings#network')
  await expect.poll(() => document.activeElement?.textContent).toBe('Network')
  expect(document.activeElement?.checkVisibility()).toBe(true)
  expect(current()).toBe('Advanced')
})

test('opens with Ctrl and comma', async () => {
  await openPage('/profile')
  await userEvent.keyboard('{Control>},{/Control}')
  await expect.poll(path).toBe('/settings')
})

test.each([
  ['theme', ['Appearance and language']],
  ['proxy', ['Advanced']],
  ['SLEEP', ['Privacy and lock']],
  ['appindicator', ['Notifications and tray']],
  ['quiet hours', ['Notifications and tray']]
])('finds %j by label, hint or heading, without case', async (typed, titles) => {
  bridge.answer('app.desktop', { tray: false, startsWithSystem: false, notifications: 'supported', shortcut: 'off' })
  bridge.answer('lock.state', lockState({ enabled: true }))
  bridge.answer('app.info', {
    version: '1.2.3',
    platform: 'win32',
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await open()
  await fill(search(), typed)
  await expect.poll(shown).toEqual(titles)
  expect(listed()).toEqual(titles)
  expect(CSS.highlights.get('search-hit')?.size).toBeGreaterThan(0)
  await userEvent.keyboard('{Escape}')
  await expect.poll(shown).toEqual(ALL)
  expect(CSS.highlights.get('search-hit')?.size).toBe(0)
})

test('Enter moves from the search into the first setting found', async () => {
  await open()
  await fill(search(), 'quiet')
  await expect.poll(shown).toEqual(['Notifications and tray'])
  await userEvent.keyboard('{Enter}')
  expect((document.activeElement as HTMLInputElement).name).toBe('notify')
})

test('keeps a section that is found by a setting which another one shows', async () => {
  bridge.answer('app.settings', { ...settings, notify: false })
  await open()
  await fill(search(), 'quiet')
  await expect.poll(shown).toEqual([])
  expect(document.querySelector('[role="status"]:not(:empty)')?.textContent).toBe('No setting matches “quiet”.')
  bridge.answer('app.settings', settings)
  bridge.emit('settings')
  await expect.poll(shown).toEqual(['Notifications and tray'])
})

test('in a narrow window a select takes the list’s place', async () => {
  await browser.viewport(640, 600)
  await open()
  expect(nav().checkVisibility()).toBe(false)
  const select = document.querySelector<HTMLSelectElement>('select[aria-label="Section"]')!
  await pick(select, 'Advanced')
  await expect.poll(current).toBe('Advanced')
  expect(sheet().scrollTop).toBeGreaterThan(0)
  expect(await axeFindings()).toEqual([])
})

test('has no axe violation', async () => {
  await open()
  expect(await axeFindings()).toEqual([])
  await fill(search(), 'nonsense')
  await expect.poll(shown).toEqual([])
  expect(await axeFindings()).toEqual([])
})
