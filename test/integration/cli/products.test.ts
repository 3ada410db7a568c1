/** `portside products` on real files, beside a running app or none. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listProducts } from '../../../src/main/cli/list-products.ts'
import type { CommandOptions } from '../../../src/main/cli/parse-command.ts'
import { SystemKeychain } from '../../../src/main/storage/keychain/system-keychain.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import type { Product } from '../../../src/shared/models/product.ts'
import { DEFAULTS } from '../../../src/shared/models/provider.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { filesIn, runCommand, type Ran } from '../../support/run-command.ts'
import {
  account,
  catalogueFile,
  edit,
  folder,
  ID,
  INFO,
  keyOf,
  OTHER_ID,
  product,
  saveList,
  storageIn
} from '../storage/fixtures.ts'

const PRODUCTS: Product[] = [
  { id: 'p1', name: 'Residential, Germany', tagline: 'Pay as you go', label: 'New', isAvailable: true, weight: 3 },
  { id: 'p2', name: 'Datacenter', tagline: 'In Germany', isAvailable: false },
  { id: 'p3', name: '住宅 proxies', description: 'Hidden word: zebra' }
]

interface World {
  path: string
  storage: ReturnType<typeof storageIn>
  run(options?: CommandOptions, more?: Partial<Parameters<typeof runCommand>[1]>): Promise<Ran>
}

/** An app that has fetched the list and still runs, unless it is closed. */
async function world(products: Product[] = PRODUCTS, more: Partial<AccountRecord> = {}): Promise<World> {
  const path = folder()
  const storage = storageIn(path)
  storage.registry.saveAccount({ ...account(ID, 'work@x.example'), label: 'Work', ...more })
  storage.registry.saveShownAccountId(ID)
  if (products.length > 0)
    await saveList(
      storage.open(ID, keyOf),
      products.map((each) => product(String(each.id), each))
    )
  return {
    path,
    storage,
    run: (options = {}, parts = {}) => runCommand(listProducts, { dataFolder: path, options, ...parts })
  }
}

test('lists what a running app has saved, and writes nothing', async () => {
  const { path, run } = await world()
  const before = filesIn(path)
  const { exitCode, stdout, stderr } = await run({}, { columns: 80 })
  expect([exitCode, stderr]).toEqual([0, []])
  expect(stdout.split('\n')).toEqual([
    'Product               Tagline        Label  Status       ID',
    'Residential, Germany  Pay as you go  New                 p1',
    'Datacenter            In Germany            Unavailable  p2',
    '住宅 proxies                                             p3',
    expect.stringMatching(/^3 products · saved .+ ago$/),
    ''
  ])
  expect(filesIn(path)).toEqual(before)
})

test('has a column of prices where the list has any, and each in JSON', async () => {
  const { storage, run } = await world([])
  const list = [
    product('p1', { name: 'One', price: '9.5', currency: 'EUR', interval: 'month' }),
    product('p2', { name: 'Two' })
  ]
  const places = { price: 'price', currency: 'currency', interval: 'interval' }
  await saveList(storage.open(ID, keyOf), list, { ...INFO, settings: { ...DEFAULTS, productFields: places } })
  const { stdout } = await run({}, { columns: 80 })
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    'Product          Price  ID',
    'One      €9.50 a month  p1',
    'Two                     p2'
  ])
  const prices = async (): Promise<unknown[]> =>
    JSON.parse((await run({ json: '' })).stdout).accounts[0].products.map(({ price }: { price: unknown }) => price)
  expect(await prices()).toEqual([{ amount: '9.5', currency: 'EUR', interval: 'month' }, null])
})

test('a narrow terminal has whole IDs or none', async () => {
  const id = 'a2989a9e-4929-4a63-8546-7d3754e9dc5a'
  const { run } = await world([{ id, name: 'Datacenter /24, Frankfurt', tagline: '/24 from Frankfurt, flat rate' }])
  const row = async (columns: number): Promise<string[] | undefined> =>
    (await run({}, { columns })).stdout.split('\n')[1]?.split('  ')
  expect(await row(80)).toEqual(['Datacenter /24, Fra…', '/24 from Frankfurt,…', id])
  expect(await row(60)).toEqual(['Datacenter /24, Frankfurt', '/24 from Frankfurt, flat rate'])
})

