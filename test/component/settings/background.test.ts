import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Desktop } from '../../../src/shared/models/desktop.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import { bridge, settings } from '../ui/shell/bridge.ts'
import { alert, axeFindings, openPage, page } from '../ui/shell/page.ts'
import { says, section, select } from './sections.ts'
import { fill, pick } from '../ui/typing.ts'

const DESKTOP: Desktop = { tray: true, startsWithSystem: false, notifications: 'supported', shortcut: 'off' }

beforeEach(() => {
  bridge.answer('app.changeSettings', settings)
})

const box = (name: string): HTMLInputElement => document.querySelector(`input[name="${name}"]`)!
const labels = (name: string): string[] => [...select(name).options].map(({ text }) => text)
const changes = (): unknown[] => bridge.asked('app.changeSettings')

async function open(desktop: Partial<Desktop> = {}, chosen: Partial<Settings> = {}, platform = 'linux'): Promise<void> {
  bridge.answer('app.desktop', { ...DESKTOP, ...desktop })
  bridge.answer('app.settings', { ...settings, ...chosen })
  bridge.answer('app.changeSettings', { ...settings, ...chosen })
  bridge.answer('app.info', {
    version: '1.2.3',
    platform,
    dataFolder: '/data',
    locale: 'en-GB',
    languages: ['en'],
    sample: 'good'
  })
  await openPage('/settings#advanced')
  await expect.poll(() => section('Notifications and tray')).not.toBe(null)
}
/** Main takes it. */
async function taken(part: Partial<Settings>, act: () => Promise<void>): Promise<void> {
  bridge.answer('app.changeSettings', { ...settings, ...part })
  await act()
  await expect.poll(() => changes().at(-1)).toEqual(part)
}

describe('in the background', () => {
  test('how often it refreshes by itself, or not at all', async () => {
    await open()
    expect(labels('refreshMinutes')).toEqual([
      'Only when you ask',
      'Every 5 minutes',
      'Every 15 minutes',
      'Every 30 minutes',
      'Every hour',
      'Every 3 hours',
      'Every 6 hours',
      'Every 12 hours',
      'Every 24 hours'
    ])
    expect(select('refreshMinutes').value).toBe('15')
    expect(says('Advanced')).not.toContain('by itself')
    await taken({ refreshMinutes: 0 }, () => pick(select('refreshMinutes'), '0'))
    await expect.poll(() => says('Advanced')).toMatch(/fetches nothing by itself.*starts.*sleep.*network/)
    await expect.poll(() => select('refreshMinutes').value).toBe('0')
  })

  test.each([
    [true, 'Keep Portside in the tray'],
    [false, 'Minimise Portside']
  ])('what closing means, with a tray %s', async (tray, words) => {
    await open({ tray })
    expect(labels('closing')).toEqual(['Ask', words, 'Quit Portside'])
    expect(says('Notifications and tray').includes('AppIndicator')).toBe(!tray)
    await taken({ closing: 'stay' }, () => pick(select('closing'), 'stay'))
  })

  test('a panel that comes is told without asking again', async () => {
    await open({ tray: false })
    expect(says('Notifications and tray')).toContain('shows no tray icons')
    bridge.answer('app.desktop', DESKTOP)
    bridge.emit('desktop')
    await expect.poll(() => says('Notifications and tray')).not.toContain('shows no tray icons')
    expect(labels('closing')).toContain('Keep Portside in the tray')
  })

  test('on macOS closing is the system’s own affair', async () => {
    await open({ startsWithSystem: true }, { startWithSystem: true }, 'darwin')
    expect(select('closing')).toBe(null)
    expect(says('Notifications and tray')).toContain('Start in the menu bar')
  })

  test('starting with the system is as the system has it', async () => {
    await open()
    expect(box('startWithSystem').checked).toBe(false)
    expect(box('startHidden')).toBe(null)
    bridge.answer('app.desktop', { ...DESKTOP, startsWithSystem: true })
    await taken({ startWithSystem: true }, () => userEvent.click(box('startWithSystem')))
    await expect.poll(() => box('startHidden')).not.toBe(null)
    expect(box('startWithSystem').checked).toBe(true)
    await userEvent.click(box('startHidden'))
    await expect.poll(() => changes().at(-1)).toEqual({ startHidden: true })
  })

  test('one that the system has switched off, or does not take, says so', async () => {
    await open({}, { startWithSystem: true })
    expect(box('startWithSystem').checked).toBe(false)
    expect(says('Notifications and tray')).toContain('Your system has this switched off.')
    await taken({ startWithSystem: true }, () => userEvent.click(box('startWithSystem')))
    await expect.poll(() => box('startWithSystem').checked).toBe(false)
    expect(says('Notifications and tray')).toContain('Your system has this switched off.')
  })

  test('one that can’t be written is told, and shown as it is', async () => {
    await open()
    bridge.fail('app.changeSettings', { code: 'STORAGE' })
    await userEvent.click(box('startWithSystem'))
    await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
    expect(box('startWithSystem').checked).toBe(false)
    expect(says('Notifications and tray')).not.toContain('switched off')
  })

  test('what is not installed can’t be started by the system, nor hidden without a tray', async () => {
    await open({ startsWithSystem: null })
    expect(box('startWithSystem').disabled).toBe(true)
    expect(says('Notifications and tray')).toContain('Install Portside to start it')
    page.leave()
    await open({ startsWithSystem: true, tray: false }, { startWithSystem: true })
    expect(box('startWithSystem').checked).toBe(true)
    expect(box('startHidden')).toBe(null)
  })
})

