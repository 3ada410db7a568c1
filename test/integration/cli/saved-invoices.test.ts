/** `portside invoices` and `portside accounts` on real files and the real keychain, beside a running app or none. */
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freeBytes } from '../../../src/main/free-space.ts'
import { SAMPLE_ADDRESSES, SAMPLE_DEFINITION } from '../../../src/sample/credentials.ts'
import { listAccounts } from '../../../src/main/cli/list-accounts.ts'
import type { CommandAnswer, CommandParts } from '../../../src/main/cli/command.ts'
import { listInvoices } from '../../../src/main/cli/list-invoices.ts'
import type { CommandOptions } from '../../../src/main/cli/parse-command.ts'
import { quickCheck } from '../../../src/main/cli/quick-check.ts'
import type { InvoiceRecord } from '../../../src/main/ports/index.ts'
import { SystemKeychain } from '../../../src/main/storage/keychain/system-keychain.ts'
import type { FileStorage } from '../../../src/main/storage/file-storage.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { filesIn, runCommand, type Ran } from '../../support/run-command.ts'
import {
  accountFile,
  catalogueFile,
  edit,
  folder,
  ID,
  INFO,
  invoice,
  KEY,
  OTHER_ID,
  storageIn
} from '../storage/fixtures.ts'

vi.mock(import('../../../src/main/free-space.ts'), { spy: true })
beforeEach(requireKeyring)

const ORIGIN = 'https://api.hypeproxy.example'

const account = (id: string, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id,
  email: null,
  tokenExpiresAt: null,
  addedAt: '2026-01-01T00:00:00Z',
  label: 'Work',
  named: true,
  kind: 'token',
  connection: { baseUrl: ORIGIN, provider: 'hypeproxy-v2' },
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  ...more
})

const INVOICES = [
  invoice('a', {
    number: 'R-1',
    state: 'settled',
    total: '50.00',
    currency: 'EUR',
    issuedAt: '2026-10-01',
    hasPdf: true
  }),
  invoice('b', { number: 'R-2', total: '80.10', currency: 'EUR', issuedAt: '2026-11-01', dueAt: '2026-11-15' }),
  invoice('c', {
    number: 'R-3',
    total: '49.90',
    remaining: '20.00',
    currency: 'EUR',
    issuedAt: '2026-11-20',
    hasPdf: true
  }),
  invoice('d', { number: 'R-4', total: '1', currency: 'USD' })
]

interface World {
  path: string
  storage: FileStorage
  keychain: { service: string }
  run(options?: CommandOptions, more?: Partial<CommandParts>): Promise<Ran>
}
/** An app that has saved the invoices and still runs, unless it is closed. */
async function world(records: InvoiceRecord[] = INVOICES, more: Partial<AccountRecord> = {}): Promise<World> {
  const path = folder()
  const storage = storageIn(path)
  const keychain = { service: `Portside test ${randomUUID()}` }
  const system = new SystemKeychain(keychain)
  await system.write(ID, { token: 'canary-token', origin: ORIGIN, dataKey: KEY })
  onTestFinished(() => system.remove(ID))
  storage.registry.saveAccount(account(ID, more))
  const open = storage.open(ID, async () => KEY)
  await open.saveInvoices(records, INFO)
  return {
    path,
    storage,
    keychain,
    run: (options = {}, parts = {}) => runCommand(listInvoices, { dataFolder: path, keychain, options, ...parts })
  }
}

test('lists what a running app has saved, also what is only in its -wal, and writes nothing', async () => {
  const { path, run } = await world()
  expect(statSync(`${accountFile(path)}-wal`).size).toBeGreaterThan(0)
  const before = filesIn(path)
  const { exitCode, stdout, stderr } = await run({}, { columns: 80 })
  expect(stderr).toEqual([])
  expect(exitCode).toBe(0)
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^Number +Issued +Due +Status +Total +Remaining$/)
  expect(lines[1]).toMatch(/^R-3 +2026-11-20 +Open +€49\.90 +€20\.00$/)
  expect(lines[2]).toMatch(/^R-2 +2026-11-01 +2026-11-15 +Overdue +€80\.10 +€80\.10$/)
  expect(stdout).toMatch(/3 to pay · 1 overdue · €100\.10 · US\$1\.00 · saved .+ ago\n$/)
  expect(filesIn(path)).toEqual(before)
})

