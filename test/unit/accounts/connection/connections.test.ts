import { inspect } from 'node:util'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { normaliseBaseUrl } from '../../../../src/main/provider/api/security/url-rules.ts'
import { Connections } from '../../../../src/main/accounts/connection/connections.ts'
import type { Account } from '../../../../src/main/accounts/account.ts'
import type { StoredInfo } from '../../../../src/main/ports/index.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { definitionOf } from '../../../../src/shared/providers/definition.ts'
import { invoice, type MemoryAccountStorage, validators } from '../../../support/ports.ts'
import { connection, launchCore, shownIn, signIn } from '../../app/launch.ts'

const record = (key: string, more = {}) => ({ invoice: invoice(key, more), raw: { key }, pageUrl: null, pdfUrl: null })
const INFO: StoredInfo = {
  fetchedAt: '2026-11-20T10:00:00.000Z',
  notes: [
    { kind: 'credentialDropped', count: 2 },
    { kind: 'notAnObject', count: 1 },
    { kind: 'wrongType', count: 9, field: 'amount' }
  ],
  validators: validators('i1')
}

let core: ReturnType<typeof launchCore>
let platform: typeof core.platform
let files: typeof core.files
let published: typeof core.publisher
let accounts: typeof core.accounts
let account: Account
let its: MemoryAccountStorage
let connections: Connections

beforeEach(async () => {
  core = launchCore()
  ;({ platform, files, publisher: published, accounts } = core)
  connections = new Connections(core.parts)
  await signIn(accounts)
  account = core.account
  its = core.storageOf('id-1')
  published.changes = []
})

