/** `portside plans` on real files and the real keychain, beside a running app. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CommandParts } from '../../../src/main/cli/command.ts'
import { listPlans } from '../../../src/main/cli/list-plans.ts'
import type { CommandOptions } from '../../../src/main/cli/parse-command.ts'
import { SystemKeychain } from '../../../src/main/storage/keychain/system-keychain.ts'
import { SAMPLE_ADDRESSES, SAMPLE_DEFINITION } from '../../../src/sample/credentials.ts'
import type { FileStorage } from '../../../src/main/storage/file-storage.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { Plan } from '../../../src/shared/models/plan.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { plan } from '../../support/plans.ts'
import { filesIn, runCommand, type Ran } from '../../support/run-command.ts'
import { accountFile, edit, folder, ID, INFO, KEY, OTHER_ID, storageIn } from '../storage/fixtures.ts'

beforeEach(requireKeyring)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00') })
  onTestFinished(() => void vi.useRealTimers())
})

const ORIGIN = 'https://api.hypeproxy.example'
const CONNECTION: Connection = { baseUrl: ORIGIN, provider: 'hypeproxy-v2', plans: { path: '/plans' } }

const account = (id: string, more: Partial<AccountRecord> = {}): AccountRecord => ({
  id,
  email: null,
  tokenExpiresAt: null,
  addedAt: '2026-01-01T00:00:00Z',
  label: 'Work',
  named: true,
  kind: 'token',
  connection: CONNECTION,
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  ...more
})

const PLANS = [
  plan({
    key: 'a',
    name: 'ISP 25',
    price: { amount: '34.5', currency: 'USD' },
    interval: 'month',
    renews: '2026-12-12',
    quantity: { amount: '25', unit: 'proxies' },
    traffic: { unit: 'GB', limit: '250', used: '20.5', left: null }
  }),
  plan({ key: '~b', state: null, providerState: 'paused', ends: '2026-11-25', traffic: null }),
  plan({
    key: 'c',
    name: 'Odd',
    renews: '2026-11-01',
    traffic: { unit: 'GiB', limit: 'unlimited', used: '-1', left: null }
  })
]

interface World {
  path: string
  storage: FileStorage
  run(options?: CommandOptions, more?: Partial<CommandParts>): Promise<Ran>
}

/** An app that has saved the plans and still runs. */
async function world(plans: Plan[] | null = PLANS, more: Partial<AccountRecord> = {}): Promise<World> {
  const path = folder()
  const storage = storageIn(path)
  const keychain = { service: `Portside test ${randomUUID()}` }
  const system = new SystemKeychain(keychain)
  await system.write(ID, { token: 'canary-token', origin: ORIGIN, dataKey: KEY })
  onTestFinished(() => system.remove(ID))
  storage.registry.saveAccount(account(ID, more))
  if (plans) await storage.open(ID, async () => KEY).savePlans(plans, INFO)
  return {
    path,
    storage,
    run: (options = {}, parts = {}) => runCommand(listPlans, { dataFolder: path, keychain, options, ...parts })
  }
}

test('lists what a running app has saved, with what is expected, and writes nothing', async () => {
  const { path, run } = await world()
  const before = filesIn(path)
  const { exitCode, stdout, stderr } = await run({}, { columns: 130 })
  expect([exitCode, stderr]).toEqual([0, []])
  const lines = stdout.split('\n')
  expect(lines[0]).toMatch(/^Plan +Status +Price +Renews +Ends +Quantity +Traffic limit +Used$/)
  expect(lines[1]).toMatch(/^ISP 25 +Active +US\$34\.50 a month +2026-12-12 +25 +250 GB +20\.5 GB$/)
  expect(lines[2]).toMatch(/^Unnamed plan +paused +2026-11-25$/)
  // A renewal that has passed, and traffic below zero.
  expect(lines[3]).toMatch(/^Odd +Active +2026-11-01 \? +Unlimited \? +-1 GiB \?$/)
  expect(lines[4]).toMatch(/^3 plans · expected in the next 30 days: US\$34\.50 · saved .+$/)
  expect(filesIn(path)).toEqual(before)
})