test('lists what an app that has ended left', async () => {
  const { path, storage, run } = await world()
  storage.close()
  expect(existsSync(`${accountFile(path)}-wal`)).toBe(false)
  const before = filesIn(path)
  expect(await run({ state: 'paid' })).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('R-1') })
  expect(filesIn(path)).toEqual(before)
  expect(readdirSync(join(path, 'accounts', ID)).sort()).toEqual(['account.db'])
})

test('reads a read-only folder', async () => {
  const { path, storage, run } = await world()
  storage.close()
  const folders = [path, join(path, 'accounts'), join(path, 'accounts', ID)]
  for (const each of folders) chmodSync(each, 0o500)
  onTestFinished(() => {
    for (const each of folders) chmodSync(each, 0o700)
  })
  expect(await run()).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 to pay') })
})

test('a file that is damaged or newer gets a sentence, and stays as it is', async () => {
  const { path, storage, run } = await world()
  storage.close()
  edit(accountFile(path), 'PRAGMA user_version = 99')
  const newer = filesIn(path)
  expect(await run()).toEqual({
    exitCode: 20,
    stdout: '',
    stderr: ['A newer version of Portside saved this account’s data. Update Portside.']
  })
  expect(filesIn(path)).toEqual(newer)
  for (const content of ['no database', 'x'.repeat(100_000), '']) {
    writeFileSync(accountFile(path), content)
    const { exitCode, stderr } = await run()
    expect(exitCode).toBe(20)
    expect(stderr).toEqual([
      content === ''
        ? 'No invoices are saved. Open Portside to fetch them, or add --fetch.'
        : 'Portside can’t read this account’s saved data. Open Portside for details.'
    ])
    expect(readFileSync(accountFile(path), 'utf8')).toBe(content)
  }
})

/** The quick check, in JSON. */
const check = (dataFolder: string): Promise<Ran> =>
  runCommand((parts) => quickCheck({ ...parts, json: true }) as Promise<CommandAnswer>, { dataFolder })

test('accounts that are damaged or newer, and no folder at all', async () => {
  const { path, storage, run, keychain } = await world()
  storage.close()
  const registry = join(path, 'portside.db')
  edit(registry, 'PRAGMA user_version = 99')
  expect(await run()).toMatchObject({ exitCode: 20, stdout: '', stderr: [expect.stringContaining('newer version')] })
  expect(await check(path)).toMatchObject({ exitCode: 20, stdout: expect.stringContaining('"reason":"newer"') })
  writeFileSync(registry, 'no database')
  expect(await check(path)).toMatchObject({ exitCode: 20, stdout: expect.stringContaining('"reason":"damaged"') })
  expect(await run()).toMatchObject({ exitCode: 20, stderr: [expect.stringContaining('can’t read its accounts')] })
  const missing = join(path, 'missing')
  const answer = await runCommand(listInvoices, { dataFolder: missing, keychain, options: { json: '' } })
  expect(answer).toMatchObject({ exitCode: 20, stderr: [JSON.parse(answer.stdout).sentence] })
  expect(JSON.parse(answer.stdout)).toMatchObject({ version: 1, kind: 'invoices', reason: 'nobody', accounts: [] })
  expect(existsSync(missing)).toBe(false)
})

function pageOf(file: string, name: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  const row = db.prepare('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?').get(name)
  db.close()
  return Number(row?.['page'])
}

