/** Who is signed in, and where the credential is. The token lives in this file's memory and in the vault, nowhere else. */
import { Fault, failureOf } from '../../../shared/ipc/failure.ts'
import type { Account, CredentialState, SessionState } from '../../../shared/model/account.ts'
import type { Connection } from '../../../shared/model/connection.ts'
import type { Access } from '../ports.ts'
import { forgetToken, keepToken, startingCredential } from '../token-at-rest.ts'
import type { Session, SessionParts } from './session.ts'
import { whoseToken } from './whose-token.ts'

export type { SampleAccount, Session, SessionParts } from './session.ts'

export function createSession(parts: SessionParts): Session {
  const { platform, vault, registry, clock, publisher, sample } = parts
  const listeners: (() => void)[] = []
  let account = registry.accounts().find((one) => one.id === registry.activeAccountId()) ?? null
  let previous: Account | null = account ?? registry.accounts().find((one) => one.kind !== 'sample') ?? null
  let token: string | null = null
  let credential: CredentialState = startingCredential(account)
  let reading: Promise<Access> | null = null
  /** Grows whenever a token is let go: what was begun before must not bring it back. */
  let lettings = 0

  const changed = (): void => {
    for (const listener of listeners) listener()
    publisher.publish('sessionChanged')
  }

  const letGo = (): void => {
    token = null
    reading = null
    lettings += 1
  }

  const accessOf = (connection: Connection, secret: string): Access => ({ connection, token: secret })

  const placeOf = (connection: Connection): Connection => ({
    ...connection,
    baseAddress: platform.baseAddress(connection.baseAddress)
  })

  /**
   * The account that this person had at this place, the one open now or last before any other; a token that names nobody
   * is only known as the one open now.
   */
  const knownAs = ({
    kind,
    email,
    connection
  }: Pick<Account, 'kind' | 'email' | 'connection'>): Account | undefined => {
    const all = registry.accounts()
    const latest = account ?? all.find(({ id }) => id === previous?.id)
    return (email === null ? [account] : [latest, ...all]).find(
      (one): one is Account =>
        one?.kind === kind && one.email === email && one.connection.baseAddress === connection.baseAddress
    )
  }

  /** Makes the account current. A person who signs in again at the same place finds their cached data again. */
  const open = async (
    found: Pick<Account, 'kind' | 'connection' | 'email' | 'label' | 'tokenExpiresAt'>,
    secret: string
  ): Promise<void> => {
    const known = knownAs(found)
    const before = lettings
    const record: Account = {
      id: known?.id ?? parts.newId(),
      addedAt: known?.addedAt ?? clock.now().toISOString(),
      tokenStored: false,
      ...found
    }
    // Until the vault answered, the account is not current: no call may run with a half-made session.
    const kept = record.kind === 'sample' ? 'sample' : await keepToken(vault, record.id, secret)
    // Left or moved meanwhile, the account's entry in the vault was removed after this one was written.
    if (known && lettings !== before) throw new Fault('CANCELLED')
    // One that was stored before is still in a store that can't be written now.
    account = { ...record, tokenStored: kept === 'kept' || (known?.tokenStored ?? false) }
    registry.saveAccount(account)
    registry.setActiveAccountId(account.id)
    previous = account.kind === 'sample' ? previous : account
    token = secret
    credential = kept
    reading = null
    changed()
  }

  /** Files that can't be deleted keep the account open, so that it can be tried again; its token is in memory only by now. */
  const eraseOrStay = (leaving: Account): void => {
    try {
      parts.erase(leaving.id)
    } catch (error) {
      account = leaving
      if (leaving.kind !== 'sample') credential = token === null ? 'forgotten' : 'memory'
      changed()
      throw error
    }
  }

  const readToken = async (asked: Account): Promise<Access> => {
    const before = lettings
    /** The account as it is by now, unless it is another one, or what was asked for is no longer its token. */
    const current = (): Account | null => (account?.id === asked.id && lettings === before ? account : null)
    const still = (): Account => {
      const now = current()
      if (!now) throw new Fault('CANCELLED')
      return now
    }
    if (asked.kind === 'sample') {
      const grant = await platform.signIn(asked.connection, sample)
      const { connection } = still()
      token = grant.token
      return accessOf(connection, grant.token)
    }
    let stored: string | null
    try {
      stored = await vault.read(asked.id)
      // A locked store may answer "no such entry". The record says that one was stored, so this is not a sign-out.
      if (stored === null) throw new Fault('VAULT_LOCKED')
    } catch (error) {
      if (current() && token === null) {
        credential = failureOf(error).code === 'VAULT_MISSING' ? 'missing' : 'locked'
        changed()
      }
      throw error
    }
    const { connection } = still()
    // Whoever signed in again while the store took its time has a newer one.
    if (token !== null) return accessOf(connection, token)
    token = stored
    if (credential !== 'kept') {
      credential = 'kept'
      changed()
    }
    return accessOf(connection, stored)
  }

  return {
    state: () => (account ? { status: 'signedIn', account, credential } : { status: 'signedOut', previous }),
    account: () => account,
    onChange: (listener) => void listeners.push(listener),

    access() {
      if (!account || credential === 'refused' || credential === 'forgotten')
        return Promise.reject(new Fault('UNAUTHORIZED'))
      if (token !== null) return Promise.resolve(accessOf(account.connection, token))
      if (reading) return reading
      const started = readToken(account).finally(() => {
        if (reading === started) reading = null
      })
      reading = started
      return started
    },

    async signIn({ connection, email, password, code }) {
      const place = placeOf(connection)
      const who = email.trim()
      if (who === '' || password === '') throw new Fault('BAD_REQUEST', { found: 'input' })
      const otp = code?.trim()
      const grant = await platform.signIn(place, { email: who, password, ...(otp ? { code: otp } : {}) })
      await open(
        { kind: 'password', connection: place, email: who, label: who, tokenExpiresAt: grant.expiresAt },
        grant.token
      )
    },

    async useToken({ connection, token: typed }) {
      const place = placeOf(connection)
      // People paste the whole header; the word before the token is not part of it.
      const secret = typed.trim().replace(/^bearer\s+/i, '')
      if (secret === '' || /\s/.test(secret)) throw new Fault('BAD_REQUEST', { found: 'input' })
      const email = await whoseToken(platform, accessOf(place, secret))
      const label = email ?? new URL(place.baseAddress).host
      await open({ kind: 'token', connection: place, email, label, tokenExpiresAt: null }, secret)
    },

    async exploreSample() {
      const connection: Connection = { baseAddress: sample.baseAddress, preset: 'v2' }
      const grant = await platform.signIn(connection, sample)
      await open(
        { kind: 'sample', connection, email: sample.email, label: sample.email, tokenExpiresAt: grant.expiresAt },
        grant.token
      )
    },

    async changeConnection(connection) {
      if (!account) throw new Fault('UNAUTHORIZED')
      if (account.kind === 'sample') throw new Fault('BAD_REQUEST', { found: 'input' })
      const place = placeOf(connection)
      const label = account.email ?? new URL(place.baseAddress).host
      const stays = sameOrigin(account.connection, place)
      // Before anything else: whatever happens to the vault's entry, a record that knows of none never has it read.
      const ofToken = stays ? {} : { tokenStored: false, tokenExpiresAt: null }
      const moved: Account = { ...account, connection: place, label, ...ofToken }
      registry.saveAccount(moved)
      account = moved
      previous = moved
      if (!stays) {
        letGo()
        credential = 'forgotten'
      }
      changed()
      if (!stays) await forgetToken(vault, moved)
    },

    async signOut(erase) {
      const leaving = account
      if (!leaving) return
      if (leaving.kind !== 'sample') await forgetToken(vault, leaving)
      if (account?.id !== leaving.id) return
      // As it is by now: the store may have taken its time.
      const signedOut = { ...account, tokenStored: false }
      registry.saveAccount(signedOut)
      if (erase) eraseOrStay(signedOut)
      registry.setActiveAccountId(null)
      if (leaving.kind !== 'sample') previous = signedOut
      if (erase) {
        registry.removeAccount(leaving.id)
        if (previous?.id === leaving.id) previous = null
      }
      account = null
      letGo()
      changed()
    },

    async retryVault() {
      const current = account
      if (!current || current.kind === 'sample') return
      if (credential === 'memory' && token !== null) {
        const before = lettings
        await vault.write(current.id, token)
        if (account?.id !== current.id || lettings !== before) return
        account = { ...account, tokenStored: true }
        registry.saveAccount(account)
        credential = 'kept'
        changed()
      } else if (credential === 'locked' || credential === 'missing') {
        await this.access()
      }
    },

    refused(used) {
      if (!account || used !== token || credential === 'refused') return
      credential = 'refused'
      changed()
    }
  }
}

function sameOrigin(one: Connection, other: Connection): boolean {
  const origin = URL.parse(one.baseAddress)?.origin
  return origin !== undefined && origin === URL.parse(other.baseAddress)?.origin
}
