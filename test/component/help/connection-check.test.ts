import { beforeEach, describe, expect, test } from 'vitest'
import { bridge, online, signedOut } from '../ui/shell/bridge.ts'
import { alert, button, expectFine, openPage, page } from '../ui/shell/page.ts'
import {
  outcomeText,
  reportText,
  stepText
} from '../../../src/renderer/src/features/help/connection-check/connectionCheckText.ts'
import { VERDICTS } from '../../../src/shared/models/connection-check.ts'
import type { ConnectionCheckReport, ConnectionCheckStep } from '../../../src/shared/models/connection-check.ts'

const took = (step: ConnectionCheckStep['step'], more: Partial<ConnectionCheckStep>): ConnectionCheckStep => ({
  step,
  state: 'good',
  verdict: 'waiting',
  durationMs: 12,
  facts: [],
  error: null,
  ...more
})
const waits = (step: ConnectionCheckStep['step']): ConnectionCheckStep =>
  took(step, { state: 'waiting', durationMs: null })
const fine: ConnectionCheckStep[] = [
  took('name', { verdict: 'nameFound', facts: [{ name: 'addresses', value: '192.0.2.1, 2001:db8::1' }] }),
  took('proxy', { verdict: 'proxyFound', facts: [{ name: 'proxy', value: 'PROXY proxy.example:3128' }] }),
  took('secure', {
    verdict: 'trusted',
    durationMs: 1240,
    facts: [
      { name: 'issuer', value: 'Example CA' },
      { name: 'expires', value: '2027-01-31T23:59:00Z' }
    ]
  }),
  took('health', { verdict: 'healthy', facts: [{ name: 'status', value: '200' }] }),
  took('account', { verdict: 'accepted' })
]
const report = (steps: ConnectionCheckStep[], more: Partial<ConnectionCheckReport> = {}): ConnectionCheckReport => ({
  id: 7,
  baseUrl: 'https://api.example.com/prefix',
  startedAt: '2026-11-21T10:00:00.000Z',
  running: false,
  issues: [],
  steps,
  ...more
})

describe('in words', () => {
  test.each(VERDICTS)('%s is one sentence', (verdict) => {
    const error = verdict === 'failed' ? { code: 'TIMEOUT' as const } : null
    const { sentence, next } = stepText(took('secure', { verdict, error }), 'api.example.com')
    expect(sentence).toMatch(/^[\p{Lu}a].*[.…]$/u)
    expect(next).toMatch(/^$|^\p{Lu}.*\.$/u)
    expect(sentence + next).not.toMatch(/[{}]|connectionCheck\./)
  })

  test.each(VERDICTS.filter((verdict) => /NotFound|^certificate|Failed|^unhealthy|^refused/.test(verdict)))(
    '%s has a next step',
    (verdict) => {
      expect(stepText(took('name', { state: 'bad', verdict }), 'api.example.com').next).not.toBe('')
    }
  )

  test('an error speaks as it does elsewhere, its details behind it', () => {
    const error = { code: 'SERVER', host: 'api.example.com', status: 503, providerMessage: 'down' } as const
    expect(stepText(took('account', { verdict: 'failed', error }), 'api.example.com')).toMatchObject({
      sentence: 'api.example.com is having problems.',
      next: 'Try again later.',
      details: ['api.example.com says: “down”', 'HTTP status 503.']
    })
  })

  test('a host of any length leaves room for the sentence', () => {
    const { sentence } = stepText(took('name', { verdict: 'nameFound' }), `${'a'.repeat(200)}.example.com`)
    expect(sentence).toMatch(/^a{59}… was found\.$/)
  })

  test.each<[string, ConnectionCheckStep[], Partial<ConnectionCheckReport>]>([
    ['The connection works.', fine, {}],
    ['Checking…', fine, { running: true }],
    [
      'The connection works, with a warning.',
      [...fine.slice(0, 4), took('account', { state: 'notice', verdict: 'accepted' })],
      {}
    ],
    [
      'The provider can be reached. Sign in to check the account too.',
      [...fine.slice(0, 4), took('account', { state: 'skipped', verdict: 'notSignedIn' })],
      {}
    ],
    [
      'Account: api.example.com doesn’t accept your sign-in.',
      [...fine.slice(0, 4), took('account', { state: 'bad', verdict: 'refused' })],
      {}
    ],
    [
      'The check was cancelled.',
      [...fine.slice(0, 4), took('account', { state: 'skipped', verdict: 'cancelled' })],
      {}
    ],
    [
      'There is nothing to check here: no network is used.',
      fine.map(({ step }) => took(step, { state: 'skipped', verdict: 'notNeeded' })),
      {}
    ]
  ])('the whole: %s', (words, steps, more) => {
    expect(outcomeText(report(steps, more), 'api.example.com')).toBe(words)
  })

  test('the report is plain text with address, steps, durations, facts, version and system', () => {
    const info = {
      version: '1.2.3',
      platform: 'darwin',
      dataFolder: '/Users/ada/secret place',
      languages: ['en'],
      sample: 'good' as const,
      locale: 'en-GB'
    }
    const text = reportText(
      report([...fine.slice(0, 4), took('account', { state: 'bad', verdict: 'refused' })]),
      'api.example.com',
      info
    )
    expect(text.split('\n')).toEqual([
      'Connection check',
      'Address: https://api.example.com/prefix',
      expect.stringMatching(/^Checked: .*2026/),
      'Account: api.example.com doesn’t accept your sign-in.',
      '',
      '1. Name: OK (12 ms)',
      '   api.example.com was found.',
      '   Addresses: 192.0.2.1, 2001:db8::1',
      '',
      '2. Proxy: OK (12 ms)',
      '   Your system uses a proxy for this address.',
      '   Proxy: PROXY proxy.example:3128',
      '',
      '3. Secure connection: OK (1.2 s)',
      '   The certificate of api.example.com is trusted.',
      '   Issued by: Example CA',
      expect.stringMatching(/^ {3}Valid until: .*31.*2027|^ {3}Valid until: Jan 31, 2027/),
      '',
      '4. API: OK (12 ms)',
      '   api.example.com is up.',
      '   HTTP status: 200',
      '',
      '5. Account: Problem (12 ms)',
      '   api.example.com doesn’t accept your sign-in.',
      '   Next: Sign in again.',
      '',
      'Portside 1.2.3, macOS'
    ])
    expect(text).not.toContain('secret')
  })
})