describe('changing the connection', () => {
  let readBy: Connection[]

  beforeEach(async () => {
    readBy = []
    await its.saveInvoices([record('1'), record('2')], INFO)
    platform.readInvoicesAgain = (by, records) => {
      readBy.push(by)
      const value = records.map((one) => ({ ...one, invoice: { ...one.invoice, currency: 'EUR' } }))
      return { value, notes: [{ kind: 'noId', count: 3 }] }
    }
  })

  test.each<[string, Partial<Connection>]>([
    ['the payment term', { paymentTermDays: 30 }],
    ['the unit', { amountUnit: 'minor' }],
    ['the currency', { currency: 'EUR' }],
    ['the meaning of a status', { statuses: { '2': 'settled' } }],
    ['the unit, at another origin', { amountUnit: 'minor', baseUrl: 'https://other.example' }]
  ])('%s: stored invoices are read again and keep their age', async (_name, change) => {
    await connections.change(account, { ...connection, ...change })
    expect(readBy).toEqual([{ ...connection, ...change }])
    expect((await its.invoice('2'))?.invoice.currency).toBe('EUR')
    expect(await its.info('invoices')).toEqual({
      fetchedAt: INFO.fetchedAt,
      // What was left out on arrival is not seen again; all else is as the new reading met it.
      notes: [
        { kind: 'credentialDropped', count: 2 },
        { kind: 'notAnObject', count: 1 },
        { kind: 'noId', count: 3 }
      ],
      validators: null
    })
    expect(published.changes.at(-1)).toEqual(['invoices', account.id])
    expect(accounts.shown?.record.connection).toEqual({ ...connection, ...change })
  })

  test.each<[string, Partial<Connection>]>([
    ['a timeout', { timeoutSeconds: 60 }],
    ['another place', { baseUrl: 'https://other.example' }],
    ['what the preset says anyway', { amountUnit: 'major', currency: null, statuses: {} }]
  ])('%s alone: stored invoices stay', async (_name, change) => {
    await connections.change(account, { ...connection, ...change })
    expect(readBy).toEqual([])
    expect(await its.info('invoices')).toEqual(INFO)
    // Signed out, they can't be read.
    expect(published.topics.includes('invoices')).toBe('baseUrl' in change)
  })

  test('an answer that arrives meanwhile stays', async () => {
    platform.readInvoicesAgain = (_by, records) => {
      void its.saveInvoices([record('new')], { ...INFO, fetchedAt: '2026-11-20T12:00:00.000Z' })
      return { value: records, notes: [] }
    }
    await connections.change(account, { ...connection, amountUnit: 'minor' })
    expect(await (await its.invoices()).records()).toEqual([record('new')])
  })

  test('without stored invoices nothing is read', async () => {
    await accounts.signOut('id-1', true)
    await signIn(accounts)
    await connections.change(core.account, { ...connection, amountUnit: 'minor' })
    expect(readBy).toEqual([])
    expect(await core.storageOf(core.account.id).info('invoices')).toBeNull()
  })

  test.each<[string, (its: MemoryAccountStorage) => void]>([
    ['from the start', (its) => (its.sealedSnapshot = 'KEYCHAIN_LOCKED')],
    [
      'from the second look on',
      (its) => {
        const { info } = its
        its.info = async (topic) => {
          const found = await info(topic)
          its.sealedSnapshot = 'KEYCHAIN_LOCKED'
          return found
        }
      }
    ]
  ])('invoices that can’t be decrypted, %s, stay as they are', async (_name, makeUnreadable) => {
    makeUnreadable(its)
    await connections.change(account, { ...connection, amountUnit: 'minor' })
    expect(readBy).toEqual([])
    expect(its.records).toEqual([record('1'), record('2')])
    expect(its.infos.get('invoices')).toEqual(INFO)
    expect(accounts.shown?.record.connection.amountUnit).toBe('minor')
  })

  test('another account that is opened meanwhile stays as it is', async () => {
    const invoices = its.invoices.bind(its)
    its.invoices = async () => {
      await signIn(accounts, 'second@example.com')
      return invoices()
    }
    await connections.change(account, { ...connection, amountUnit: 'minor' })
    expect(core.accounts.shown?.id).toBe('id-2')
    expect(readBy).toEqual([{ ...connection, amountUnit: 'minor' }])
    expect(its.records.map((one) => one.invoice.currency)).toEqual(['EUR', 'EUR'])
    expect(core.storageOf('id-2').records).toEqual([])
    expect(shownIn(core.accounts).record.connection).toEqual(connection)
    expect(published.changes.at(-1)).toEqual(['invoices', account.id])
  })

  test('a rejected connection changes nothing', async () => {
    await expect(connections.change(account, { ...connection, baseUrl: 'nonsense' })).rejects.toMatchObject({
      info: { code: 'BAD_REQUEST' }
    })
    expect(accounts.shown?.record.connection).toEqual(connection)
    expect(await its.info('invoices')).toEqual(INFO)
  })
})

