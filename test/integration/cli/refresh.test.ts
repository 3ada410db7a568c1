/** `portside refresh` and the app's answer to it, which go through the real file. */
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { refreshRunningApp, waitForAnswer } from '../../../src/main/cli/refresh-running-app.ts'
import type { CommandOptions } from '../../../src/main/cli/parse-command.ts'
import type { RefreshAnswer } from '../../../src/main/ports/index.ts'
import type { RegistryFile } from '../../../src/main/storage/registry.ts'
import { filesIn, runCommand, type Ran } from '../../support/run-command.ts'
import { account, edit, folder, ID, OTHER_ID, storageIn } from '../storage/fixtures.ts'

const REQUEST = '0f8fad5b-d9cb-469f-a165-70867728950e'
/** How a running app takes the request; null: none is running. */
const asked = vi.hoisted(() => ({ app: null as (() => void) | null, folders: [] as string[] }))
vi.mock('../../../src/main/cli/launch/refresh-request.ts', () => ({
  requestRefresh(dataFolder: string) {
    asked.folders.push(dataFolder)
    asked.app?.()
    return asked.app && REQUEST
  }
}))

let path: string
let registry: RegistryFile

beforeEach(() => {
  path = folder()
  registry = storageIn(path).registry
  registry.saveAccount({ ...account(ID, 'work@x.example'), label: 'Work' })
  registry.saveAccount({ ...account(OTHER_ID, 'home@x.example'), label: 'Ho\u001b[2Jme' })
  asked.app = null
  asked.folders = []
})

const run = (options: CommandOptions = {}): Promise<Ran> => runCommand(refreshRunningApp, { dataFolder: path, options })

function answers(answer: Omit<RefreshAnswer, 'id'>): void {
  asked.app = () => registry.saveRefreshAnswers([{ id: REQUEST, ...answer }])
}

const FAILED = { code: 'OFFLINE' } as const

test('ends with 0 once every account was fetched', async () => {
  answers({ state: 'ended', accounts: [ID, OTHER_ID].map((accountId) => ({ accountId, error: null })) })
  expect(await run()).toEqual({ exitCode: 0, stdout: '2 accounts refreshed\n', stderr: [] })
  expect(asked.folders, 'where a running app holds the lock').toEqual([path])
  expect(JSON.parse((await run({ json: '' })).stdout)).toEqual({
    version: 1,
    kind: 'refresh',
    accounts: [
      { account: 'Work', refreshed: true, error: null },
      { account: 'Ho\u001b[2Jme', refreshed: true, error: null }
    ],
    exitCode: 0
  })
})

test('waits for the end of the run', async () => {
  answers({ state: 'running', accounts: [] })
  const ended = run()
  setImmediate(() => {
    answers({ state: 'ended', accounts: [{ accountId: ID, error: null }] })
    asked.app?.()
  })
  expect(await ended).toMatchObject({ exitCode: 0, stdout: '1 account refreshed\n' })
})

test('names the accounts that failed, without control characters', async () => {
  answers({
    state: 'ended',
    accounts: [
      { accountId: ID, error: null },
      { accountId: OTHER_ID, error: FAILED },
      { accountId: 'removed-since', error: FAILED }
    ]
  })
  expect(await run()).toEqual({
    exitCode: 20,
    stdout: '1 of 2 accounts refreshed\n',
    stderr: ['Ho [2Jme: You’re offline.']
  })
  const { stdout, stderr } = await run({ json: '' })
  expect(stderr).toEqual(['Ho [2Jme: You’re offline.'])
  expect(stdout).not.toContain('\u001b')
  expect(JSON.parse(stdout)).toMatchObject({
    accounts: [{ refreshed: true }, { refreshed: false, error: { code: 'OFFLINE', sentence: 'You’re offline.' } }],
    exitCode: 20
  })
})

