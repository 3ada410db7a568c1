import { describe, expect, test } from 'vitest'
import { ProxyPassword } from '../../../../src/main/app/network/proxy-password.ts'
import { Diagnostics } from '../../../../src/main/app/diagnostics/diagnostics.ts'
import { accountValues } from '../../../../src/main/app/diagnostics/known-values.ts'
import {
  DIAGNOSTIC_PARTS,
  diagnosticText,
  leftOutByDefault,
  type DiagnosticReport
} from '../../../../src/shared/models/diagnostics.ts'
import type { ProxySetting } from '../../../../src/shared/models/network-proxy.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { DEFAULT_SETTINGS } from '../../../../src/shared/models/settings.ts'
import { FakeDiagnosticSources, PROFILE, settle, type MemoryAccountStorage } from '../../../support/ports.ts'
import { NO_INVOICE_FIELDS } from '../../../support/invoice-fields.ts'
import { endCall, errorOf, launchCore, signIn, world } from '../launch.ts'

const TOKEN = 'tok-8f3a91c2d4e5b6a7'
const AT = { fetchedAt: '2026-11-20T09:00:00.000Z', notes: [], validators: null }
const INVOICE = {
  ...{ invoice: { ...NO_INVOICE_FIELDS, key: 'inv-key-77', number: 'INV-2026-0042', state: 'open', total: '4711.5' } },
  ...{ raw: {}, pageUrl: null, pdfUrl: null }
} as unknown as MemoryAccountStorage['records'][number]
/** What the report must not have, and how it says so. */
const VALUES = {
  [TOKEN]: '[token]',
  [Buffer.alloc(32, 1).toString('base64')]: '[token]',
  'ada@example.com': '[email]',
  'Ada Lovelace': '[name]',
  'At the mill': '[name]',
  'https://host.example': '[provider address]',
  'host.example': '[provider address]',
  '4711.50': '[amount]',
  '4,711.50': '[amount]',
  '88.25': '[amount]',
  '250.75': '[amount]',
  'INV-2026-0042': '[invoice number]',
  'inv-key-77': '[invoice number]',
  '/home/anna/Invoices': '[path]',
  'annas-computer': '[user or computer]',
  'proxy.lab.example': '[proxy address]',
  'former.lab.example': '[proxy address]',
  'intranet.lab.example': '[proxy address]',
  'lab-user': '[name]',
  'proxy-password-99': '[token]',
  '203.0.113.7': '[IP address]',
  '2001:db8::7': '[IP address]'
}

const PROXY: ProxySetting = {
  mode: 'manual',
  manual: { scheme: 'http', host: 'proxy.lab.example', port: 3128, bypass: ['intranet.lab.example'], user: 'lab-user' }
}
const FORMER = { proxy: 'http://former.lab.example:3128', user: 'lab-user' }

async function start(sources = new FakeDiagnosticSources(), its = world()) {
  const core = launchCore(its)
  its.platform.signIn = async () => ({ token: TOKEN, expiresAt: null })
  await signIn(core.accounts)
  core.accounts.rename('id-1', 'At the mill')
  const storage = core.storageOf('id-1')
  await storage.saveProfile({ ...PROFILE, title: 'Ada Lovelace', balance: { amount: '88.25', currency: 'EUR' } }, AT)
  await storage.saveInvoices([INVOICE], AT)
  its.cache.registry.saveProxyPassword({ ...FORMER, entry: 'proxy-entry', isStored: true })
  its.keychain.proxyPasswords.set('proxy-entry', { ...FORMER, password: 'proxy-password-99' })
  const diagnosticsOf = (of: ReturnType<typeof launchCore>): Diagnostics =>
    new Diagnostics({
      ...of.parts,
      sources,
      proxyPassword: new ProxyPassword({
        setting: () => PROXY,
        keychain: its.keychain,
        registry: its.cache.registry,
        newId: () => 'proxy-entry'
      }),
      settings: () => ({
        ...DEFAULT_SETTINGS,
        balanceThreshold: '250.75',
        globalShortcut: 'Control+Shift+P',
        proxy: PROXY
      }),
      pdfFolder: () => ({
        ...{ folder: '/srv/Ada/Invoices' },
        ...{ progress: null, problem: null, notFetched: 0, lastSavedAt: null }
      }),
      connectionCheck: () => null,
      registryCondition: () => 'fine'
    })
  return { core, its, sources, storage, diagnosticsOf, diagnostics: diagnosticsOf(core) }
}

