/** Who is signed in, and where the credential is. The token lives in this file's memory and in the vault, nowhere else. */
import { Fault, failureOf } from '../../shared/ipc/failure.ts'
import type { Account, Connection, CredentialState, SessionState } from '../../shared/model/account.ts'
import type { Access, Clock, Platform, Publisher, Registry, Vault } from './ports.ts'

export interface SampleAccount {
  baseAddress: string
  email: string
  password: string
}

export interface SessionParts {
  platform: Platform
  vault: Vault
  registry: Registry
  clock: Clock
  publisher: Publisher
  sample: SampleAccount
  newId: () => string
}

export interface Session {
  state(): SessionState
  /** The open account, or null when signed out. */
  account(): Account | null
  /** Called after every change of account or credential. */
  onChange(listener: () => void): void
  /**
   * The credential for a call; the first need of a launch reads the vault, once.
   * @throws UNAUTHORIZED when signed out or refused, VAULT_LOCKED or VAULT_MISSING when the token can't be had
   */
  access(): Promise<Access>
  signIn(input: { connection: Connection; email: string; password: string; code?: string | undefined }): Promise<void>
  useToken(input: { connection: Connection; token: string }): Promise<void>
  exploreSample(): Promise<void>
  /** Removes the token; with `erase` the account record too (its data is the store's to erase). */
  signOut(erase: boolean): Promise<void>
  retryVault(): Promise<void>
  /** The platform no longer takes the token; what is cached stays readable. */
  refused(token: string): void
}

