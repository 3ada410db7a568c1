/** Accounts and settings to a file for another computer and from one: what is shown before anything changes. */
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { DEFAULT_SETTINGS, FILE_SETTINGS } from '../../../src/shared/models/settings.ts'
import type { NewAccount, SettingsImport, TransferImport } from '../../../src/shared/models/transfer.ts'
import { bridge, line, opened, settings, signedOut } from '../ui/shell/bridge.ts'
import { alert, axeFindings, button, dialog, openPage, path } from '../ui/shell/page.ts'
import { says, section } from './sections.ts'

const NOTHING: SettingsImport = { changes: {}, unchanged: 0, invalid: [], unknown: [], moreUnknown: 0 }
const work: NewAccount = {
  label: 'Work',
  kind: 'password',
  email: 'ada@example.com',
  provider: 'HypeProxy',
  host: 'api.hypeproxy.io',
  isOfFile: false
}
const acme: NewAccount = {
  ...{ label: 'bo@example.com', kind: 'token', email: 'bo@example.com', provider: 'Acme' },
  ...{ host: 'api.acme.example', isOfFile: true }
}

beforeEach(() => {
  bridge.answer('app.changeSettings', settings)
})

const TITLE = 'Another computer'
async function open(): Promise<void> {
  await openPage('/settings')
  await expect.poll(() => section(TITLE)).not.toBe(null)
}
const give = (file: Partial<TransferImport>): void =>
  bridge.answer('transfer.openFile', {
    file: { id: 7, accounts: [], known: [], refused: [], settings: NOTHING, ...file }
  })
async function openFile(file: Partial<TransferImport>): Promise<void> {
  give(file)
  await open()
  button('Open a file…', section(TITLE)).click()
  await expect.poll(dialog).not.toBe(null)
}
const openSettings = (file: Partial<SettingsImport>): Promise<void> => openFile({ settings: { ...NOTHING, ...file } })
/** Each change as it reads. */
const changes = (): string[] =>
  [...(dialog()?.querySelectorAll('dl > div') ?? [])].map((one) =>
    [...one.children].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim()).join(': ')
  )
const items = (): string[] =>
  [...(dialog()?.querySelectorAll('li') ?? [])].map((one) => one.innerText.replaceAll(/\s+/g, ' ').trim())
const buttons = (): string[] => [...(dialog()?.querySelectorAll('button') ?? [])].map((one) => one.textContent.trim())
const applied = (): unknown[] => bridge.asked('app.changeSettings')

describe('a file for another computer', () => {
  test('is saved after its content was named', async () => {
    bridge.answer('session.state', opened([line(), line({ id: 'b' }), line({ id: 'c', kind: 'sample' }, 'sample')]))
    bridge.answer('transfer.exportFile', { name: 'portside-accounts.json', accounts: 2, leftOut: [] })
    await open()
    button('Save to a file…').click()
    await expect
      .poll(items)
      .toEqual([
        'Names, emails, providers and connections of 2 accounts',
        'Your settings, with the proxy’s host and user name, and the file names of new PDFs'
      ])
    expect(dialog()?.textContent).toContain('No passwords, tokens, keys or PIN, and no invoices.')
    expect(await axeFindings(dialog())).toEqual([])
    expect(bridge.asked('transfer.exportFile')).toEqual([])
    button('Save file…', dialog()).click()
    await expect.poll(() => says(TITLE)).toContain('Saved as portside-accounts.json.')
    expect(dialog()).toBe(null)
  })

  test('names the accounts that it can’t have, and a cancelled dialog says nothing', async () => {
    bridge.answer('transfer.exportFile', { name: null, accounts: 0, leftOut: ['Odd'] })
    await open()
    button('Save to a file…').click()
    await expect.poll(dialog).not.toBe(null)
    button('Save file…', dialog()).click()
    await expect.poll(() => bridge.asked('transfer.exportFile')).toHaveLength(1)
    expect(says(TITLE)).not.toContain('Saved')
    bridge.answer('transfer.exportFile', { name: 'a.json', accounts: 0, leftOut: ['Odd'] })
    button('Save file…', dialog()).click()
    await expect.poll(() => says(TITLE)).toContain('Odd isn’t in it: its connection')
  })
})