test('lists what an app that has ended left, and writes nothing', async () => {
  const { path, storage, run } = await world()
  storage.close()
  const before = filesIn(path)
  expect((await run()).stdout).toContain('Residential, Germany')
  expect(filesIn(path)).toEqual(before)
})

describe('a search', () => {
  test('finds words anywhere in a product, names first, also in a list that isn’t indexed yet', async () => {
    const { path, storage, run } = await world()
    const found = async (search: string): Promise<string[]> =>
      JSON.parse((await run({ search, json: '' })).stdout).accounts[0].products.map(({ key }: { key: string }) => key)
    const all = async (): Promise<string[][]> => [
      await found('GERM'),
      await found('zeb'),
      await found('germany data'),
      await found('no')
    ]
    const expected = [['p1', 'p2'], ['p3'], ['p2'], []]
    const before = filesIn(path)
    expect(await all()).toEqual(expected)
    expect(filesIn(path)).toEqual(before)
    await storage.open(ID, keyOf).catalogue.ensureIndexed()
    expect(await all()).toEqual(expected)
  })

  test('says of how many', async () => {
    const { run } = await world()
    expect((await run({ search: 'zebra' })).stdout).toMatch(/\n1 of 3 products · saved .+\n$/)
    expect((await run({ search: 'nothing' })).stdout).toMatch(/^0 of 3 products · saved .+\n$/)
  })
})

test('JSON has every product, and no character that acts on a terminal', async () => {
  const { run } = await world([
    { id: 'a\u001b[2J', name: '\u001b]0;owned\u0007\u202e\u2028evil', tagline: 'x'.repeat(2000), label: '\u009b31m' },
    ...Array.from({ length: 1200 }, (_none, at) => ({ id: `n${at}`, name: `Plan ${at}` }))
  ])
  const { exitCode, stdout } = await run({ json: '', account: 'work' })
  expect(exitCode).toBe(0)

  expect(stdout).toMatch(/^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2028]+\n$/)
  const answer = JSON.parse(stdout)
  expect(answer).toMatchObject({
    version: 1,
    kind: 'products',
    source: 'saved',
    search: null,
    complete: true,
    exitCode: 0
  })
  const [only] = answer.accounts
  expect(only).toMatchObject({
    account: 'Work',
    sample: false,
    partial: null,
    total: 1201,
    matched: 1201,
    fetchedAt: INFO.fetchedAt
  })
  expect(only.products).toHaveLength(1201)
  expect(only.products[0]).toMatchObject({
    name: '\u001b]0;owned\u0007\u202e\u2028evil',
    available: null,
    weight: null
  })
  expect(only.products[1200]).toMatchObject({ key: 'n1199', name: 'Plan 1199' })
})

test('a table has no character that acts on a terminal', async () => {
  const { run } = await world([{ id: 'a\u001b[2J', name: '\u001b]0;owned\u0007\u202eevil\nline', label: '\u009b31m' }])
  for (const columns of [20, 40, 80, 200, null]) {
    const { stdout } = await run({}, { columns })

    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(stdout).toContain('owned')
  }
})