export function createSession(parts: SessionParts): Session {
  const { platform, vault, registry, clock, publisher, sample } = parts
  const listeners: (() => void)[] = []
  let account = registry.accounts().find((one) => one.id === registry.activeAccountId()) ?? null
  let previous: Account | null = account ?? registry.accounts().find((one) => one.kind !== 'sample') ?? null
  let token: string | null = null
  let credential: CredentialState = startingCredential(account)
  let reading: Promise<Access> | null = null

  const changed = (): void => {
    for (const listener of listeners) listener()
    publisher.publish('sessionChanged')
  }

  const accessOf = (connection: Connection, secret: string): Access => ({ connection, token: secret })

  /** Makes the account current. A person who signs in again at the same place finds their cached data again. */
  const open = async (
    found: Pick<Account, 'kind' | 'connection' | 'email' | 'label' | 'tokenExpiresAt'>,
    secret: string
  ): Promise<void> => {
    const known = registry
      .accounts()
      .find(
        (one) =>
          one.kind === found.kind &&
          one.email === found.email &&
          one.connection.baseAddress === found.connection.baseAddress
      )
    const record: Account = {
      id: known?.id ?? parts.newId(),
      addedAt: known?.addedAt ?? clock.now().toISOString(),
      tokenStored: false,
      ...found
    }
    // Until the vault answered, the account is not current: no call may run with a half-made session.
    const kept = record.kind === 'sample' ? 'sample' : await keep(record, secret)
    account = { ...record, tokenStored: kept === 'kept' }
    registry.saveAccount(account)
    registry.setActiveAccountId(account.id)
    previous = account.kind === 'sample' ? previous : account
    token = secret
    credential = kept
    reading = null
    changed()
  }

  /** A token that can't be stored is good until quit; that is no reason to refuse the sign-in. */
  const keep = async (record: Account, secret: string): Promise<'kept' | 'memory'> => {
    try {
      await vault.write(record.id, secret)
      return 'kept'
    } catch (error) {
      const { code } = failureOf(error)
      if (code === 'VAULT_LOCKED' || code === 'VAULT_MISSING') return 'memory'
      throw error
    }
  }

  /** A store that is gone can't be asked to forget; one that is locked can, later: signing out then has to wait for it. */
  const forget = async (leaving: Account): Promise<void> => {
    try {
      await vault.remove(leaving.id)
    } catch (error) {
      if (failureOf(error).code !== 'VAULT_MISSING') throw error
    }
  }

  const readToken = async (current: Account): Promise<Access> => {
    if (current.kind === 'sample') {
      const grant = await platform.signIn(current.connection, sample)
      token = grant.token
      return accessOf(current.connection, grant.token)
    }
    let stored: string | null
    try {
      stored = await vault.read(current.id)
      // A locked store may answer "no such entry". The record says that one was stored, so this is not a sign-out.
      if (stored === null) throw new Fault('VAULT_LOCKED')
    } catch (error) {
      if (account?.id === current.id) {
        credential = failureOf(error).code === 'VAULT_MISSING' ? 'missing' : 'locked'
        changed()
      }
      throw error
    }
    if (account?.id !== current.id) throw new Fault('CANCELLED')
    token = stored
    if (credential !== 'kept') {
      credential = 'kept'
      changed()
    }
    return accessOf(current.connection, stored)
  }

  return {
    state: () => (account ? { status: 'signedIn', account, credential } : { status: 'signedOut', previous }),
    account: () => account,
    onChange: (listener) => void listeners.push(listener),

    access() {
      if (!account || credential === 'refused' || credential === 'forgotten')
        return Promise.reject(new Fault('UNAUTHORIZED'))
      if (token !== null) return Promise.resolve(accessOf(account.connection, token))
      reading ??= readToken(account).finally(() => (reading = null))
      return reading
    },

    async signIn({ connection, email, password, code }) {
      const place = { ...connection, baseAddress: platform.baseAddress(connection.baseAddress) }
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
      const place = { ...connection, baseAddress: platform.baseAddress(connection.baseAddress) }
      // People paste the whole header; the word before the token is not part of it.
      const secret = typed.trim().replace(/^bearer\s+/i, '')
      if (secret === '' || /\s/.test(secret)) throw new Fault('BAD_REQUEST', { found: 'input' })
      await tryToken(platform, accessOf(place, secret))
      await open(
        { kind: 'token', connection: place, email: null, label: new URL(place.baseAddress).host, tokenExpiresAt: null },
        secret
      )
    },

    async exploreSample() {
      const connection: Connection = { baseAddress: sample.baseAddress, preset: 'v2' }
      const grant = await platform.signIn(connection, sample)
      await open(
        { kind: 'sample', connection, email: sample.email, label: sample.email, tokenExpiresAt: grant.expiresAt },
        grant.token
      )
    },

    async signOut(erase) {
      const leaving = account
      if (!leaving) return
      if (leaving.tokenStored) await forget(leaving)
      registry.setActiveAccountId(null)
      if (erase) {
        registry.removeAccount(leaving.id)
        if (previous?.id === leaving.id) previous = null
      } else {
        const signedOut = { ...leaving, tokenStored: false }
        registry.saveAccount(signedOut)
        if (leaving.kind !== 'sample') previous = signedOut
      }
      account = null
      token = null
      reading = null
      changed()
    },

    async retryVault() {
      const current = account
      if (!current || current.kind === 'sample') return
      if (credential === 'memory' && token !== null) {
        await vault.write(current.id, token)
        if (account?.id !== current.id) return
        account = { ...current, tokenStored: true }
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

/** What is known of the credential before the vault is asked: a token that was never stored ended with the last launch. */
function startingCredential(account: Account | null): CredentialState {
  if (account?.kind === 'sample') return 'sample'
  return account && !account.tokenStored ? 'forgotten' : 'kept'
}

/**
 * Proves a pasted token by a call. The document sends an API key to the invoice endpoint only, so a key that the profile
 * refuses may still be good there.
 */
async function tryToken(platform: Platform, access: Access): Promise<void> {
  const refusal = (error: unknown): boolean => ['UNAUTHORIZED', 'FORBIDDEN'].includes(failureOf(error).code)
  try {
    await platform.profile(access)
  } catch (error) {
    if (!refusal(error)) throw error
    try {
      await platform.invoices(access)
    } catch (second) {
      if (!refusal(second)) throw second
      const { code: _, ...more } = failureOf(second)
      throw new Fault('WRONG_CREDENTIALS', more)
    }
  }
}
