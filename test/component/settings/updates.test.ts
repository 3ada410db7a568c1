/** The settings' section about new versions of Portside, in each state, and what the status bar says of them. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import texts from '../../../src/shared/i18n/en/page.json' with { type: 'json' }
import { NO_UPDATES, UPDATE_PROBLEMS, type Release, type UpdateState } from '../../../src/shared/models/updates.ts'
import { bridge, online, settings } from '../ui/shell/bridge.ts'
import { axeFindings, button, field, openPage } from '../ui/shell/page.ts'
import { says, section } from './sections.ts'

const {
  settings: { updates }
} = texts
const release: Release = {
  version: '1.3.0',
  notes: '<img src=x onerror=alert(1)>\nFaster lists',
  date: '2026-11-20T10:00:00.000Z',
  bytes: 98_000_000
}
const idle: UpdateState = {
  ...NO_UPDATES,
  step: 'idle',
  canInstall: true,
  checkedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  feedHost: 'feed.example.com',
  pageHost: 'example.com'
}
const available: UpdateState = { ...idle, release }

const its = (): Element | null => section('Updates')
const words = (): string => says('Updates').replaceAll(/\s+/g, ' ')
const status = (): string => its()?.querySelector('[role="status"]')?.textContent ?? ''
const buttons = (): string[] => [...(its()?.querySelectorAll('button') ?? [])].map((one) => one.textContent.trim())

async function open(state: UpdateState): Promise<void> {
  bridge.answer('updates.state', state)
  await openPage('/settings#updates')
  await expect.poll(() => its()?.querySelector('p')).toBeTruthy()
}
function show(state: UpdateState): void {
  bridge.answer('updates.state', state)
  bridge.emit('updates')
}
async function choose(name: string, call: string, answer: UpdateState): Promise<void> {
  bridge.answer(`updates.${call}`, answer)
  await userEvent.click(button(name, its()))
  await expect.poll(() => bridge.asked(`updates.${call}`)).toHaveLength(1)
}

const STATES: [name: string, state: UpdateState, says: string, buttons: string[]][] = [
  ['never checked', { ...idle, checkedAt: null }, '', ['Check now']],
  ['nothing newer', idle, 'This is the newest version.', ['Check now']],
  ['checking', { ...idle, step: 'checking' }, 'Checking…', ['Check now']],
  [
    'available',
    available,
    'Version 1.3.0 is available.',
    ['Install at quit', 'Remind me later', 'Skip this version', 'Check now']
  ],
  [
    'only announced',
    { ...available, canInstall: false },
    'Version 1.3.0 is available.',
    ['Open example.com', 'Remind me later', 'Skip this version', 'Check now']
  ],
  [
    'postponed',
    { ...available, remindAt: new Date(Date.now() + 2 * 86_400_000).toISOString() },
    'Version 1.3.0 is available.',
    ['Install at quit', 'Skip this version', 'Check now']
  ],
  ['skipped', { ...available, isSkipped: true }, 'You skipped version 1.3.0.', ['Offer it again', 'Check now']],
  [
    'downloading',
    { ...available, step: 'downloading', received: 42_000_000 },
    'Downloading version 1.3.0…',
    ['Cancel']
  ],
  [
    'ready',
    { ...available, step: 'ready' },
    'Version 1.3.0 is ready. It’s installed when you quit.',
    ['Restart and install', 'Don’t install', 'Skip this version']
  ]
]

test('each state has its words and its buttons, and no axe violation', async () => {
  await open(idle)
  for (const [name, state, said, offered] of STATES) {
    show(state)
    await expect.poll(() => [status(), buttons()], { message: name }).toEqual([said, offered])
    expect(await axeFindings(its()), name).toEqual([])
  }
})

test('a first check that failed isn’t called none', async () => {
  await open({ ...idle, checkedAt: null })
  expect(words()).toContain('Not checked yet.')
  show({ ...idle, checkedAt: null, problem: 'missing' })
  await expect.poll(words).toContain('has nothing for this system')
  expect(words()).not.toContain('Not checked yet.')
})

test('each problem is said, with what to do', async () => {
  await open(idle)
  for (const problem of UPDATE_PROBLEMS) {
    show({ ...idle, problem })
    await expect
      .poll(() => its()?.querySelector('.problem')?.textContent, { message: problem })
      .toBe(updates.problem[problem].replace('{host}', 'example.com'))
    expect(words()).not.toContain('newest')
  }
})

test('without a feed there is nothing about updates', async () => {
  bridge.answer('updates.state', NO_UPDATES)
  await openPage('/settings')
  await expect.poll(() => bridge.asked('updates.state')).toHaveLength(1)
  await expect.poll(() => section('Diagnostics')).toBeTruthy()
  expect(its()).toBe(null)
  expect(document.body.textContent).not.toMatch(/updates/i)
})

test('release notes are text, whatever they hold', async () => {
  await open(available)
  const notes = its()?.querySelector('[role="region"]')
  expect(notes?.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(notes?.querySelector('*')).toBe(null)
  expect(words()).toContain('98')
})

test('notes of any length scroll in their box', async () => {
  const notes = `${'word '.repeat(700)}${'x'.repeat(500)}`
  await open({ ...available, release: { ...release, version: '999999.999999.999999', notes } })
  const box = its()!.querySelector<HTMLElement>('[role="region"]')!
  expect(box.offsetHeight).toBeLessThanOrEqual(240)
  expect(box.scrollWidth).toBe(box.clientWidth)
})

test('the choices reach main, and the focus stays in the section', async () => {
  await open(available)
  await choose('Skip this version', 'skip', { ...available, isSkipped: true })
  await expect.poll(status).toContain('skipped')
  await expect.poll(() => its()?.contains(document.activeElement)).toBe(true)
  await choose('Offer it again', 'unskip', available)
  await choose('Install at quit', 'install', { ...available, step: 'downloading' })
  await choose('Cancel', 'stopInstalling', available)
  await choose('Remind me later', 'remindLater', available)
  await choose('Check now', 'check', { ...available, step: 'checking' })
  bridge.answer('updates.state', { ...available, step: 'ready' })
  bridge.emit('updates')
  bridge.answer('updates.restart', null)
  await expect.poll(buttons).toContain('Restart and install')
  await userEvent.click(button('Restart and install', its()))
  await expect.poll(() => bridge.asked('updates.restart')).toHaveLength(1)
})

test('looking for updates can be switched off', async () => {
  await open(idle)
  bridge.answer('app.changeSettings', { ...settings, updateCheck: false })
  await userEvent.click(field('updateCheck'))
  await expect.poll(() => bridge.asked('app.changeSettings')).toEqual([{ updateCheck: false }])
})

test('the status bar leads there', async () => {
  bridge.answer('app.status', { ...online, update: { kind: 'ready', version: '1.3.0' } })
  bridge.answer('updates.state', available)
  await openPage('/overview')
  const link = (): HTMLAnchorElement | undefined =>
    [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Version 1.3.0 installs at quit')
  await expect.poll(link).toBeTruthy()
  expect(link()?.hash).toBe('#/settings#updates')
})