test('JSON has what was saved, what happens next, and what can’t be right', async () => {
  const { run } = await world()
  const answer = JSON.parse((await run({ json: '' })).stdout)
  expect(answer).toMatchObject({ version: 1, kind: 'plans', source: 'saved', complete: true, exitCode: 0 })
  expect(answer.filter).toEqual({ account: null })
  const [only] = answer.accounts
  expect(only).toMatchObject({
    account: 'Work',
    sample: false,
    fetchedAt: INFO.fetchedAt,
    partial: null,
    expected: { days: 30, amounts: [{ currency: 'USD', amount: '34.5' }], plans: 1, withoutPrice: 0 }
  })
  expect(only.plans[0]).toEqual({ ...PLANS[0], next: { day: '2026-12-12', kind: 'renews' }, marks: [] })
  expect(only.plans[1]).toMatchObject({ key: '~b', state: null, next: { day: '2026-11-25', kind: 'ends' } })
  expect(only.plans[2]).toMatchObject({ next: null, marks: ['traffic', 'pastRenewal'] })
})

test('an account without plans is left out, unless it is named', async () => {
  const { storage, run } = await world()
  storage.registry.saveAccount(
    account(OTHER_ID, { label: 'Home', connection: { baseUrl: ORIGIN, provider: 'hypeproxy-v2' } })
  )
  expect(await run()).toMatchObject({ exitCode: 0, stderr: [], stdout: expect.stringContaining('ISP 25') })
  expect(await run({ account: 'Home' })).toEqual({
    exitCode: 20,
    stdout: '',
    stderr: ['This account’s connection has no path for plans.']
  })
})

test('where no account has a path for plans, nothing is claimed', async () => {
  const { run } = await world(null, { connection: { baseUrl: ORIGIN, provider: 'hypeproxy-v2' } })
  expect(await run()).toEqual({
    exitCode: 20,
    stdout: '',
    stderr: ['None of your accounts’ connections has a path for plans.']
  })
  expect(JSON.parse((await run({ json: '' })).stdout)).toMatchObject({ accounts: [], complete: false, exitCode: 20 })
})

test.each<[string, Plan[] | null, Partial<AccountRecord>, (world: World) => void, string]>([
  ['was never fetched', null, {}, () => undefined, 'neverFetched'],
  ['is signed out', PLANS, { signedOut: true }, () => undefined, 'signedOut'],
  ['has its plans in memory only', PLANS, { keyStored: false }, () => undefined, 'neverFetched'],
  [
    'has a file of a newer version',
    PLANS,
    {},
    ({ path, storage }) => {
      storage.close()
      edit(accountFile(path), 'PRAGMA user_version = 99')
    },
    'newer'
  ]
])('an account that %s: one sentence, and the answer isn’t complete', async (_what, plans, more, change, code) => {
  const started = await world(plans, more)
  change(started)
  const { exitCode, stdout, stderr } = await started.run({ account: 'Work' })
  expect([exitCode, stdout, stderr]).toEqual([20, '', [expect.stringMatching(/\.$/)]])
  expect(JSON.parse((await started.run({ account: 'Work', json: '' })).stdout)).toMatchObject({
    accounts: [{ account: 'Work', error: { code } }],
    complete: false
  })
})

test('plans that the saved key doesn’t open are named, and the other account is listed', async () => {
  const { storage, run } = await world()
  storage.registry.saveAccount(account(OTHER_ID, { label: 'Home' }))
  await storage.open(OTHER_ID, async () => KEY).savePlans(PLANS, INFO)
  const { exitCode, stdout, stderr } = await run()
  expect(exitCode).toBe(20)
  expect(stdout).toContain('ISP 25')
  expect(stderr).toEqual([expect.stringMatching(/^Home: /)])
})

test('is nothing while a PIN is set', async () => {
  const { storage, run } = await world()
  storage.registry.saveLock({ verifier: 'v', failures: 0, waitUntil: null, uptimeUntil: null })
  expect(JSON.parse((await run({ json: '' })).stdout)).toMatchObject({
    kind: 'plans',
    accounts: [],
    reason: 'locked',
    exitCode: 20
  })
})

test('no text of a provider acts on the terminal', async () => {
  const { run } = await world([
    plan({ name: '\u001b]0;owned\u0007\u202eevil', state: null, providerState: '\u009b31m' })
  ])
  for (const columns of [20, 80, null]) {
    expect((await run({}, { columns })).stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  }
})

test('the sample’s plans come from the sample, and are called that', async () => {
  const { run } = await world(null, {
    kind: 'sample',
    connection: { ...SAMPLE_DEFINITION, baseUrl: SAMPLE_ADDRESSES.good, provider: 'hypeproxy-v2' }
  })
  const { exitCode, stdout, stderr } = await run()
  expect([exitCode, stderr]).toEqual([0, []])
  expect(stdout).toMatch(/^Sample data\n/)
  expect(stdout).toMatch(/\n3 plans · expected in the next 30 days: \S+\n$/)
})