describe('the account', () => {
  test('is the one shown, or the one that is named', async () => {
    const { storage, run } = await world()
    storage.registry.saveAccount({ ...account(OTHER_ID, 'home@x.example'), label: 'Home' })
    await saveList(storage.open(OTHER_ID, keyOf), [product('h1', { name: 'At home' })])
    expect((await run()).stdout).toContain('Datacenter')
    expect((await run({ account: 'ho' })).stdout).toContain('At home')
    storage.registry.saveShownAccountId(OTHER_ID)
    expect((await run()).stdout).toContain('At home')
    expect(await run({ account: 'x' })).toMatchObject({
      exitCode: 64,
      stdout: '',
      stderr: [expect.stringContaining('Work, Home')]
    })
  })

  test('is none while a PIN is set', async () => {
    const { storage, run } = await world()
    storage.registry.saveLock({ verifier: 'v', failures: 0, waitUntil: null, uptimeUntil: null })
    expect(await run()).toMatchObject({ exitCode: 20, stdout: '', stderr: [expect.stringContaining('locked')] })
    expect(JSON.parse((await run({ json: '' })).stdout)).toMatchObject({
      kind: 'products',
      accounts: [],
      reason: 'locked'
    })
  })

  test.each<[string, Product[], Partial<AccountRecord>, (path: string) => void, string]>([
    ['was never fetched', [], {}, () => undefined, 'neverFetched'],
    ['is signed out', PRODUCTS, { signedOut: true }, () => undefined, 'signedOut'],
    ['has a damaged file', PRODUCTS, {}, (path) => writeFileSync(catalogueFile(path), 'x'.repeat(5000)), 'damaged'],
    [
      'has a file of a newer version',
      PRODUCTS,
      {},
      (path) => edit(catalogueFile(path), 'PRAGMA user_version = 99'),
      'newer'
    ]
  ])('%s: one sentence, and the answer isn’t complete', async (_what, products, more, change, code) => {
    const { path, storage, run } = await world(products, more)
    storage.close()
    change(path)
    const before = filesIn(path)
    const { exitCode, stdout, stderr } = await run({ account: 'Work' })
    expect([exitCode, stdout, stderr]).toEqual([20, '', [expect.stringMatching(/\.$/)]])
    const answer = JSON.parse((await run({ account: 'Work', json: '' })).stdout)
    expect(answer).toMatchObject({ accounts: [{ account: 'Work', error: { code } }], complete: false, exitCode: 20 })
    expect(filesIn(path), 'nothing is repaired').toEqual(before)
  })

  test('has a part of its list: said, and not complete', async () => {
    const { storage, run } = await world([])
    const partial = { received: 1, total: 9 }
    await saveList(storage.open(ID, keyOf), [product('p1', { name: 'One' })], { ...INFO, partial })
    const { exitCode, stdout, stderr } = await run()
    expect([exitCode, stderr]).toEqual([20, [expect.stringContaining('first 1 of 9 received')]])
    expect(stdout).toMatch(/\n1 product · first 1 of 9 received · saved .+\n$/)
  })
})

describe('--fetch', () => {
  beforeEach(requireKeyring)

  async function fetching(
    answer: () => Response
  ): Promise<World & { fetched(options?: CommandOptions): Promise<Ran>; asked: string[] }> {
    const started = await world()
    const keychain = { service: `Portside test ${randomUUID()}` }
    const system = new SystemKeychain(keychain)
    await system.write(ID, {
      token: 'canary-token',
      origin: 'https://api.example',
      dataKey: Buffer.alloc(32, 7).toString('base64')
    })
    onTestFinished(() => system.remove(ID))
    const temporary = join(started.path, 'temporary')
    mkdirSync(temporary)
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const asked: string[] = []
    const network: typeof fetch = async (input) => {
      asked.push(new Request(input).url)
      return answer()
    }
    return {
      ...started,
      asked,
      fetched: (options = {}) => started.run({ fetch: '', ...options }, { keychain, network })
    }
  }

  test('asks the provider, lists what it has now, and stores nothing', async () => {
    const list = [
      { id: 'f1', name: 'Fresh' },
      { id: 'f2', name: 'Other' }
    ]
    const { path, fetched, asked } = await fetching(() => Response.json(list))
    const before = filesIn(path)
    const { exitCode, stdout, stderr } = await fetched({ search: 'fre' })
    expect([exitCode, stderr]).toEqual([0, []])
    expect(stdout).toBe('Product  ID\nFresh    f1\n1 of 2 products\n')
    expect(asked).toHaveLength(1)
    expect(filesIn(path)).toEqual(before)
    expect(readdirSync(join(path, 'temporary')), 'the temporary file is gone').toEqual([])
    expect(JSON.parse((await fetched({ json: '' })).stdout)).toMatchObject({
      source: 'provider',
      accounts: [{ total: 2 }]
    })
  })

  test('says why the provider’s list can’t be read, and lists no saved one in its place', async () => {
    const { path, fetched } = await fetching(
      () => new Response('{', { status: 200, headers: { 'content-type': 'application/json' } })
    )
    const { exitCode, stdout, stderr } = await fetched()
    expect([exitCode, stdout]).toEqual([20, ''])
    expect(stderr).toHaveLength(1)
    expect(stderr.join()).not.toContain('canary')
    expect(readdirSync(join(path, 'temporary'))).toEqual([])
  })
})