const textOf = ({ parts }: DiagnosticReport, name: (typeof DIAGNOSTIC_PARTS)[number]): string =>
  parts.find((part) => part.name === name)?.text ?? ''

test('compares the report with the company of an own definition', () => {
  const connection = { provider: null, baseUrl: 'https://host.example', name: 'Mill (API v2)', legalName: 'Mill Ltd' }
  const values = accountValues({ label: 'Work', email: null, connection })
  expect(values.filter(({ kind }) => kind === 'name').map(({ text }) => text)).toEqual([
    'Work',
    'Mill (API v2)',
    'Mill Ltd'
  ])
})

test('has the facts of each part, and accounts as numbers', async () => {
  const { diagnostics, sources } = await start()
  sources.desktopFacts = { tray: true }
  sources.logged = '2026-11-20T12:00:00.000Z appStarted version=1.0.0\n'
  const report = await diagnostics.report()
  expect(report.parts.map(({ name }) => name)).toEqual(DIAGNOSTIC_PARTS)
  expect(report.uncompared).toEqual([])
  expect(textOf(report, 'accounts')).toBe(
    [
      '## accounts',
      'accounts: 1',
      'account 1:',
      '  open: yes',
      '  provider: hypeproxy-v2',
      '  changedParts: none',
      '  userName: not set',
      '  signIn: password',
      '  credential: kept',
      '  keychainError: none',
      '  tokenExpiresInHours: none',
      '  profile:',
      '    ageHours: 3',
      '    lastError: none',
      '  catalogue:',
      '    ageHours: none',
      '    records: none',
      '    lastError: none',
      '  invoices:',
      '    ageHours: 3',
      '    records: 1',
      '    lastError: none'
    ].join('\n')
  )
  expect(textOf(report, 'settings')).toContain('balanceThreshold: set\n')
  expect(textOf(report, 'settings')).toContain('globalShortcut: set\n')
  expect(textOf(report, 'settings')).toContain('proxy: manual')
  expect(textOf(report, 'settings')).toContain('theme: system\n')
  expect(textOf(report, 'settings')).toContain('pdfFolder: chosen\n')
  expect(textOf(report, 'keychain')).toBe('## keychain\nentries: 1\nread: 1\nerror: none\npendingDeletions: 0')
  expect(textOf(report, 'log')).toBe('## log\n2026-11-20T12:00:00.000Z appStarted version=1.0.0')
  expect(report.head).toContain('This text was compared with the saved tokens')
  expect(report.head).toContain('Nothing had to be replaced.')
  expect(report.head).toContain('Portside sends this text to nobody.')
})

test('has the latest error of each topic of the account that is shown, and of the invoices of others', async () => {
  const { core, diagnostics } = await start()
  for (const topic of ['profile', 'catalogue'] as const) await endCall(core.account, topic, { code: 'TIMEOUT' })
  await endCall(core.account, 'invoices', { code: 'SERVER', status: 503 })
  const errors = async (): Promise<unknown> =>
    textOf(await diagnostics.report(), 'accounts')
      .split('account 2:')[0]
      ?.match(/lastError: .*/g)
  expect(await errors()).toEqual(['lastError: TIMEOUT', 'lastError: TIMEOUT', 'lastError: SERVER 503'])
  await signIn(core.accounts, 'bob@example.com')
  expect(await errors()).toEqual(['lastError: SERVER 503'])
})

test.each([false, true])('says whether the provider of the account that is shown was reached (%s)', async (asks) => {
  const its = { ...world(), asks }
  const { diagnostics } = await start(new FakeDiagnosticSources(), its)
  await settle()
  const reach = asks ? 'online' : 'unknown'
  expect(textOf(await diagnostics.report(), 'network')).toContain(`reach: ${reach}\n`)
})