test('an account that can’t be read isn’t left out as if there were none', async () => {
  const { path, storage, run, keychain } = await world([])
  storage.close()
  edit(join(path, 'portside.db'), `INSERT INTO accounts VALUES ('${OTHER_ID}', 2, '{"id": "${OTHER_ID}"}')`)
  const unknown = `${OTHER_ID}: Portside doesn’t know this account’s provider.`
  expect(await run()).toMatchObject({
    exitCode: 20,
    stdout: expect.stringContaining('Nothing to pay'),
    stderr: [expect.stringContaining(unknown)]
  })
  expect(JSON.parse((await check(path)).stdout)).toMatchObject({
    exitCode: 20,
    accounts: [{ label: 'Work' }, { label: OTHER_ID, error: { code: 'NOT_FOUND' } }]
  })
  const accounts = await runCommand(listAccounts, { dataFolder: path, keychain })
  expect(accounts).toMatchObject({
    exitCode: 20,
    stdout: expect.stringMatching(/Work .*HypeProxy[^]*Unknown provider/),
    stderr: [expect.stringContaining(unknown)]
  })
  edit(join(path, 'portside.db'), `UPDATE accounts SET id = '../x' WHERE id = '${OTHER_ID}'`)
  for (const command of [listInvoices, listAccounts])
    expect(await runCommand(command, { dataFolder: path, keychain })).toMatchObject({
      exitCode: 20,
      stdout: expect.stringContaining('Work'),
      stderr: [expect.stringContaining(unknown)]
    })
})

test('of a file that is cut off, a command says that there may be more accounts', async () => {
  const { path, storage, run, keychain } = await world([])
  storage.close()
  const file = join(path, 'portside.db')
  const more = Array.from({ length: 40 }, (_, at) => `('account-${at}', ${at + 2}, '{"label": "${'x'.repeat(300)}"}')`)
  edit(file, `INSERT INTO accounts VALUES ${more.join(',')}`)
  const index = pageOf(file, 'sqlite_autoindex_accounts_1')
  writeFileSync(file, readFileSync(file).fill(0, (index - 1) * 4096, index * 4096))
  truncateSync(file, statSync(file).size - 4096)
  const sentence = 'There may be more accounts'
  for (const command of [listInvoices, listAccounts])
    expect(await runCommand(command, { dataFolder: path, keychain })).toMatchObject({
      exitCode: 20,
      stdout: expect.stringContaining('Work'),
      stderr: expect.arrayContaining([expect.stringContaining(sentence)])
    })
  expect(await run({ account: 'Work' })).toMatchObject({ exitCode: 0, stderr: [] })
  expect(await run({ account: 'Home' })).toMatchObject({
    exitCode: 64,
    stderr: [expect.stringContaining(sentence), expect.stringContaining('No account is called “Home”')]
  })
  expect(JSON.parse((await check(path)).stdout)).toMatchObject({
    exitCode: 20,
    accounts: expect.arrayContaining([
      expect.objectContaining({ label: 'Other accounts', error: expect.objectContaining({ code: 'STORAGE' }) })
    ])
  })
})

test('a PIN locks every command, and no name is said', async () => {
  const { path, storage, keychain, run } = await world()
  storage.registry.saveLock({ verifier: 'x', failures: 0, waitUntil: null, uptimeUntil: null })
  const locked = 'Portside is locked with a PIN. Open it to see your invoices.'
  expect(await run({ account: 'nobody' })).toEqual({ exitCode: 20, stdout: '', stderr: [locked] })
  const accounts = await runCommand(listAccounts, { dataFolder: path, keychain, options: { json: '' } })
  expect(JSON.parse(accounts.stdout)).toMatchObject({ reason: 'locked', sentence: locked, accounts: [] })
  expect(await check(path)).toMatchObject({ exitCode: 20, stdout: expect.stringContaining('"reason":"locked"') })
})