describe('accounts of a file', () => {
  test('are listed with where they sign in, added at once, and shown to be signed in to', async () => {
    const settingsOfFile: SettingsImport = { ...NOTHING, changes: { theme: 'dark' } }
    await openFile({ accounts: [work, acme], known: ['Studio'], settings: settingsOfFile })
    expect(dialog()?.textContent).toContain('2 accounts will be added, for you to sign in to one by one.')
    expect(dialog()?.textContent).toContain('1 account is here already and stays as it is: Studio.')
    expect(items()).toEqual([
      'Work ada@example.com · HypeProxy · api.hypeproxy.io',
      'bo@example.com Acme · api.acme.example'
    ])
    expect(dialog()?.textContent).toContain('Check these addresses.')
    expect(await axeFindings(dialog())).toEqual([])
    const state = opened([line(), line({ id: 'new', label: 'Work', signedOut: true }, 'signedOut')])
    bridge.answer('transfer.addAccounts', state)
    bridge.answer('session.state', state)
    button('Import', dialog()).click()
    await expect.poll(path).toBe('/settings/accounts')
    expect(bridge.asked('transfer.addAccounts')).toEqual([{ id: 7 }])
    expect(applied()).toEqual([{ theme: 'dark' }])
    await expect.poll(() => document.body.textContent).toContain('Work')
    button('Sign in: Work').click()
    await expect.poll(path).toBe('/sign-in?again=new&from=/settings/accounts')
  })

  test('of built-in providers need no warning', async () => {
    await openFile({ accounts: [work] })
    expect(dialog()?.textContent).not.toContain('Check these addresses.')
  })

  test('can be added without the file’s settings', async () => {
    await openFile({ accounts: [work], settings: { ...NOTHING, changes: { theme: 'dark' } } })
    bridge.answer('transfer.addAccounts', opened([line()]))
    await userEvent.click(document.querySelector('input[name="takesSettings"]')!)
    button('Import', dialog()).click()
    await expect.poll(path).toBe('/settings/accounts')
    expect(applied()).toEqual([])
  })

  test('that can’t be used are named with the reason and what to do', async () => {
    await openFile({
      refused: [
        { name: 'Later', place: 1, reason: 'provider' },
        { name: null, place: 2, reason: 'credential' },
        { name: 'Acme', place: 3, reason: 'address' },
        { name: null, place: 4, reason: 'incomplete' }
      ]
    })
    expect(items()).toEqual([
      'Later: this version of Portside doesn’t know its provider. Update Portside, then open the file again.',
      'Account 2: it holds what looks like a password or key. Add this account by hand.',
      'Acme: its address can’t be used. Add this account by hand.',
      'Account 4: a part is missing or can’t be used. Add this account by hand.'
    ])
    expect(buttons()).toEqual(['Close'])
    expect(await axeFindings(dialog())).toEqual([])
  })

  test('come to a new computer from its first screen', async () => {
    bridge.answer('session.state', signedOut)
    give({ accounts: [work] })
    await openPage('/sign-in')
    await expect.poll(() => button('Bring accounts from another computer…')).toBeTruthy()
    button('Bring accounts from another computer…').click()
    await expect.poll(dialog).not.toBe(null)
    const state = { ...signedOut, accounts: [line({ label: 'Work', signedOut: true }, 'signedOut')] }
    bridge.answer('transfer.addAccounts', state)
    bridge.answer('session.state', state)
    button('Import', dialog()).click()
    await expect.poll(path).toBe('/accounts')
    expect(button('Sign in: Work')).toBeTruthy()
  })
})

