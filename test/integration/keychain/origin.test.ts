/** A token stays with the origin that it was issued for, on the system's real password store and with real files. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApi } from '../../../src/main/api/index.ts'
import { createSession, type Session } from '../../../src/main/core/session/session.ts'
import { openKeychain } from '../../../src/main/keychain/index.ts'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../../src/sample/index.ts'
import { toErrorInfo, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { startApiServer, type ApiServer } from '../../support/api-server.ts'
import { FakeClock, Pushes } from '../../support/ports.ts'
import { storageIn, folder } from '../storage/fixtures.ts'
import { DATA_KEY, UNHURRIED } from './entry.ts'

beforeEach(requireKeyring)

const service = `Portside test ${crypto.randomUUID()}`
const ID = 'account-a'
const platform = createApi({ fetchFor: () => fetch })

async function startServer(): Promise<ApiServer> {
  const server = await startApiServer()
  onTestFinished(() => server.stop())
  return server
}

/** Runs a launch of the app on these files, and closes them after it. */
async function launch<T>(path: string, work: (session: Session) => Promise<T>): Promise<T> {
  const cache = storageIn(path)
  const session = createSession({
    api: platform,
    keychain: openKeychain({ service, ...UNHURRIED }),
    registry: cache.registry,
    erase: () => undefined,
    eraseAll: () => undefined,
    clock: new FakeClock(),
    publisher: new Pushes(),
    sample: { baseAddress: 'https://sample.invalid', email: 's', password: 's' },
    newId: () => ID,
    newKey: () => DATA_KEY
  })
  try {
    return await work(session)
  } finally {
    cache.close()
  }
}

const signIn = (session: Session, { baseAddress }: ApiServer): Promise<void> =>
  session.signIn({
    connection: { baseAddress, preset: 'v2' },
    email: SAMPLE_EMAIL,
    password: SAMPLE_PASSWORD,
    again: null
  })
const error = (work: Promise<unknown>): Promise<ErrorInfo | null> => work.then(() => null, toErrorInfo)
/** Asks as a refresh does. */
const askProfile = (session: Session): Promise<unknown> => session.access().then((access) => platform.profile(access))

async function signedIn(server: ApiServer): Promise<string> {
  const path = folder()
  onTestFinished(() => openKeychain({ service, ...UNHURRIED }).remove(ID))
  await launch(path, (session) => signIn(session, server))
  return path
}

test('an address that was changed in the database is sent nothing; the token goes to its own server only', async () => {
  const [own, other] = [await startServer(), await startServer()]
  const path = await signedIn(own)
  own.requests.length = 0
  const readdress = (from: string, to: string): void => {
    const db = new DatabaseSync(join(path, 'portside.db'))
    expect(db.prepare('UPDATE accounts SET account = replace(account, ?, ?)').run(from, to).changes).toBe(1)
    db.close()
  }

  readdress(own.baseAddress, other.baseAddress)
  await launch(path, async (session) => {
    expect(session.account()?.connection.baseAddress).toBe(other.baseAddress)
    const changed = { code: 'KEYCHAIN_CHANGED', found: 'otherOrigin' }
    expect(await error(askProfile(session))).toEqual(changed)
    expect(await error(session.retryKeychain())).toEqual(changed)
    expect(session.state()).toMatchObject({ credential: 'unavailable', keychainError: changed })
    expect(await session.dataKey(ID)).toBe(DATA_KEY)
  })
  expect([own.requests, other.requests]).toEqual([[], []])

  readdress(other.baseAddress, own.baseAddress)
  await launch(path, askProfile)
  expect(own.requests.map((request) => request.path)).toEqual(['/v2/Profile'])
  expect(other.requests).toEqual([])
})