test('names accounts that are missing, and calls nothing open only if all is known', async () => {
  const { path, storage, keychain, run } = await world([])
  const added = (id: string, label: string, more: Partial<AccountRecord> = {}): void =>
    storage.registry.saveAccount(account(id, { label, ...more }))
  expect((await run()).stdout).toMatch(/^Nothing to pay · saved /)
  added(OTHER_ID, 'Never fetched')
  added(ID.replace('0b', '2d'), 'Left', { signedOut: true })
  const unlisted = { ...account(ID).connection, invoices: null }
  added(ID.replace('0b', '3e'), 'No list', { connection: unlisted })
  expect(await run()).toMatchObject({
    exitCode: 20,
    stdout: expect.stringMatching(/^Work\nNothing to pay · saved .+\n$/),
    stderr: [
      'Never fetched: No invoices are saved. Open Portside to fetch them, or add --fetch.',
      'Left: You signed out of this account, so its invoices aren’t listed.',
      'No list: This account’s connection has no path for invoices.'
    ]
  })
  const { accounts, complete } = JSON.parse((await run({ json: '' })).stdout) as {
    accounts: { account: string; error?: { code: string } }[]
    complete: boolean
  }
  expect(complete).toBe(false)
  expect(accounts.map(({ account: name, error }) => [name, error?.code])).toEqual([
    ['Work', undefined],
    ['Never fetched', 'neverFetched'],
    ['Left', 'signedOut'],
    ['No list', 'noInvoices']
  ])
  expect((await run({ account: 'wor' })).exitCode).toBe(0)
  expect((await run({ account: 'left' })).exitCode).toBe(20)
  expect(await run({ account: 'N' })).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: ['“N” fits more than one account: Never fetched, No list. Give more of the name.']
  })
  expect((await run({ account: '\u001b[2J' })).stderr).toEqual([
    'No account is called “ [2J”. Your accounts: Work, Never fetched, Left, No list.'
  ])
  const table = (columns: number | null): Promise<Ran> =>
    runCommand(listAccounts, { dataFolder: path, keychain, columns })
  expect((await table(70)).stdout.split('\n\n')[0], 'no room: nothing is cut, and each is a list').toMatch(
    /^Account: Work\nProvider: HypeProxy.*\nSign-in: Signed in\nInvoices: No invoices · saved .+ · Nothing to pay$/
  )
  const lines = (await table(null)).stdout.split('\n')
  expect(lines[1]).toMatch(/^Work +HypeProxy.* \(api\.hypeproxy\.example\) +Signed in +No invoices/)
  expect(lines[1]).toMatch(/No invoices · saved .+ ago · Nothing to pay$/)
  expect(lines[2]).toMatch(
    /^Never fetched .+ Signed in +Invoices not fetched yet$|^Never fetched .+ Sign in again +Invoices not fetched yet$/
  )
  expect(lines[3]).toMatch(/^Left .+ Signed out$/)
  expect(lines[4]).toMatch(/Can’t list this provider’s invoices$/)
})

test.each([
  ['KEYCHAIN_LOCKED', 'locked'],
  ['KEYCHAIN_SILENT', 'responding'],
  ['KEYCHAIN_MISSING', 'password store']
] as const)('accounts names what it couldn’t read, and asks the keychain no more after %s', async (code, words) => {
  const { path, storage, keychain } = await world()
  storage.registry.saveAccount(account(OTHER_ID, { label: 'Home' }))
  storage.close()
  writeFileSync(catalogueFile(path), 'no database')
  const read = vi.spyOn(SystemKeychain.prototype, 'read').mockRejectedValue(new AppError(code))
  onTestFinished(() => read.mockRestore())
  const run = (options: CommandOptions): Promise<Ran> =>
    runCommand(listAccounts, { dataFolder: path, keychain, options })
  const { exitCode, stdout, stderr } = await run({ json: '' })
  expect(read).toHaveBeenCalledTimes(1)
  const refused = expect.stringContaining(words)
  expect(exitCode).toBe(20)
  expect(stderr).toEqual([
    expect.stringMatching(/^Work: /),
    expect.stringMatching(/^Work: .* saved data/),
    expect.stringMatching(/^Home: /)
  ])
  expect(stderr[0]).toEqual(refused)
  expect(JSON.parse(stdout)).toMatchObject({
    complete: false,
    exitCode: 20,
    accounts: [
      {
        account: 'Work',
        signIn: 'unknown',
        signInError: { code, sentence: expect.any(String) },
        invoices: null,
        error: { code },
        products: null,
        productsError: { code: 'damaged' }
      },
      { account: 'Home', signIn: 'unknown', signInError: { code }, error: { code: 'neverFetched' } }
    ]
  })
  const table = await run({})
  expect(table).toMatchObject({ exitCode: 20, stderr })
  expect(table.stdout).toMatch(/Invoices not fetched yet|Saved invoices can’t be opened/)
  expect(table.stdout.match(/Saved products can’t be read/g)).toHaveLength(1)
})