describe('settings of a file', () => {
  test('show old and new values first, those that matter for security above all, and nothing changes', async () => {
    await openSettings({
      changes: {
        theme: 'dark',
        quietHours: { from: 22 * 60, to: 7 * 60 },
        globalShortcut: 'Ctrl+Alt+K',
        lockWithScreen: false
      },
      unchanged: 3
    })
    expect(changes()).toEqual([
      'Lock when the computer sleeps or its screen locks: On to Off',
      'Global shortcut: None to Ctrl+Alt+K',
      'Theme: System to Dark',
      'Quiet hours: Off to 22:00–07:00'
    ])
    expect(dialog()?.querySelector('.callout')?.textContent).toContain('Check these first.')
    expect(applied()).toEqual([])
    expect(await axeFindings(dialog())).toEqual([])
    button('Cancel', dialog()).click()
    await expect.poll(dialog).toBe(null)
    expect(applied()).toEqual([])
  })

  test.each<SettingsImport['changes']>([{ notifyAmounts: true }, { trayTitle: 'amount' }])(
    'mark what others at the screen could read then: %o',
    async (shown) => {
      await openSettings({ changes: { theme: 'dark', ...shown } })
      const marked = dialog()?.querySelector('.callout')?.textContent
      expect(marked).toContain('Check these first.')
      expect(marked).not.toContain('Theme')
    }
  )

  test('are applied at once, when the user says so', async () => {
    const file = { theme: 'dark', notify: false } as const
    await openSettings({ changes: file })
    button('Import', dialog()).click()
    await expect.poll(dialog).toBe(null)
    expect(applied()).toEqual([file])
    expect(says(TITLE)).toContain('2 settings changed.')
  })

  test('that can’t be saved leave the dialog open, which says so', async () => {
    await openSettings({ changes: { theme: 'dark' } })
    bridge.fail('app.changeSettings', { code: 'STORAGE' })
    button('Import', dialog()).click()
    await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
    expect(dialog()).not.toBe(null)
  })

  test('that can’t be used are named, with why', async () => {
    await openSettings({
      changes: { theme: 'dark' },
      invalid: ['closing', 'dueSoonDays', 'notify', 'quietHours'],
      unknown: ['moonPhase', '…'],
      moreUnknown: 12
    })
    expect(items()).toEqual([
      'Closing the window: it must be Ask, Keep Portside running, or Quit Portside.',
      'Days before the due day: it must be a whole number from 0 to 60.',
      'Notify me about new, changed and due invoices: it must be on or off.',
      'Quiet hours: Portside can’t use its value.',
      '“moonPhase”: this version of Portside doesn’t have it.',
      '“…”: this version of Portside doesn’t have it.',
      '12 more that this version doesn’t have.'
    ])
  })

  test.each([
    [{ unchanged: 24 }, 'Your settings are as in the file already.'],
    [{ unknown: ['moonPhase'] }, 'The file has no setting that Portside can use.']
  ])('with nothing to change there is nothing to import: %o', async (file, sentence) => {
    await openSettings(file)
    expect(dialog()?.textContent).toContain(sentence)
    expect(buttons()).toEqual(['Close'])
  })

  test('show a proxy whole, also one that isn’t in use', async () => {
    const manual = {
      scheme: 'http',
      host: 'p.example',
      port: 8080,
      bypass: ['a.example', 'b.example'],
      user: 'ada'
    } as const
    await openSettings({ changes: { proxy: { mode: 'none', manual: { ...manual, bypass: [...manual.bypass] } } } })
    expect(changes()).toEqual([
      'Proxy: As in your system to No proxy (entered by hand: http://p.example:8080, user name ada, not for a.example, b.example)'
    ])
    expect(dialog()?.querySelector('.callout dd')).not.toBe(null)
  })

  test('have words for every name, default and what it takes', async () => {
    const changed = Object.fromEntries(FILE_SETTINGS.map((name) => [name, DEFAULT_SETTINGS[name]]))
    await openSettings({ changes: changed, invalid: [...FILE_SETTINGS] })
    expect(changes()).toHaveLength(FILE_SETTINGS.length)
    for (const change of changes()) expect(change).toMatch(/^\S.*: \S.* to \S/)
    expect(items()).toHaveLength(FILE_SETTINGS.length)
    for (const text of items()) expect(text).toMatch(/^\S.*: (?:it must be|Portside) .+\.$/)
  })
})

test('a file that isn’t one, and one of a newer version', async () => {
  await open()
  const press = (): void => button('Open a file…', section(TITLE)).click()
  bridge.fail('transfer.openFile', { code: 'BAD_REQUEST', found: 'transferFile' })
  press()
  await expect
    .poll(() => alert()?.textContent)
    .toContain('This file isn’t one that Portside saved for another computer.')
  bridge.fail('transfer.openFile', { code: 'BAD_REQUEST', found: 'newerFile' })
  press()
  await expect.poll(() => alert()?.textContent).toContain('newer version of Portside. Update Portside')
  bridge.fail('transfer.openFile', { code: 'BAD_REQUEST', found: 'manyAccounts' })
  press()
  await expect.poll(() => alert()?.textContent).toContain('Remove accounts that you don’t need, then try again.')
  bridge.answer('transfer.openFile', { file: null })
  press()
  await expect.poll(alert).toBe(null)
  expect(dialog()).toBe(null)
})