test.each(Object.entries(VALUES))('replaces %s in the log by %s', async (value, placeholder) => {
  const { diagnostics, sources } = await start()
  sources.logged = `error at ${value} end\nand ${Buffer.from(`{"a":"${value}"}`).toString('base64')} end`
  const report = await diagnostics.report()
  const log = textOf(report, 'log')
  expect(log).toContain(`error at ${placeholder}`)
  expect(log.split('\n')[2]).toContain(placeholder)
  expect(diagnosticText(report)).not.toContain(value)
  expect(report.parts.at(-1)?.replaced).toBe(2)
  expect(report.head).toMatch(/^Replaced: 2 /m)
})

test.each(['versions', 'system', 'desktop', 'storage', 'network'] as const)(
  'no value gets into the part %s',
  async (name) => {
    const { diagnostics, sources } = await start()
    const facts = Object.fromEntries(Object.keys(VALUES).map((value, at) => [`fact ${at}`, value]))
    sources[name] = (() => (name === 'versions' || name === 'system' ? facts : Promise.resolve(facts))) as never
    const text = textOf(await diagnostics.report(), name)
    for (const value of Object.keys(VALUES)) expect(text).not.toContain(value)
    const lines = Object.values(VALUES).map((placeholder, at) => `fact ${at}: ${placeholder}`)
    expect(text).toContain(`\n${lines.join('\n')}`)
  }
)

test('saves exactly what was shown, without the parts that were left out', async () => {
  const { diagnostics, core } = await start()
  const report = await diagnostics.report()
  core.files.name = 'report.txt'
  expect(await diagnostics.save(report.id, ['log', 'system'])).toBe('report.txt')
  expect(core.files.text).toBe(diagnosticText(report, ['log', 'system']))
  expect(core.files.text).not.toContain('## log')
  expect(core.files.text).toContain('## accounts\n')
  expect(core.files.suggested).toBe('portside-diagnostics-2026-11-20.txt')
})

test('one report is made at a time', async () => {
  const { diagnostics } = await start()
  const [one, other] = await Promise.all([diagnostics.report(), diagnostics.report()])
  expect(other).toBe(one)
  expect(await diagnostics.report()).not.toBe(one)
})

test('an earlier report can’t be saved', async () => {
  const { diagnostics } = await start()
  const { id } = await diagnostics.report()
  await diagnostics.report()
  expect(await errorOf(diagnostics.save(id, []))).toEqual({ code: 'NOT_FOUND' })
})

describe('values that can’t be read', () => {
  test('with a locked keychain, the log is left out unless the user adds it', async () => {
    const { its, diagnosticsOf } = await start()
    its.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const report = await diagnosticsOf(launchCore(its)).report()
    expect(report.uncompared).toEqual(['tokens', 'profiles', 'invoices', 'plans'])
    expect(leftOutByDefault(report)).toEqual(['log'])
    expect(report.head).toContain(
      'Not compared, because Portside couldn’t read them: tokens and passwords, profiles, invoices, plans.'
    )
    expect(textOf(report, 'keychain')).toContain('error: KEYCHAIN_LOCKED')
    expect(textOf(report, 'accounts')).toContain('credential: kept\n')
    expect(textOf(report, 'accounts')).toContain('  invoices: not known')
  })

  test('after an error of the keychain, no other entry is asked for', async () => {
    const { core, its, diagnosticsOf } = await start()
    await signIn(core.accounts, 'bob@example.com')
    its.keychain.keychainError = 'KEYCHAIN_SILENT'
    const again = launchCore(its)
    its.keychain.reads = 0
    await diagnosticsOf(again).report()
    expect(its.keychain.reads).toBe(1)
  })

  test('an entry that was changed doesn’t keep the others from being compared', async () => {
    const { core, its, diagnosticsOf, sources } = await start()
    await signIn(core.accounts, 'bob@example.com')
    its.keychain.entries.delete('id-1')
    sources.logged = `token ${TOKEN}`
    const report = await diagnosticsOf(launchCore(its)).report()
    expect(report.uncompared).toContain('tokens')
    expect(textOf(report, 'log')).toBe('## log\ntoken [token]')
    expect(textOf(report, 'keychain')).toContain('entries: 2\nread: 1\n')
  })

  test('sealed data is said to be uncompared', async () => {
    const { storage, diagnostics } = await start()
    storage.sealedSnapshot = 'KEYCHAIN_LOCKED'
    const report = await diagnostics.report()
    expect(report.uncompared).toEqual(['profiles', 'invoices', 'plans'])
    expect(textOf(report, 'storage')).toContain('account 1: KEYCHAIN_LOCKED sealed')
  })

  test('entries that still have to be deleted may have unknown tokens', async () => {
    const { core, its, diagnostics } = await start()
    its.keychain.keychainError = 'KEYCHAIN_LOCKED'
    await core.accounts.signOut('id-1', false)
    const report = await diagnostics.report()
    expect(report.uncompared).toContain('tokens')
    expect(textOf(report, 'keychain')).toContain('pendingDeletions: 1')
  })
})

