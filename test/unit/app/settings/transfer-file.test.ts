/** The file for another computer: what Portside writes, and what it takes from one that somebody else wrote. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareSettings,
  parseTransferFile,
  readAccounts,
  TransferFile,
  transferFileText
} from '../../../../src/main/app/settings/transfer-file.ts'
import { normaliseBaseUrl } from '../../../../src/main/provider/api/security/url-rules.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { MOST_ACCOUNTS, type AccountRecord } from '../../../../src/shared/models/account.ts'
import { DEFAULT_SETTINGS, FILE_SETTINGS, type Settings } from '../../../../src/shared/models/settings.ts'
import { MOST_UNKNOWN, type TransferAccount } from '../../../../src/shared/models/transfer.ts'
import { FakeFiles } from '../../../support/ports.ts'

const CHOSEN: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'dark',
  quietHours: { from: 1320, to: 420 },
  globalShortcut: 'Ctrl+Alt+K',
  invoiceColumns: ['total', 'issued'],
  pdfFolderPattern: '{account}/{number}.pdf'
}
const HYPEPROXY = 'https://api.hypeproxy.io'
const UUID = '0b1f7a52-93cd-4a5e-8d8f-0f6a1c2b3d4e'

const record = (more: Partial<AccountRecord> = {}): AccountRecord => ({
  id: 'id-of-this-computer',
  label: 'ada@example.com',
  named: false,
  kind: 'password',
  connection: { provider: 'hypeproxy-v2', baseUrl: HYPEPROXY },
  email: 'ada@example.com',
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: '2030-01-01T00:00:00Z',
  addedAt: '2026-01-01T00:00:00Z',
  ...more
})
const entry = (more: object = {}) => ({
  kind: 'password',
  name: null,
  email: 'ada@example.com',
  connection: { provider: 'hypeproxy-v2', baseUrl: HYPEPROXY },
  ...more
})
const own = { provider: null, name: 'Acme', baseUrl: 'https://api.acme.example' }

const file = (settings: unknown, more: object = {}): string =>
  JSON.stringify({ portside: 'transfer', version: 1, accounts: [], settings, ...more })
const settingsIn = (settings: Record<string, unknown>, current = DEFAULT_SETTINGS) => compareSettings(settings, current)

function found(text: string): string | undefined {
  try {
    parseTransferFile(text)
  } catch (error) {
    return error instanceof AppError ? error.info.found : String(error)
  }
  return undefined
}

function start(accounts: readonly AccountRecord[] = [], settings = DEFAULT_SETTINGS) {
  const files = new FakeFiles()
  const added: TransferAccount[][] = []
  const transfer = new TransferFile({
    files,
    locked: () => false,
    accounts: () => accounts,
    settings: () => settings,
    addAccounts: (more) => void added.push([...more]),
    normalise: normaliseBaseUrl,
    appVersion: '1.2.3'
  })
  return { files, transfer, added }
}

describe('the exported file', () => {
  test('has accounts, settings and the versions of its format and of Portside, and nothing else', async () => {
    const work = record({ label: 'Work', named: true, kind: 'token', email: null, connection: own })
    const sample = record({ kind: 'sample', label: 'Sample' })
    const { files, transfer } = start([record(), work, sample], CHOSEN)
    expect(await transfer.exportFile()).toEqual({ name: 'chosen.json', accounts: 2, leftOut: [] })
    expect(files.suggested).toBe('portside-accounts.json')
    const OF_THIS_COMPUTER = /^(graphicsProcessor|pdfFolder(On|Accounts|From))$/
    const settings = Object.fromEntries(Object.entries(CHOSEN).filter(([name]) => !OF_THIS_COMPUTER.test(name)))
    expect(JSON.parse(files.text)).toEqual({
      portside: 'transfer',
      version: 1,
      app: '1.2.3',
      accounts: [entry(), entry({ kind: 'token', name: 'Work', email: null, connection: own })],
      settings
    })
    files.name = null
    expect(await transfer.exportFile()).toMatchObject({ name: null })
  })

  test('leaves out accounts that it can’t have, and says which', async () => {
    const unknown = record({ label: 'From the future', connection: { provider: 'unknown', baseUrl: HYPEPROXY } })
    const withKey = record({ label: 'Odd', connection: { ...own, user: UUID } })
    const { files, transfer } = start([unknown, withKey, record()])
    expect(await transfer.exportFile()).toMatchObject({ accounts: 1, leftOut: ['From the future', 'Odd'] })
    expect(files.text).not.toContain(UUID)
  })

  test('has no secret in odd places', async () => {
    const settings: Settings = {
      ...DEFAULT_SETTINGS,
      proxy: { mode: 'manual', manual: { scheme: 'http', host: 'p.example', port: 1, bypass: [], user: UUID } }
    }
    const token = `key-${UUID}`
    const { files, transfer } = start(
      [record({ label: `token: ${token}`, named: true }), record({ email: token })],
      settings
    )
    await transfer.exportFile()
    expect(files.text).not.toContain(UUID)
    expect(files.text).toContain('p.example')
  })

  test('keeps accounts apart that only their companies tell apart', async () => {
    const companies = ['Keller GmbH', 'Suedwind Ltd']
    const accounts = companies.map((label) =>
      record({ kind: 'token', email: null, label, profileName: label, connection: own })
    )
    const { files, transfer } = start(accounts)
    await transfer.exportFile()
    const written = parseTransferFile(files.text).accounts
    expect(readAccounts(written, [], normaliseBaseUrl).added.map(({ name }) => name)).toEqual(companies)
    expect(readAccounts(written, accounts, normaliseBaseUrl).known).toEqual(companies)
  })

  test('brings accounts and settings back to what they were', async () => {
    const accounts = [record({ label: 'Work', named: true }), record({ kind: 'token', email: null, connection: own })]
    const { files, transfer } = start(accounts, CHOSEN)
    await transfer.exportFile()
    const other = start()
    other.files.text = files.text
    const { file: read } = await other.transfer.openFile()
    expect(read).toMatchObject({
      accounts: [
        { label: 'Work', email: 'ada@example.com', kind: 'password', host: 'api.hypeproxy.io', isOfFile: false },
        { label: 'Acme', email: null, kind: 'token', host: 'api.acme.example', isOfFile: true }
      ],
      known: [],
      refused: []
    })
    const { theme, quietHours, globalShortcut, invoiceColumns, pdfFolderPattern } = CHOSEN
    expect(read?.settings).toEqual({
      changes: { theme, quietHours, globalShortcut, invoiceColumns, pdfFolderPattern },
      unchanged: FILE_SETTINGS.length - 5,
      invalid: [],
      unknown: [],
      moreUnknown: 0
    })
    expect(other.added).toEqual([])
    other.transfer.addAccounts(read?.id ?? 0)
    expect(other.added).toEqual([[entry({ name: 'Work' }), entry({ kind: 'token', email: null, connection: own })]])
  })
})

test('only the latest file can be added, and only once', async () => {
  const { files, transfer, added } = start()
  files.text = file({}, { accounts: [entry()] })
  const first = await transfer.openFile()
  const second = await transfer.openFile()
  const notFound = expect.objectContaining({ info: { code: 'NOT_FOUND' } })
  expect(() => transfer.addAccounts(first.file?.id ?? 0)).toThrow(notFound)
  transfer.addAccounts(second.file?.id ?? 0)
  expect(() => transfer.addAccounts(second.file?.id ?? 0)).toThrow(notFound)
  expect(added).toHaveLength(1)
})

test('a cancelled dialog, and a file that is too long or no text', async () => {
  const { files, transfer } = start()
  files.open = async () => null
  expect(await transfer.openFile()).toEqual({ file: null })
  files.open = () => Promise.reject(new AppError('BAD_REQUEST', { found: 'file' }))
  await expect(transfer.openFile()).rejects.toMatchObject({ info: { code: 'BAD_REQUEST', found: 'transferFile' } })
  files.open = () => Promise.reject(new AppError('STORAGE'))
  await expect(transfer.openFile()).rejects.toMatchObject({ info: { code: 'STORAGE' } })
})

test.each([
  ['cut off', '{"portside":"transfer","version":1,"settings":{"theme":'],
  ['empty', ''],
  ['another JSON', '[1]'],
  ['null', 'null'],
  ['a provider’s definition', '{"portside":"provider","version":1,"name":"x","baseUrl":null}'],
  ['no version', '{"portside":"transfer","accounts":[],"settings":{}}'],
  ['a version in words', file({}, { version: '1' })],
  ['an older version than any', file({}, { version: 0 })],
  ['settings in a list', file([])],
  ['no settings', file(null)],
  ['accounts that are no list', file({}, { accounts: { length: 1 } })],
  ['too deep to be any', `${'{"settings":'.repeat(5000)}1${'}'.repeat(5000)}`]
])('%s is no file of another computer', (_, text) => {
  expect(found(text)).toBe('transferFile')
})

test('the format of a newer version is said to be newer', () => {
  expect(found(file({}, { version: 2 }))).toBe('newerFile')
  expect(found(file(null, { version: 1e9 }))).toBe('newerFile')
})

test('a file of Windows, with a byte order mark', () => {
  expect(parseTransferFile(`\uFEFF${file({ theme: 'dark' })}`).settings).toEqual({ theme: 'dark' })
})

describe('accounts', () => {
  const read = (entries: readonly unknown[], present: readonly AccountRecord[] = []) =>
    readAccounts(entries, present, normaliseBaseUrl)

  test('that are here already are recognised as a sign-in does, and stay as they are', () => {
    const here = [
      record({ label: 'Mine', named: true }),
      record({ id: 'id-2', kind: 'token', email: null, label: 'Acme', connection: own })
    ]
    const entries = [
      entry({ name: 'Another name' }),
      entry({ kind: 'token', email: null, connection: own }),
      entry({ kind: 'token' }),
      entry({ email: 'bo@example.com' }),
      entry({ connection: { provider: 'hypeproxy-v2', baseUrl: 'https://other.example' } })
    ]
    expect(read(entries, here)).toEqual({ added: entries.slice(2), known: ['Mine', 'Acme'], refused: [] })
  })

  test('that are equal count once', () => {
    expect(read([entry({ name: 'A' }), entry({ name: 'B' })]).added).toEqual([entry({ name: 'A' })])
  })

  test('get a normalised address', () => {
    const connection = { ...own, baseUrl: 'https://API.Acme.example/v1//' }
    expect(read([entry({ connection })]).added[0]?.connection.baseUrl).toBe('https://api.acme.example/v1')
  })

  test.each<[string, unknown, string]>([
    ['of a provider that isn’t known', entry({ connection: { provider: 'later', baseUrl: HYPEPROXY } }), 'provider'],
    [
      'with a password in its address',
      entry({ connection: { ...own, baseUrl: 'https://ada:pw@acme.example' } }),
      'credential'
    ],
    ['with a key as user name', entry({ connection: { ...own, user: UUID } }), 'credential'],
    ['with a key as email', entry({ email: `key-${UUID}` }), 'credential'],
    ['with an address as email', entry({ email: 'https://ada:pw@acme.example' }), 'credential'],
    ['with a key in its definition', entry({ connection: { ...own, source: `token: ${UUID}` } }), 'credential'],
    ['over http', entry({ connection: { ...own, baseUrl: 'http://acme.example' } }), 'address'],
    ['at no address', entry({ connection: { ...own, baseUrl: 'acme example' } }), 'address'],
    ['without a connection', entry({ connection: undefined }), 'incomplete'],
    ['by password without an email', entry({ email: null }), 'incomplete'],
    ['of the sample', entry({ kind: 'sample' }), 'incomplete'],
    ['with calls that can’t be made', entry({ connection: { ...own, invoices: { path: 7 } } }), 'incomplete'],
    ['that is none', 7, 'incomplete'],
    ['as a list', [], 'incomplete'],
    ['of another prototype', JSON.parse('{"__proto__":{"kind":"password"}}'), 'incomplete'],
    ['too deep', JSON.parse(`${'{"connection":'.repeat(2000)}1${'}'.repeat(2000)}`), 'incomplete']
  ])('%s: it is left out with the reason, and the others are taken', (_what, odd, reason) => {
    const { added, refused } = read([odd, entry()])
    expect(added).toEqual([entry()])
    expect(refused).toMatchObject([{ place: 1, reason }])
    expect(JSON.stringify(refused)).not.toMatch(/pw@|0b1f7a52/)
  })

  test('a name that can’t be used is none', () => {
    const names = [7, '', 'x'.repeat(2000), '\u202E', `token: ${UUID}`]
    for (const name of names) expect(read([entry({ name })]).added, String(name)).toEqual([entry()])
  })

  test('no more than there can be', async () => {
    const many = Array.from({ length: MOST_ACCOUNTS }, (_, at) => entry({ email: `user-${at}@example.com` }))
    expect(found(file({}, { accounts: [...many, entry()] }))).toBe('manyAccounts')
    const { files, transfer } = start([record({ email: 'cy@example.com' })])
    files.text = file({}, { accounts: many })
    await expect(transfer.openFile()).rejects.toMatchObject({ info: { code: 'BAD_REQUEST', found: 'manyAccounts' } })
  })

  test('whatever the file has, only accounts that it can write again are added', () => {
    const any = fc.array(
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          kind: fc.constantFrom('password', 'token'),
          name: fc.jsonValue(),
          email: fc.oneof(fc.string(), fc.constant(null)),
          connection: fc.record({
            provider: fc.constantFrom('hypeproxy-v2', null),
            baseUrl: fc.oneof(fc.webUrl(), fc.string())
          })
        })
      )
    )
    fc.assert(
      fc.property(any, (entries) => {
        const { added, refused } = read(entries)
        expect(added.length + refused.length).toBeLessThanOrEqual(entries.length)
        const again = parseTransferFile(transferFileText(added, DEFAULT_SETTINGS, '1.2.3')).accounts
        expect(read(again)).toEqual({ added, known: [], refused: [] })
      }),
      { numRuns: 200 }
    )
  })
})

describe('settings', () => {
  test('a part of them is enough, and the parts of a value may be in any order', () => {
    const read = settingsIn({ notify: false, quietHours: { to: 420, from: 1320 } }, CHOSEN)
    expect(read).toMatchObject({ changes: { notify: false }, unchanged: 1 })
    expect(Object.keys(read.changes)).toEqual(['notify'])
  })

  test('that can’t be used are named, and the others are taken', () => {
    const deep = JSON.parse(`${'{"from":'.repeat(2000)}1${'}'.repeat(2000)}`) as object
    const manual = { scheme: 'http', host: 'p.example', port: 1, bypass: [], user: UUID }
    const read = settingsIn({
      theme: 'dark',
      quietHours: deep,
      globalShortcut: 'Ctrl+C',
      dueSoonDays: 1e308,
      invoiceColumns: [[]],
      pdfFolderPattern: '../{number}{.pdf',
      proxy: { mode: 'manual', manual },
      graphicsProcessor: false
    })
    expect(read.changes).toEqual({ theme: 'dark' })
    expect(read.invalid).toEqual([
      ...['dueSoonDays', 'quietHours', 'globalShortcut', 'invoiceColumns'],
      ...['pdfFolderPattern', 'proxy']
    ])
    expect(read.unknown).toEqual(['graphicsProcessor'])
  })

  test('names of every object are no settings', () => {
    const { settings } = parseTransferFile(
      '{"portside":"transfer","version":1,"accounts":[],"settings":{"__proto__":{"theme":"dark"},"constructor":1}}'
    )
    expect(settingsIn(settings)).toMatchObject({ changes: {}, unknown: ['__proto__', 'constructor'] })
    expect(found('{"__proto__":{"portside":"transfer","version":1,"accounts":[],"settings":{}}}')).toBe('transferFile')
  })

  test('unknown names are few, short and without a credential', () => {
    const names = Array.from({ length: 500 }, (_, at) => `name ${at}`)
    const many = settingsIn(Object.fromEntries(names.map((name) => [name, 1])))
    expect(many.unknown).toEqual(names.slice(0, MOST_UNKNOWN))
    expect(many.moreUnknown).toBe(500 - MOST_UNKNOWN)
    const strange = { 'evil\u202Ename': 1, ['x'.repeat(41)]: 1, 'Bearer abcdefghijklmnopqrstuvwxyz': 1, fine: 1 }
    const { unknown } = settingsIn(strange)
    expect(unknown).toContain('fine')
    expect(unknown.join()).not.toMatch(/evil|xxxx/)
  })

  test('whatever the file has, only valid values become changes', () => {
    const any = fc.dictionary(fc.oneof(fc.constantFrom(...FILE_SETTINGS), fc.string()), fc.jsonValue())
    fc.assert(
      fc.property(any, (settings) => {
        const { changes } = settingsIn(settings)
        const text = transferFileText([], { ...DEFAULT_SETTINGS, ...changes } as Settings, '1.2.3')
        expect(settingsIn(parseTransferFile(text).settings)).toMatchObject({ changes, invalid: [] })
      }),
      { numRuns: 200 }
    )
  })
})