test('accounts that are read whole end with 0', async () => {
  const { path, keychain } = await world()
  const answer = await runCommand(listAccounts, { dataFolder: path, keychain, options: { json: '' } })
  expect(answer).toMatchObject({ exitCode: 0, stderr: [] })
  expect(JSON.parse(answer.stdout)).toMatchObject({ complete: true, exitCode: 0, accounts: [{ products: null }] })
  expect(answer.stdout).not.toContain('Error')
})

test('a key that doesn’t open the invoices, and an entry that is gone', async () => {
  const { keychain, run } = await world()
  const system = new SystemKeychain(keychain)
  const sealed =
    'Your saved profile and invoices are encrypted, and their key is no longer in your password store. Sign in again to fetch them.'
  await system.write(ID, { token: 't', origin: ORIGIN, dataKey: Buffer.alloc(32, 9).toString('base64') })
  expect(await run()).toEqual({ exitCode: 20, stdout: '', stderr: [sealed] })
  await system.remove(ID)
  expect(await run()).toEqual({ exitCode: 20, stdout: '', stderr: [sealed] })
})

test('JSON has exact amounts, and says what a filter left out', async () => {
  const strange = invoice('e', {
    number: '\u2028\u001b]0;x\u0007\u202e',
    state: 'unknown',
    total: '0.10000000000000000001'
  })
  const { run } = await world([...INVOICES, strange])
  const { stdout, stderr, exitCode } = await run({ json: '', state: 'open', since: '2026-11-10' })
  expect(stdout).toMatch(/^[\x20-\x7e“”’]+\n$/)
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    kind: 'invoices',
    source: 'saved',
    filter: { state: 'open', since: '2026-11-10', account: null },
    complete: false,
    exitCode: 20,
    accounts: [
      {
        account: 'Work',
        fetchedAt: INFO.fetchedAt,
        allKnown: false,
        open: 3,
        unknown: 1,
        total: 5,
        withoutDate: 1,
        invoices: [{ key: 'c', number: 'R-3', total: '49.90', toPay: '20.00', currency: 'EUR', overdue: false }]
      }
    ]
  })
  expect(exitCode).toBe(20)
  expect(stderr).toEqual([
    '1 invoice has an unknown status, and isn’t listed.',
    '1 invoice has no date of issue, and isn’t listed.'
  ])
  const all = JSON.parse((await run({ json: '' })).stdout) as {
    accounts: { invoices: { key: string; total: string }[] }[]
  }
  expect(all.accounts[0]?.invoices.find(({ key }) => key === 'e')?.total).toBe('0.10000000000000000001')
})

test('a part of a list, and a due date that can’t be read, leave the answer open', async () => {
  const { storage, run, path, keychain } = await world()
  const unread = invoice('u', { dueAt: 'soon', dueUnread: true, issuedAt: '2026-11-01' })
  await storage.open(ID, async () => KEY).saveInvoices([unread], { ...INFO, partial: { received: 1, total: 5 } })
  expect(await run({ state: 'overdue' })).toMatchObject({
    exitCode: 20,
    stdout: expect.stringContaining('At least 4 to pay'),
    stderr: [
      'The list may be incomplete (first 1 of 5 received): check your provider’s website.',
      '1 due date couldn’t be read.'
    ]
  })
  const { stdout } = await runCommand(listAccounts, { dataFolder: path, keychain, options: { json: '' } })
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    kind: 'accounts',
    accounts: [{ account: 'Work', signIn: 'signedIn', invoices: { partial: { received: 1, total: 5 }, dueUnread: 1 } }]
  })
  expect(stdout).not.toContain('canary-token')
})

