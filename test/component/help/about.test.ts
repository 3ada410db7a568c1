/** About and the licences: what they show, also without an account, and in a build without its lists. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { AboutInfo, LicenceRow } from '../../../src/shared/models/about.ts'
import { bridge, signedOut } from '../ui/shell/bridge.ts'
import { axeFindings, button, heading, openPage, page, path } from '../ui/shell/page.ts'

const info: AboutInfo = {
  version: '1.2.3',
  parts: { electron: '45.4.1', chromium: '150.0', node: '24.21.0', v8: '15.0', sqlite: '3.53.4', keytar: null },
  system: { platform: 'darwin', version: '25.1.0', architecture: 'arm64' },
  dataFolder: '/Users/ada/Library/Application Support/Portside',
  logFolder: '/logs',
  settingsFile: '/portside.db',
  hasChromiumLicences: true
}
const changes = {
  version: '1.2.3',
  date: '2026-12-01',
  groups: [
    { kind: 'added', entries: ['More of everything.'] },
    { kind: 'fixed', entries: ['Less <b>trouble</b>.'] }
  ]
}
const rows: LicenceRow[] = ['axios', 'dompurify', 'zod'].map((name) => ({
  key: `${name}@1.0.0`,
  name,
  version: '1.0.0',
  licence: name === 'dompurify' ? 'MPL-2.0 OR Apache-2.0' : 'MIT'
}))

async function openAbout(at: string): Promise<void> {
  bridge.answer('about.info', info)
  bridge.answer('about.changes', changes)
  bridge.answer('about.licences', rows)
  bridge.answer('about.licenceText', { text: 'Permission is granted.', next: null })
  bridge.answer('about.open', null)
  bridge.answer('app.copyText', null)
  await openPage(at)
}
const option = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent.includes(name))

const names = (): (string | undefined)[] =>
  [...document.querySelectorAll('[role="option"] .name')].map((one) => one.textContent.trim())

test('versions can be copied without paths, the folder opens, and changes are plain text', async () => {
  await openAbout('/about')
  await expect.poll(() => page.text()).toContain('Less <b>trouble</b>.')
  expect(page.text()).toContain('Changes in 1.2.3')
  expect(page.text()).toContain('macOS 25.1.0, arm64')
  expect(page.text()).not.toContain('keytar')
  expect(await axeFindings()).toEqual([])
  button('Copy versions').click()
  await expect.poll(() => bridge.asked('app.copyText')).toHaveLength(1)
  const [{ text } = { text: '' }] = bridge.asked('app.copyText') as { text: string }[]
  expect(text.split('\n')).toContain('Chromium: 150.0')
  expect(text).not.toContain('ada')
  bridge.fail('about.open', { code: 'NOT_FOUND' })
  button('Open data folder').click()
  await expect.poll(() => page.text()).toContain('Couldn’t open the data folder.')
})

test('a licence opens beside the list, is found by its name, and Esc leads back', async () => {
  await openAbout('/about/licences')
  await expect.poll(() => option('zod')?.textContent).toContain('MIT')
  option('zod')?.click()
  await expect.poll(() => page.text()).toContain('Permission is granted.')
  expect(path()).toBe('/about/licences/zod@1.0.0')
  expect(await axeFindings()).toEqual([])
  const field = document.querySelector<HTMLInputElement>('input[type="search"]')!
  await userEvent.fill(field, 'mpl')
  await expect.poll(() => names()).toEqual(['dompurify'])
  expect(page.text()).toContain('1 component')
  await userEvent.fill(field, ' Axios ')
  await expect.poll(() => names()).toEqual(['axios'])
  await userEvent.fill(field, 'none')
  await expect.poll(() => page.text()).toContain('Nothing found')
  button('Show all').click()
  await expect.poll(() => names()).toEqual(['axios', 'dompurify', 'zod'])
  expect(bridge.asked('about.licences')).toHaveLength(1)
  document.querySelector<HTMLElement>('[role="listbox"]')?.focus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toBe('/about/licences')
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toBe('/about')
})

test('a text longer than one answer comes in pieces', async () => {
  const asked = (): unknown[] => bridge.asked('about.licenceText')
  bridge.answer('about.info', info)
  bridge.answer('about.licences', rows)
  bridge.hold('about.licenceText')
  await openPage('/about/licences/zod@1.0.0')
  await expect.poll(asked).toEqual([{ key: 'zod@1.0.0', offset: 0 }])
  bridge.answer('about.licenceText', { text: 'First. ', next: 7 })
  bridge.hold('about.licenceText')
  await expect.poll(asked).toHaveLength(2)
  bridge.answer('about.licenceText', { text: 'Last.', next: null })
  await expect.poll(() => page.text()).toContain('First. Last.')
  expect(asked()[1]).toEqual({ key: 'zod@1.0.0', offset: 7 })
})

test('without an account both show without the shell and its palette, and Back leads to the sign-in', async () => {
  bridge.answer('session.state', signedOut)
  await openAbout('/about')
  await expect.poll(heading).toBe('About Portside')
  expect(document.querySelector('nav')).toBeNull()
  expect(document.querySelector('main')).not.toBeNull()
  expect(document.querySelector('[aria-label="Search or jump to…"]')).toBeNull()
  button('Show licences').click()
  await expect.poll(() => option('zod')?.textContent).toContain('MIT')
  button('Chromium’s licences').click()
  await expect.poll(() => bridge.asked('about.open')).toEqual([{ what: 'chromiumLicences' }])
  button('Back').click()
  await expect.poll(heading).toBe('About Portside')
})

test('a build without its lists says so', async () => {
  await openAbout('/about')
  bridge.fail('about.changes', { code: 'NOT_FOUND' })
  bridge.fail('about.licences', { code: 'NOT_FOUND' })
  page.leave()
  await openPage('/about')
  await expect.poll(() => page.text()).toContain('This build has no list of changes.')
  button('Show licences').click()
  await expect.poll(() => page.text()).toContain('No list of licences')
})