test('says what to do about an account that the app has no sign-in for', async () => {
  answers({ state: 'ended', accounts: [{ accountId: ID, error: { code: 'UNAUTHORIZED', found: 'notSignedIn' } }] })
  expect(await run()).toMatchObject({ exitCode: 20, stderr: ['Work: Sign in again in Portside.'] })
})

test('an account whose provider isn’t known wasn’t refreshed', async () => {
  const file = join(path, 'portside.db')
  edit(
    file,
    `UPDATE accounts SET account = json_set(account, '$.label', 'Home', '$.connection.provider', 'acme-v1')
    WHERE id = '${OTHER_ID}'`
  )
  answers({ state: 'ended', accounts: [{ accountId: ID, error: null }] })
  const unknown = expect.stringMatching(/^Home: .*doesn’t know this account’s provider/)
  expect(await run()).toEqual({ exitCode: 20, stdout: '1 of 2 accounts refreshed\n', stderr: [unknown] })
  edit(file, `UPDATE accounts SET id = '../x' WHERE id = '${OTHER_ID}'`)
  expect(await run({ json: '' })).toMatchObject({ exitCode: 20, stderr: [unknown] })
})

describe('without an answer', () => {
  test.each<[string, Omit<RefreshAnswer, 'id'> | null, number, string]>([
    ['the app is locked', { state: 'locked', accounts: [] }, 20, 'locked'],
    ['the app quits', { state: 'quit', accounts: [] }, 20, 'quit'],
    ['no app is running', null, 69, 'notRunning']
  ])('%s', async (_what, answer, exitCode, reason) => {
    if (answer) answers(answer)
    expect(await run()).toMatchObject({ exitCode, stdout: '', stderr: [expect.stringMatching(/\.$/)] })
    const inJson = await run({ json: '' })
    expect(JSON.parse(inJson.stdout)).toMatchObject({ kind: 'refresh', accounts: [], reason, exitCode })
    expect(inJson.stderr).toEqual([JSON.parse(inJson.stdout).sentence])
  })

  test('the deadline passes, before the app answers at all or while it fetches', async () => {
    asked.app = () => undefined
    const before = filesIn(path)
    expect(await run({ timeout: '1' })).toMatchObject({
      exitCode: 75,
      stderr: [expect.stringContaining('didn’t answer')]
    })
    expect(filesIn(path), 'it writes nothing itself').toEqual(before)
    answers({ state: 'running', accounts: [] })
    expect(await run({ timeout: '1' })).toMatchObject({
      exitCode: 75,
      stderr: [expect.stringContaining('wasn’t done')]
    })
  })

  test('with a PIN set, no app is asked', async () => {
    registry.saveLock({ verifier: 'v', failures: 0, waitUntil: null, uptimeUntil: null })
    asked.app = () => undefined
    expect(await run()).toMatchObject({ exitCode: 20, stderr: [expect.stringContaining('locked')] })
    expect(asked.folders).toEqual([])
  })

  test('no account is signed in', async () => {
    answers({ state: 'ended', accounts: [] })
    expect(await run()).toMatchObject({ exitCode: 20, stdout: 'No accounts refreshed\n' })
  })
})

describe('waiting', () => {
  test('looks until the deadline, and once more at it', async () => {
    let now = 0
    let looks = 0
    const answer = await waitForAnswer({
      read: () => (looks++, null),
      seconds: 2,
      elapsed: () => now,
      pause: async () => void (now += 500)
    })
    expect([answer, now, looks]).toEqual([null, 2000, 5])
  })

  test('keeps what it saw while the file can’t be read for a moment', async () => {
    const running: RefreshAnswer = { id: REQUEST, state: 'running', accounts: [] }
    const seen = [running, null, null]
    let now = 0
    const answer = await waitForAnswer({
      read: () => seen.shift() ?? null,
      seconds: 1,
      elapsed: () => now,
      pause: async () => void (now += 500)
    })
    expect(answer).toEqual(running)
  })
})