test('a token that is in memory only is compared, too', async () => {
  const its = world()
  its.keychain.keychainError = 'KEYCHAIN_MISSING'
  const { diagnostics, sources } = await start(new FakeDiagnosticSources(), its)
  sources.logged = `token ${TOKEN}`
  expect(textOf(await diagnostics.report(), 'log')).toBe('## log\ntoken [token]')
})

test.each([
  ['10023456:part-5d5e6f7a', 'no part-5d5e6f7a of 10023456', 'no [token] of 10023456'],
  ['part-5d5e6f7a:x', 'no part-5d5e6f7a', 'no [token]'],
  ['carla@example.com:x', 'no carla@example.com:x', 'no [token]'],
  ['key:part-5d5e6f7a:b', 'no part-5d5e6f7a:b', 'no [token]'],
  ['a1b2c3d4e5f6a7b8c9d0:part-5d5e6f7a', 'a1b2c3d4e5f6a7b8c9d0 and part-5d5e6f7a', '[token] and [token]']
])('of the key %s, its secret parts are compared as they are by the command', async (token, logged, shown) => {
  const { core, its, sources, diagnostics } = await start()
  its.platform.signIn = async () => ({ token, expiresAt: null })
  await signIn(core.accounts, 'bob@example.com')
  sources.logged = logged
  expect(textOf(await diagnostics.report(), 'log')).toBe(`## log\n${shown}`)
})

test('nobody is asked for a new token', async () => {
  const { its, diagnostics } = await start()
  its.platform.calls.length = 0
  await diagnostics.report()
  expect(its.platform.calls).toEqual([])
})

test('a log that can’t be read is said to be so', async () => {
  const { diagnostics, sources, core } = await start()
  sources.log = () => {
    throw Object.assign(new Error('/home/anna/secret'), { code: 'EACCES' })
  }
  expect(textOf(await diagnostics.report(), 'log')).toBe('## log\nThe log can’t be read.')
  expect(core.heard.reported).toHaveLength(1)
})

test('the name of a built-in provider, by which an account may be called, is kept', async () => {
  const { diagnostics, sources, core } = await start()
  const { name } = BUILT_IN['hypeproxy-v2']
  core.accounts.rename('id-1', name)
  sources.logged = `provider ${name}`
  expect(textOf(await diagnostics.report(), 'log')).toBe(`## log\nprovider ${name}`)
})

test('a part of many facts is cut off at a line', async () => {
  const { diagnostics, sources } = await start()
  sources.system = () => Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`fact${at}`, at]))
  const text = textOf(await diagnostics.report(), 'system')
  expect(text.length).toBeLessThan(17_000)
  expect(text).toMatch(/\nfact\d+: \d+\n\(cut off here\)$/)
})

test('an account that is removed while the report is made is left out', async () => {
  const { core, diagnostics } = await start()
  await signIn(core.accounts, 'second@example.com')
  const report = diagnostics.report()
  await core.accounts.remove('id-2')
  expect((await report).parts.length).toBeGreaterThan(0)
})
