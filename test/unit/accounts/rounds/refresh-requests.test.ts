import { beforeEach, expect, it } from 'vitest'
import type { RefreshedAccount } from '../../../../src/main/accounts/rounds/refresh-all.ts'
import { RefreshRequests } from '../../../../src/main/accounts/rounds/refresh-requests.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { MemoryRegistry } from '../../../support/ports.ts'

let registry: MemoryRegistry
let runs: PromiseWithResolvers<RefreshedAccount[] | null>[]
let reported: unknown[]
let requests: RefreshRequests

beforeEach(() => {
  registry = new MemoryRegistry()
  runs = []
  reported = []
  const fetchAllowedAccounts = (): Promise<RefreshedAccount[] | null> => {
    const run = Promise.withResolvers<RefreshedAccount[] | null>()
    runs.push(run)
    return run.promise
  }
  requests = new RefreshRequests({
    registry,
    refresh: { fetchAllowedAccounts },
    report: (error) => reported.push(error)
  })
})

const states = (): string[] => registry.refreshAnswers.map(({ id, state }) => `${id} ${state}`)

it('answers at once that it runs, and then with the outcome of each account', async () => {
  const done = requests.fetchFor('one')
  expect(registry.refreshAnswers).toEqual([{ id: 'one', state: 'running', accounts: [] }])
  const error = { code: 'SERVER', host: 'api.example', status: 500, providerMessage: 'of the provider' } as const
  runs[0]?.resolve([
    { accountId: 'a', error: null },
    { accountId: 'b', error }
  ])
  await done
  expect(registry.refreshAnswers).toEqual([
    {
      id: 'one',
      state: 'ended',
      accounts: [
        { accountId: 'a', error: null },
        { accountId: 'b', error: { code: 'SERVER', found: undefined } }
      ]
    }
  ])
})

it('says that the app is locked', async () => {
  const done = requests.fetchFor('one')
  runs[0]?.resolve(null)
  await done
  expect(registry.refreshAnswers).toEqual([{ id: 'one', state: 'locked', accounts: [] }])
})

it('answers several requests, each by its id, and an id only once', async () => {
  const all = ['one', 'two', 'one'].map((id) => requests.fetchFor(id))
  expect(runs).toHaveLength(2)
  runs[1]?.resolve([])
  await all[1]
  expect(states()).toEqual(['one running', 'two ended'])
})

it('remembers the latest ten', async () => {
  for (let n = 1; n <= 1000; n += 1) void requests.fetchFor(String(n))
  expect(states()).toEqual(Array.from({ length: 10 }, (_none, at) => `${991 + at} running`))
  // One that was pushed out is answered by nothing.
  runs[0]?.resolve([])
  await Promise.resolve()
  expect(states()).toHaveLength(10)
})

it('answers that the app quits, and stores nothing after that', async () => {
  const all = [requests.fetchFor('one'), requests.fetchFor('two')]
  runs[0]?.resolve([])
  await all[0]
  requests.stop()
  expect(states()).toEqual(['one ended', 'two quit'])
  runs[1]?.resolve([])
  await all[1]
  await requests.fetchFor('three')
  expect(states()).toEqual(['one ended', 'two quit'])
  expect(runs).toHaveLength(2)
})

it('fetches also if the answer can’t be stored', async () => {
  const error = new AppError('STORAGE')
  registry.saveRefreshAnswers = () => {
    throw error
  }
  const done = requests.fetchFor('one')
  expect(runs).toHaveLength(1)
  runs[0]?.resolve([])
  await done
  expect(reported).toEqual([error, error])
})