test('saves stored PDFs once, overwrites nothing, and counts what has no copy', async () => {
  const { path, storage, run } = await world()
  const pdf = Buffer.from('%PDF-1.4 of R-1')
  await storage.open(ID, async () => KEY).savePdf('a', pdf, '2026-11-01T00:00:00Z', 'make')
  const target = join(folder(), 'pdfs')
  const save = (): Promise<Ran> => run({ 'save-pdfs': target })
  const notStored = '1 PDF has no saved copy. Add --fetch to get it.'
  const first = await save()
  const file = join(target, '2026-10-01_R-1.pdf')
  expect(first).toEqual({ exitCode: 20, stdout: `${file}\n`, stderr: ['1 PDF saved.', notStored] })
  expect(readFileSync(file)).toEqual(pdf)
  expect(await save()).toMatchObject({ stdout: '', stderr: ['No PDFs saved.', '1 PDF was there already.', notStored] })
  writeFileSync(file, 'mine')
  expect((await save()).stdout).toBe(`${join(target, '2026-10-01_R-1 (2).pdf')}\n`)
  expect((await save()).stdout).toBe('')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(readdirSync(target).sort()).toEqual(['2026-10-01_R-1 (2).pdf', '2026-10-01_R-1.pdf'])
  const json = JSON.parse((await run({ 'save-pdfs': target, json: '' })).stdout) as object
  expect(json).toMatchObject({
    accounts: [
      {
        invoices: [
          { key: 'c', pdf: { state: 'notStored' } },
          { key: 'b', pdf: { state: 'none' } },
          { key: 'a', pdf: { state: 'there' } },
          {}
        ]
      }
    ]
  })
  const below = join(path, 'portside.db')
  expect(await run({ 'save-pdfs': below })).toEqual({
    exitCode: 73,
    stdout: '',
    stderr: [`${below} isn’t a folder, or the folder above it is missing. Choose another folder.`]
  })
})

test('the sample’s PDFs are saved without a copy, and a disk that is full or read-only takes none', async () => {
  const { run } = await world([], {
    kind: 'sample',
    connection: { ...SAMPLE_DEFINITION, baseUrl: SAMPLE_ADDRESSES.good, provider: 'hypeproxy-v2' }
  })
  const target = join(folder(), 'pdfs')
  const first = await run({ 'save-pdfs': target, state: 'open' })
  const names = readdirSync(target)
  expect(first.stdout.split('\n').slice(0, -1).toSorted()).toEqual(names.map((name) => join(target, name)).toSorted())
  expect(names.length).toBeGreaterThan(1)
  for (const name of names) expect(readFileSync(join(target, name), 'latin1')).toMatch(/^%PDF-/)

  const sentenceFor = async (where: string): Promise<string | undefined> => {
    const { exitCode, stdout, stderr } = await run({ 'save-pdfs': where })
    expect({ exitCode, stdout }).toEqual({ exitCode: 73, stdout: '' })
    return stderr.at(-1)
  }
  // Of the system: nobody makes files in it.
  if (process.platform === 'linux')
    expect(await sentenceFor('/sys')).toBe('/sys can’t be written to. Choose another folder.')
  vi.mocked(freeBytes).mockResolvedValue(199_000_000)
  onTestFinished(() => void vi.mocked(freeBytes).mockRestore())
  expect(await sentenceFor(target)).toMatch(
    /^Less than 200\sMB would stay free on the disk with .*pdfs\. Make room, then try again\.$/
  )
})