const ISSUES: ConnectionCheckReport['issues'] = [
  { topic: 'profile', notes: [{ kind: 'credentialDropped', field: 'passwordHash', count: 2 }] },
  {
    topic: 'catalogue',
    notes: [
      { kind: 'noId', count: 1 },
      { kind: 'wrongType', field: 'weight', count: 3 }
    ]
  }
]

test('the report ends with the issues in the provider’s data, by topic', () => {
  const lines = reportText(report(fine, { issues: ISSUES }), 'api.example.com', null).split('\n')
  expect(lines.slice(lines.indexOf('6 issues in the provider’s data'))).toEqual([
    '6 issues in the provider’s data',
    'Profile',
    '   2 fields that look like credentials were removed.',
    'Catalogue',
    '   One product has no id, so Portside gave it one.',
    '   “weight” has an unexpected type in 3 records.',
    ''
  ])
})

test.each([
  ['win32', 'Trusted Root Certification Authorities'],
  ['darwin', 'Keychain Access'],
  ['linux', 'certutil -d sql:$HOME/.local/share/pki/nssdb'],
  ['freebsd', 'provider’s support.']
])('an unknown issuer comes with how %s is made to trust it', (platform, words) => {
  const found = took('secure', { state: 'bad', verdict: 'certificateIssuer' })
  expect(stepText(found, 'api.example.com', platform).next).toContain(words)
})

