/** Settings to a file and from one: what is shown before anything changes. */
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, FILE_SETTINGS } from '../../../src/shared/models/settings.ts'
import type { SettingsImport } from '../../../src/shared/models/settings-import.ts'
import { bridge, settings } from '../shell/bridge.ts'
import { alert, axeFindings, button, dialog, openPage } from '../shell/page.ts'
import { says, section } from './sections.ts'

const NOTHING: SettingsImport = { changes: {}, unchanged: 0, invalid: [], unknown: [], moreUnknown: 0 }

beforeEach(() => {
  bridge.answer('app.changeSettings', settings)
})

async function open(): Promise<void> {
  await openPage('/settings')
  await expect.poll(() => section('Settings file')).not.toBe(null)
}
async function openFile(file: Partial<SettingsImport>): Promise<void> {
  bridge.answer('settingsFile.openFile', { settings: { ...NOTHING, ...file } })
  await open()
  button('Import…', section('Settings file')).click()
  await expect.poll(dialog).not.toBe(null)
}
/** Each change as it reads. */
const changes = (): string[] =>
  [...(dialog()?.querySelectorAll('dl > div') ?? [])].map((one) =>
    [...one.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()).join(': ')
  )
const leftOut = (): string[] => [...(dialog()?.querySelectorAll('li') ?? [])].map((one) => one.textContent.trim())
const applied = (): unknown[] => bridge.asked('app.changeSettings')

test('an export says its name, and the section says what no file has', async () => {
  await open()
  expect(says('Settings file')).toContain('no accounts, keys, passwords or PIN')
  bridge.answer('settingsFile.exportFile', { name: 'portside-settings.json' })
  button('Export…', section('Settings file')).click()
  await expect.poll(() => says('Settings file')).toContain('Saved as portside-settings.json.')
  bridge.answer('settingsFile.exportFile', { name: null })
  button('Export…', section('Settings file')).click()
  await expect.poll(() => says('Settings file')).not.toContain('Saved as')
})

test('an import shows old and new values first, those that matter for security above all, and changes nothing', async () => {
  await openFile({
    changes: {
      theme: 'dark',
      quietHours: { from: 22 * 60, to: 7 * 60 },
      globalShortcut: 'Ctrl+Alt+K',
      lockWithScreen: false
    },
    unchanged: 3
  })
  expect(dialog()?.textContent).toContain('The file changes 4 settings. 3 are as in the file already.')
  expect(changes()).toEqual([
    'Lock when the computer sleeps or its screen locks: On to Off',
    'Global shortcut: None to Ctrl+Alt+K',
    'Theme: System to Dark',
    'Quiet hours: Off to 22:00–07:00'
  ])
  expect(dialog()?.querySelector('.callout')?.textContent).toContain('Check these first.')
  expect(applied()).toEqual([])
  expect(await axeFindings()).toEqual([])
  button('Cancel', dialog()).click()
  await expect.poll(dialog).toBe(null)
  expect(applied()).toEqual([])
})

test.each<SettingsImport['changes']>([{ notifyAmounts: true }, { trayTitle: 'amount' }])(
  'what others at the screen could read then is marked: %o',
  async (shown) => {
    await openFile({ changes: { theme: 'dark', ...shown } })
    const marked = dialog()?.querySelector('.callout')?.textContent
    expect(marked).toContain('Check these first.')
    expect(marked).not.toContain('Theme')
  }
)

test('all changes are applied at once, when the user says so', async () => {
  const file = { theme: 'dark', notify: false } as const
  await openFile({ changes: file })
  expect(dialog()?.querySelector('.callout')).toBe(null)
  button('Change 2 settings', dialog()).click()
  await expect.poll(dialog).toBe(null)
  expect(applied()).toEqual([file])
  expect(says('Settings file')).toContain('2 settings changed.')
})

test('if they can’t be saved, the dialog says so and stays', async () => {
  await openFile({ changes: { theme: 'dark' } })
  bridge.fail('app.changeSettings', { code: 'STORAGE' })
  button('Change 1 setting', dialog()).click()
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  expect(dialog()).not.toBe(null)
})

test('what can’t be used is named, with why', async () => {
  await openFile({
    changes: { theme: 'dark' },
    invalid: ['density', 'dueSoonDays', 'notify', 'quietHours'],
    unknown: ['moonPhase', '…'],
    moreUnknown: 12
  })
  expect(leftOut()).toEqual([
    'Row height: it must be Compact or Comfortable.',
    'Days before the due day: it must be a whole number from 0 to 60.',
    'Notify me about new and changed invoices, and before one is due: it must be on or off.',
    'Quiet hours: Portside can’t use its value.',
    '“moonPhase”: this version of Portside doesn’t have it.',
    '“…”: this version of Portside doesn’t have it.',
    '12 more that this version doesn’t have.'
  ])
})

test.each([
  [{ unchanged: 24 }, 'Your settings are as in the file already.'],
  [{ unknown: ['moonPhase'] }, 'The file has no setting that Portside can use.']
])('with nothing to change there is nothing to apply: %o', async (file, sentence) => {
  await openFile(file)
  expect(dialog()?.textContent).toContain(sentence)
  expect([...(dialog()?.querySelectorAll('button') ?? [])].map((one) => one.textContent.trim())).toEqual(['Close'])
})

test('a file that isn’t one, and one of a newer version', async () => {
  await open()
  bridge.fail('settingsFile.openFile', { code: 'BAD_REQUEST', found: 'settingsFile' })
  button('Import…', section('Settings file')).click()
  await expect
    .poll(() => alert()?.textContent)
    .toContain('This file has no settings of Portside. Choose a file that Portside exported under Settings.')
  bridge.fail('settingsFile.openFile', { code: 'BAD_REQUEST', found: 'newerFile' })
  button('Import…', section('Settings file')).click()
  await expect.poll(() => alert()?.textContent).toContain('newer version of Portside. Update Portside')
  bridge.answer('settingsFile.openFile', { settings: null })
  button('Import…', section('Settings file')).click()
  await expect.poll(alert).toBe(null)
  expect(dialog()).toBe(null)
})

test('a proxy is shown whole, also one that isn’t in use', async () => {
  const manual = {
    scheme: 'http',
    host: 'p.example',
    port: 8080,
    bypass: ['a.example', 'b.example'],
    user: 'ada'
  } as const
  await openFile({ changes: { proxy: { mode: 'none', manual: { ...manual, bypass: [...manual.bypass] } } } })
  expect(changes()).toEqual([
    'Proxy: As in your system to No proxy (entered by hand: http://p.example:8080, user name ada, not for a.example, b.example)'
  ])
  expect(dialog()?.querySelector('.callout dd')).not.toBe(null)
})

test('every setting has words for its name, its default and what it takes', async () => {
  const changed = Object.fromEntries(FILE_SETTINGS.map((name) => [name, DEFAULT_SETTINGS[name]]))
  await openFile({ changes: changed, invalid: [...FILE_SETTINGS] })
  expect(changes()).toHaveLength(FILE_SETTINGS.length)
  for (const change of changes()) expect(change).toMatch(/^\S.*: \S.* to \S/)
  expect(leftOut()).toHaveLength(FILE_SETTINGS.length)
  for (const text of leftOut()) expect(text).toMatch(/^\S.*: (?:it must be|Portside) .+\.$/)
})
