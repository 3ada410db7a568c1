/** A session over in-memory stand-ins, as compose makes one over the real rooms. */
import type { Clock, Api, Publisher, Keychain } from '../../../src/main/core/ports/index.ts'
import { createSession, type Session } from '../../../src/main/core/session/session.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { FakeClock, FakeApi, MemoryStorage, MemoryKeychain, Pushes } from '../../support/ports.ts'

export interface World {
  platform: Api
  keychain: Keychain
  cache: MemoryStorage
  clock: Clock
  publisher: Publisher
}

export const world = () => ({
  platform: new FakeApi(),
  keychain: new MemoryKeychain(),
  cache: new MemoryStorage(),
  clock: new FakeClock(),
  publisher: new Pushes()
})

export const connection: Connection = { baseAddress: 'https://host.example', preset: 'v2' }

/** Accounts get the ids id-1, id-2 and so on, also over several launches. */
export function launchSession({ cache, platform, ...parts }: World): Session {
  return createSession({
    ...parts,
    api: platform,
    registry: cache.registry,
    sample: { baseAddress: 'https://sample.invalid', email: 's', password: 's' },
    erase: (id) => cache.erase(id),
    eraseAll: () => cache.eraseAll(),
    newId: () => `id-${cache.registry.list.length + 1}`,
    newKey: () => Buffer.alloc(32, cache.registry.list.length + 1).toString('base64')
  })
}

export const signIn = (session: Session, email = 'ada@example.com', again: string | null = null): Promise<void> =>
  session.signIn({ connection, email, password: 'canary-password', again })