describe('notifications', () => {
  test('can be off, and say no amounts unless that is wanted', async () => {
    await open()
    expect(box('notify').checked).toBe(true)
    expect(box('notifyAmounts').checked).toBe(false)
    await taken({ notifyAmounts: true }, () => userEvent.click(box('notifyAmounts')))
    await taken({ notify: false }, () => userEvent.click(box('notify')))
    await expect.poll(() => box('notifyAmounts')).toBe(null)
    expect(box('quietHours')).toBe(null)
  })

  test('come as many days before the due day as is set', async () => {
    await open()
    expect(box('dueSoonDays').value).toBe('3')
    await fill(box('dueSoonDays'), '61')
    await userEvent.tab()
    await expect.poll(() => says('Notifications and tray')).toContain('Enter a whole number from 0 to 60.')
    await taken({ dueSoonDays: 14 }, async () => {
      await fill(box('dueSoonDays'), '14')
      await userEvent.tab()
    })
    expect(says('Notifications and tray')).not.toContain('whole number')
    await taken({ notify: false }, () => userEvent.click(box('notify')))
    await expect.poll(() => box('dueSoonDays')).toBe(null)
    expect(changes()).toHaveLength(2)
  })

  test('where the system shows none, that is said', async () => {
    await open({ notifications: 'unsupported' })
    expect(says('Notifications and tray')).toContain('Your system isn’t showing notifications.')
  })

  test.each([
    ['linux', 'Your system refused the last notification.'],
    ['darwin', 'macOS refuses all notifications from an unsigned app.']
  ])(
    'on %s, a notification that the system refused is said with a next step, as long as they are on',
    async (platform, words) => {
      await open({ notifications: 'refused' }, {}, platform)
      expect(says('Notifications and tray')).toContain(words)
      expect(says('Notifications and tray')).toContain('then restart Portside to get it.')
      await taken({ notify: false }, () => userEvent.click(box('notify')))
      await expect.poll(() => says('Notifications and tray')).not.toContain(words)
    }
  )

  test('quiet hours begin with the night, and take what is whole', async () => {
    await open()
    const night = { quietHours: { from: 1320, to: 420 } }
    await taken(night, () => userEvent.click(box('quietHours')))
    await expect.poll(() => box('quietFrom')?.value).toBe('22:00')
    expect(box('quietTo').value).toBe('07:00')
    await taken({ quietHours: { from: 1350, to: 420 } }, async () => {
      await fill(box('quietFrom'), '22:30')
      await userEvent.tab()
    })
    await taken({ quietHours: null }, () => userEvent.click(box('quietHours')))
    await expect.poll(() => box('quietFrom')).toBe(null)
  })

  test.each([
    ['', 'Enter both times.'],
    ['07:00', 'Both times are the same.']
  ])('a time of %j gets a sentence, and changes nothing', async (time, words) => {
    await open({}, { quietHours: { from: 1320, to: 420 } })
    await fill(box('quietFrom'), time)
    await userEvent.tab()
    await expect.poll(() => says('Notifications and tray')).toContain(words)
    expect(box('quietFrom').getAttribute('aria-invalid')).toBe('true')
    expect(changes()).toEqual([])
    await taken({ quietHours: { from: 0, to: 420 } }, async () => {
      await fill(box('quietFrom'), '00:00')
      await userEvent.tab()
    })
    expect(says('Notifications and tray')).not.toContain(words)
  })
})

describe('the notice about the account’s balance', () => {
  test('is off, and takes an amount as it is typed', async () => {
    await open()
    expect(box('balanceNotice').checked).toBe(false)
    expect(box('balanceThreshold')).toBe(null)
    await taken({ balanceThreshold: '10' }, () => userEvent.click(box('balanceNotice')))
    await expect.poll(() => box('balanceThreshold')?.value).toBe('10')
    await taken({ balanceThreshold: '1250.50' }, async () => {
      await fill(box('balanceThreshold'), '1,250.50')
      await userEvent.tab()
    })
    await taken({ balanceThreshold: null }, () => userEvent.click(box('balanceNotice')))
    await expect.poll(() => box('balanceThreshold')).toBe(null)
  })

  test.each(['', 'ten', '9'.repeat(21)])('an amount of %j gets a sentence, and changes nothing', async (text) => {
    await open({}, { balanceThreshold: '10' })
    await fill(box('balanceThreshold'), text)
    await userEvent.tab()
    await expect.poll(() => says('Notifications and tray')).toContain('Enter an amount, such as 10.')
    expect(box('balanceThreshold').getAttribute('aria-invalid')).toBe('true')
    expect(changes()).toEqual([])
    expect(await axeFindings(section('Notifications and tray'))).toEqual([])
  })

  test('has quiet hours, too, without notifications about invoices', async () => {
    await open({}, { notify: false, balanceThreshold: '10' })
    expect(box('quietHours')).not.toBe(null)
  })
})

test('without findings of axe', async () => {
  await open(
    { tray: false, startsWithSystem: null, notifications: 'unsupported' },
    { quietHours: { from: 60, to: 60 } }
  )
  await expect.poll(() => says('Notifications and tray')).toContain('Both times are the same.')
  expect(await axeFindings()).toEqual([])
})