describe('a file', () => {
  const own: Connection = {
    baseUrl: 'https://host.example:8443/api',
    provider: null,
    name: 'Host',
    legalName: 'Host & Söhne GmbH',
    signIn: { path: '/login', tokenAt: 'data.jwt' },
    profile: { path: '/me', authorization: { scheme: 'query', name: 'apikey' } },
    statuses: { '2': 'settled', Teilbezahlt: 'open' },
    timeoutSeconds: 60
  }

  test('has the definition without what is usual, and no user', async () => {
    const baseUrl = `${own.baseUrl}/`
    expect(await connections.exportFile({ ...own, baseUrl, amountUnit: 'major', user: 'ada' })).toEqual({
      name: 'chosen.json'
    })
    expect(files.suggested).toBe('portside-host.example-8443.json')
    const { provider: _, ...parts } = own
    const written = JSON.parse(files.text) as object
    expect(written).toEqual({ portside: 'provider', version: 1, ...parts })
    expect(files.text).not.toMatch(/ada|token-1|canary|id-1|amountUnit/)
  })

  test('of a built-in provider has its whole definition', async () => {
    await connections.exportFile({ provider: 'webshare', baseUrl: 'https://proxy.webshare.io', currency: 'USD' })
    const { connection: read } = await connections.importFile()
    expect(read && definitionOf(read)).toEqual({ ...BUILT_IN.webshare, currency: 'USD' })
    expect(read?.provider).toBeNull()
  })

  test('without a name goes by the host', async () => {
    await connections.exportFile({ provider: null, baseUrl: 'https://host.example' })
    expect(JSON.parse(files.text)).toMatchObject({ name: 'host.example' })
  })

  test('is imported as the same connection', async () => {
    await connections.exportFile(own)
    expect(await connections.importFile()).toEqual({ connection: own })
    expect(accounts.shown?.record.connection).toEqual(connection)
  })

  test('that the user doesn’t choose is null', async () => {
    files.name = null
    expect(await connections.exportFile(own)).toEqual({ name: null })
    expect(await connections.importFile()).toEqual({ connection: null })
  })

  test('is not written for an address with a secret in it', async () => {
    platform.baseUrl = () => {
      throw new AppError('BAD_REQUEST', { found: 'address' })
    }
    await expect(connections.exportFile(own)).rejects.toMatchObject({ info: { found: 'address' } })
    expect(files.suggested).toBeNull()
  })

  test.each(['https://[2001:db8::1]:8443', 'https://UPPER.example'])('%s makes a valid file name', async (baseUrl) => {
    await connections.exportFile({ ...own, baseUrl })
    expect(files.suggested).toMatch(/^portside-[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.json$/)
  })

  test('from elsewhere has its address normalised', async () => {
    files.text = `\uFEFF${JSON.stringify({
      $schema: 'https://portside.invalid/provider.schema.json',
      name: 'Host',
      baseUrl: 'https://host.example/',
      currency: 'EUR'
    })}`
    const baseUrl = 'https://host.example'
    expect(await connections.importFile()).toEqual({
      connection: { provider: null, name: 'Host', baseUrl, currency: 'EUR' }
    })
  })

  test('of white-label software has no base URL', async () => {
    files.text = JSON.stringify({ name: 'Host', baseUrl: null })
    expect(await connections.importFile()).toEqual({ connection: { provider: null, name: 'Host', baseUrl: '' } })
  })

  const good = { portside: 'provider', version: 1, name: 'Host', baseUrl: 'https://host.example' }
  test.each<[string, string]>([
    ['that is empty', ''],
    ['that is no JSON', '{"portside": "connection", "password": canary'],
    ['with a list', '[]'],
    ['with nothing', 'null'],
    ['with a text', '"provider"'],
    ['of another program', JSON.stringify({ name: 'x', version: 1, baseurl: 'https://host.example' })],
    ['of another kind', JSON.stringify({ ...good, portside: 'account' })],
    ['longer than 64 kB', JSON.stringify({ ...good, more: 'x'.repeat(64 * 1024) })]
  ])('%s is refused', async (_name, text) => {
    files.text = text
    const refused = await connections.importFile().catch((error: unknown) => error)
    expect(refused).toMatchObject({ info: { code: 'BAD_REQUEST', found: 'file' } })
    expect(Object.keys((refused as AppError).info)).toEqual(['code', 'found'])
    expect((refused as AppError).cause).toBeUndefined()
  })

  const long = `${'x'.repeat(40)}.y`
  test.each<[object, found: string, part: string]>([
    [{ version: '1' }, 'filePart', 'version'],
    [{ version: 0 }, 'filePart', 'version'],
    [{ baseUrl: undefined }, 'fileMissing', 'baseUrl'],
    [{ name: undefined }, 'fileMissing', 'name'],
    [{ baseUrl: 'nonsense' }, 'filePart', 'baseUrl'],
    [{ baseUrl: '' }, 'filePart', 'baseUrl'],
    [{ timeoutSeconds: 0 }, 'filePart', 'timeoutSeconds'],
    [{ signIn: { path: '/../admin' } }, 'filePart', 'signIn.path'],
    [{ signIn: {} }, 'fileMissing', 'signIn.path'],
    [{ authorization: {} }, 'fileMissing', 'authorization.scheme'],
    [{ authorization: { scheme: 'Cookie' } }, 'filePart', 'authorization.scheme'],
    [{ authorization: { scheme: 'header' } }, 'fileMissing', 'authorization.name'],
    [{ authorization: { scheme: 'header', name: 'Host' } }, 'filePart', 'authorization.name'],
    [
      { invoices: { path: '/a', paging: { by: 'page', parameter: 'p', size: 1e9 } } },
      'filePart',
      'invoices.paging.size'
    ],
    [{ invoices: { path: '/a', pages: 1 } }, 'fileUnknown', 'invoices.pages'],
    [{ signIn: { path: '/in', renewal: { path: '/renew' } } }, 'filePart', 'signIn.renewal'],
    [{ signIn: { path: '/in', renewal: null, other: 1 } }, 'filePart', 'signIn.renewal'],
    [{ profile: { path: '/me', renewal: 1 } }, 'fileUnknown', 'profile.renewal'],
    [{ renewal: 1 }, 'fileUnknown', 'renewal'],
    [{ invoices: '/a' }, 'filePart', 'invoices'],
    [{ statuses: [] }, 'filePart', 'statuses'],
    [{ statuses: { '2': 'lost' } }, 'filePart', 'statuses.2'],
    [{ statuses: { ' ': 'open' } }, 'filePart', 'statuses. '],
    [{ statuses: { 'a\u202Eb': 'open' } }, 'filePart', 'statuses.…'],
    [{ colour: 'red' }, 'fileUnknown', 'colour'],
    [{ user: 'ada' }, 'fileUnknown', 'user'],
    [{ provider: 'webshare' }, 'fileUnknown', 'provider'],
    [{ [long]: 1 }, 'fileUnknown', '…'],
    [{ '<b>': 1 }, 'fileUnknown', '…']
  ])('with %j names the part', async (more, found, part) => {
    files.text = JSON.stringify({ ...good, ...more })
    const refused = await connections.importFile().catch((error: unknown) => error)
    expect((refused as AppError).info).toMatchObject({ code: 'BAD_REQUEST', found, part })
    expect((refused as AppError).info.why !== undefined).toBe(found === 'filePart')
    expect((refused as AppError).cause).toBeUndefined()
  })

  test('of a newer version is rejected as newer', async () => {
    files.text = JSON.stringify({ ...good, version: 2, signIn: 42 })
    const refused = await connections.importFile().catch((error: unknown) => error)
    expect(refused).toMatchObject({ info: { code: 'BAD_REQUEST', found: 'newerFile' } })
  })
})

test('an address with a password makes the file invalid', async () => {
  platform.baseUrl = normaliseBaseUrl
  for (const baseUrl of ['https://ada:canary@host.example', 'http://host.example', 'https://canary@host.example']) {
    files.text = JSON.stringify({ portside: 'provider', version: 1, name: 'Host', baseUrl })
    const refused = await connections.importFile().catch((error: unknown) => error)
    expect(inspect(refused, { depth: 9, showHidden: true })).not.toContain('canary')
    expect(refused).toMatchObject({ info: { code: 'BAD_REQUEST', found: 'filePart', part: 'baseUrl' } })
  }
})

test('lists the statuses of the account, whichever is shown, and throws when it is signed out', async () => {
  const found = [{ status: '2', isNumber: true, count: 3, state: 'unknown' as const }]
  vi.spyOn(await its.invoices(), 'statuses').mockReturnValue(found)
  expect(await connections.statuses(account)).toEqual({ statuses: found })
  await signIn(accounts, 'second@example.com')
  expect(await connections.statuses(account)).toEqual({ statuses: found })
  expect(await connections.statuses(core.account)).toEqual({ statuses: [] })
  await accounts.signOut('id-1', false)
  await expect(connections.statuses(account)).rejects.toMatchObject({ info: { code: 'CANCELLED' } })
})

test('the documentation of a built-in definition opens in the browser, and no other page does', async () => {
  expect(await connections.openDocumentation('iproyal-isp')).toEqual({ host: 'docs.iproyal.com' })
  expect(core.opener.opened).toEqual(['https://docs.iproyal.com'])
  await expect(connections.openDocumentation('hypeproxy-v2')).rejects.toMatchObject({ info: { code: 'NOT_FOUND' } })
})