describe('the view', () => {
  beforeEach(() => {
    bridge.answer('connectionCheck.start', report(fine))
    bridge.answer('connectionCheck.cancel', null)
    bridge.answer('app.copyText', null)
  })

  const open = async (path = '/connectionCheck'): Promise<void> => {
    await openPage(path)
    await expect.poll(() => document.querySelector('h2')?.textContent).toContain('Connection to')
  }
  const rows = (): string[] => [...document.querySelectorAll('ol li')].map((row) => row.textContent)
  const outcome = (): string | undefined => document.querySelector('header [role="status"]')?.textContent

  test('starts a check of the account shown when it opens, and shows five steps in order', async () => {
    await open()
    await expect.poll(rows).toHaveLength(5)
    expect(bridge.asked('connectionCheck.start')).toEqual([{ connection: null }])
    expect(rows().map((row) => row.slice(0, 4))).toEqual(['Name', 'Prox', 'Secu', 'API ', 'Acco'])
    expect(rows()[2]).toMatch(/OK.*1\.2 s.*is trusted\..*Example CA.*31 Jan 2027/)
    expect(outcome()).toBe('The connection works.')
    expect(page.text()).not.toMatch(/null|undefined|NaN/)
    await expectFine()
  })

  test('lists the issues in the provider’s data below the steps', async () => {
    bridge.answer('connectionCheck.start', report(fine, { issues: ISSUES }))
    await open()
    const section = (): Element | null => document.querySelector('section.issues')
    await expect.poll(() => section()?.querySelector('h2')?.textContent).toBe('6 issues in the provider’s data')
    expect([...(section()?.querySelectorAll('li') ?? [])].map((line) => line.textContent)).toHaveLength(3)
    expect(outcome()).toBe('The connection works.')
  })

  test('follows a check that runs, can cancel it, and start another', async () => {
    const now = report(
      [
        took('name', { state: 'running', verdict: 'running', durationMs: null }),
        ...(['proxy', 'secure', 'health', 'account'] as const).map(waits)
      ],
      { running: true }
    )
    bridge.answer('connectionCheck.start', now)
    await open()
    await expect.poll(outcome).toBe('Checking…')
    expect(() => button('Check again')).toThrow()

    bridge.answer('connectionCheck.report', {
      report: report([...fine.slice(0, 2), ...now.steps.slice(2)], { running: true })
    })
    bridge.emit('connectionCheck')
    await expect.poll(() => rows()[1]).toContain('Your system uses a proxy')

    button('Cancel').click()
    await expect.poll(() => bridge.asked('connectionCheck.cancel').length).toBe(1)
    const cancelled = now.steps.map(({ step }) =>
      took(step, { state: 'skipped', verdict: 'cancelled', durationMs: null })
    )
    bridge.answer('connectionCheck.report', { report: report(cancelled) })
    bridge.emit('connectionCheck')
    await expect.poll(outcome).toBe('The check was cancelled.')

    bridge.answer('connectionCheck.start', report(fine, { id: 8 }))
    button('Check again').click()
    await expect.poll(outcome).toBe('The connection works.')
  })

  test('an answer about a former check is not shown as this one', async () => {
    await open()
    await expect.poll(outcome).toBe('The connection works.')
    bridge.answer('connectionCheck.report', {
      report: report(
        fine.map(({ step }) => waits(step)),
        { id: 6, running: true }
      )
    })
    bridge.emit('connectionCheck')
    await expect.poll(() => bridge.asked('connectionCheck.report').length).toBe(1)
    expect(outcome()).toBe('The connection works.')
  })

  test('whoever leaves ends it', async () => {
    bridge.answer('connectionCheck.start', report(fine, { running: true }))
    await open()
    await expect.poll(outcome).toBe('Checking…')
    await page.router.push('/profile')
    await expect.poll(() => bridge.asked('connectionCheck.cancel').length).toBe(1)
  })

  test('copies the report as it is on screen', async () => {
    await open()
    await expect.poll(rows).toHaveLength(5)
    bridge.fail('app.copyText', { code: 'INTERNAL' })
    button('Copy report').click()
    await expect.poll(page.text).toContain('Couldn’t reach the clipboard.')
    bridge.answer('app.copyText', null)
    button('Copy report').click()
    await expect.poll(() => button('Copied')).toBeDefined()
    expect(bridge.asked('app.copyText').at(-1)).toMatchObject({ text: expect.stringContaining('5. Account: OK') })
  })

  test('a check that can’t be started is said, and can be asked for again', async () => {
    bridge.fail('connectionCheck.start', { code: 'INTERNAL' })
    await open()
    await expect.poll(() => alert()?.textContent).toContain('Something went wrong in Portside')
    // Not to the check itself.
    expect(alert()?.querySelector('a')?.getAttribute('href')).toContain('/diagnostics')
    bridge.answer('connectionCheck.start', report(fine))
    button('Check again').click()
    await expect.poll(rows).toHaveLength(5)
    expect(alert()).toBe(null)
  })

  test('is one press away while offline', async () => {
    bridge.answer('app.status', { ...online, reach: 'offline' })
    await openPage('/profile')
    await expect.poll(() => document.querySelector('footer a')?.textContent).toBe('Check the connection')
    document.querySelector<HTMLElement>('footer a')?.click()
    await expect.poll(() => page.router.currentRoute.value.name).toBe('connectionCheck')
  })

  test('opens without an account too, for the address of the sign-in', async () => {
    bridge.answer('session.state', signedOut)
    await open()
    expect(bridge.asked('connectionCheck.start')).toEqual([
      { connection: { baseUrl: 'https://api.hypeproxy.io', provider: 'hypeproxy' } }
    ])
    button('Back').click()
    await expect.poll(() => document.querySelector('form')?.checkVisibility()).toBe(true)
  })

  test('nothing is wider than the window, however long its texts', async () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`
    const error = { code: 'SERVER', host: long, providerMessage: 's'.repeat(200) } as const
    const steps = [
      took('name', { verdict: 'nameFound', facts: [{ name: 'addresses', value: '2001:db8::1'.repeat(40) }] }),
      took('secure', {
        state: 'bad',
        verdict: 'certificateIssuer',
        facts: [{ name: 'issuer', value: 'x'.repeat(200) }]
      }),
      took('account', { state: 'bad', verdict: 'failed', error })
    ]
    bridge.answer('connectionCheck.start', report(steps, { baseUrl: `https://${long}` }))
    await open()
    await expect.poll(rows).toHaveLength(3)
    document.querySelectorAll('details').forEach((details) => (details.open = true))
    const sheet = document.querySelector('.scroll')
    expect(sheet?.scrollWidth).toBe(sheet?.clientWidth)
    await expectFine()
  })
})