test('a folder takes 5,000 new files a day, and what was there already counts as saved', async () => {
  const { storage, run } = await world()
  const account = storage.open(ID, async () => KEY)
  await account.savePdf('a', Buffer.from('%PDF-1.4 of R-1'), '2026-11-01T00:00:00Z', 'make')
  const target = folder()
  for (let number = 1; number <= 5000; number += 1) writeFileSync(join(target, `${number}.pdf`), '')
  const sentence = `${target} got 5,000 new files today. Try again tomorrow, or choose another folder.`
  const full = await run({ 'save-pdfs': target })
  expect(full).toMatchObject({ exitCode: 73, stdout: '' })
  expect(full.stderr.at(-1)).toBe(sentence)
  expect(readdirSync(target)).toHaveLength(5000)
  const yesterday = Date.now() / 1000 - 24 * 3600
  utimesSync(join(target, '1.pdf'), yesterday, yesterday)
  expect(await run({ 'save-pdfs': target })).toMatchObject({ exitCode: 20, stdout: expect.stringContaining('R-1.pdf') })
  expect(await run({ 'save-pdfs': target })).toMatchObject({ exitCode: 20, stdout: '' })
})

test('after 10,000 equal names the next PDF is saved', async () => {
  const { storage, run } = await world()
  const account = storage.open(ID, async () => KEY)
  for (const key of ['a', 'c'])
    await account.savePdf(key, Buffer.from(`%PDF-1.4 of ${key}`), '2026-11-01T00:00:00Z', 'make')
  const target = folder()
  const yesterday = Date.now() / 1000 - 24 * 3600
  for (let number = 1; number <= 10_000; number += 1) {
    const file = join(target, `2026-11-20_R-3${number === 1 ? '' : ` (${number})`}.pdf`)
    writeFileSync(file, '')
    utimesSync(file, yesterday, yesterday)
  }
  expect(await run({ 'save-pdfs': target })).toEqual({
    exitCode: 20,
    stdout: `${join(target, '2026-10-01_R-1.pdf')}\n`,
    stderr: ['1 PDF saved.', `10,000 files in ${target} have the same name. Choose another folder.`]
  })
})

test('--fetch saves PDFs that only the provider has, asks with the token, and stores nothing', async () => {
  const { path, storage, run } = await world()
  storage.close()
  const before = filesIn(path)
  const asked: { path: string; token: string | null }[] = []
  const list = [
    {
      id: 'x',
      number: 'R-9',
      status: 'Paid',
      totalAmount: 5,
      currency: 'EUR',
      createdAt: '2026-11-05T10:00:00Z',
      pdfUrl: `${ORIGIN}/files/x.pdf`
    },
    {
      id: 'y',
      number: 'R-10',
      status: 'Paid',
      totalAmount: 5,
      currency: 'EUR',
      createdAt: '2026-11-06T10:00:00Z',
      pdfUrl: `${ORIGIN}/files/gone.pdf`
    }
  ]
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    asked.push({ path: pathname, token: request.headers.get('authorization') })
    if (pathname.endsWith('/x.pdf'))
      return new Response('%PDF-1.4 of x', { headers: { 'content-type': 'application/pdf' } })
    return pathname.startsWith('/files') ? new Response('', { status: 404 }) : Response.json(list)
  }
  const target = join(folder(), 'pdfs')
  const ran = await run({ fetch: '', 'save-pdfs': target }, { network })
  expect(ran).toEqual({
    exitCode: 20,
    stdout: `${join(target, '2026-11-05_R-9.pdf')}\n`,
    stderr: ['1 PDF saved.', '1 PDF couldn’t be fetched. api.hypeproxy.example couldn’t find this.']
  })
  expect(readFileSync(join(target, '2026-11-05_R-9.pdf'), 'utf8')).toBe('%PDF-1.4 of x')
  expect(asked.filter(({ token }) => token === 'Bearer canary-token').map((each) => each.path)).not.toContain(
    '/files/x.pdf'
  )
  expect(asked.some(({ token }) => token === 'Bearer canary-token')).toBe(true)
  expect(filesIn(path)).toEqual(before)
})
