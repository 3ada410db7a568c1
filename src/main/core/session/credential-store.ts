/** The only place in core that holds tokens and data keys. It also tracks pending deletions in the keychain. */
import { AppError, isKeychainError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { isToken, type Account, type AccountLine, type CredentialState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { KeyedMutex, SingleFlight } from '../../concurrency.ts'
import type { Access, Api, Entry, Keychain, Registry } from '../ports/index.ts'
import type { Accounts } from './accounts.ts'

export interface CredentialStoreParts {
  api: Pick<Api, 'signIn'>
  keychain: Keychain
  registry: Pick<Registry, 'pendingDeletions' | 'savePendingDeletions'>
  erase: (accountId: string) => void
  eraseAll: () => void
  /** Of accounts with saved data, also of those whose record was lost. */
  storedIds: () => string[]
  sample: { email: string; password: string }
  /** 32 random bytes in base64. */
  newKey: () => string
}

/** False once one of these accounts' tokens was dropped. */
export type IsHeld = (...ids: (string | null | undefined)[]) => boolean

export type CredentialStore = ReturnType<typeof createCredentialStore>

interface Credential {
  /** `kept` with an error is shown as `unavailable`. */
  state: Exclude<CredentialState, 'unavailable' | 'refused'>
  /** The provider didn't accept the token when it was last asked. It may accept it again. */
  isRefused: boolean
  token: string | null
  dataKey: string | null
  isRead: boolean
  /** While set, only a retry or a sign-in calls the keychain again. */
  error: ErrorInfo | null
  creatingKey: Promise<string | null> | null
}

const NOTHING_STORED = { tokenStored: false, keyStored: false }

/** A token that was never stored ended with the last launch. */
function createCredential({ signedOut, kind, tokenStored }: Account): Credential {
  const signedIn = kind === 'sample' ? 'sample' : tokenStored ? 'kept' : 'forgotten'
  const state = signedOut ? 'signedOut' : signedIn
  return { state, isRefused: false, token: null, dataKey: null, isRead: false, error: null, creatingKey: null }
}

/** null unless the address is normalised: in `https:/host` another parser could find another host. */
export function originOf({ baseAddress }: Connection): string | null {
  const origin = URL.parse(baseAddress)?.origin
  return origin !== undefined && `${baseAddress}/`.startsWith(`${origin}/`) ? origin : null
}

/**
 * Other programs can change the database, so it must not choose the server that gets the token.
 * @returns null for an unusable entry of an earlier version
 * @throws KEYCHAIN_CHANGED (found 'otherOrigin')
 */
export function tokenFor({ token, origin }: Entry, connection: Connection): string | null {
  if (origin !== null && origin !== originOf(connection))
    throw new AppError('KEYCHAIN_CHANGED', { found: 'otherOrigin' })
  return token !== null && origin !== null && isToken(token) ? token : null
}

export const notSignedInError = (): AppError => new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
const toAppError = ({ code, ...more }: ErrorInfo): AppError => new AppError(code, more)
const isChanged = (error: unknown): boolean => toErrorInfo(error).code === 'KEYCHAIN_CHANGED'
const ignore = (): void => undefined

export function createCredentialStore(parts: CredentialStoreParts, accounts: Accounts, changed: () => void) {
  const { api, keychain, registry, newKey, sample } = parts
  const credentials = new Map<string, Credential>()
  /** Writes and deletions of one entry must not overlap. */
  const mutex = new KeyedMutex()
  const singleFlight = new SingleFlight()
  const drops = new Map<string | null | undefined, number>()
  let erasures = 0
  let isErasing = false
  /** Pending deletions whose entry is being written or deleted. */
  const busy = new Set<string>()
  let sweep: Promise<void> | null = null

  const credentialOf = (account: Account): Credential => {
    const credential = credentials.get(account.id) ?? createCredential(account)
    credentials.set(account.id, credential)
    return credential
  }
  /** Check it after each await: a late response must not restore a dropped token. */
  const watch = (): IsHeld => {
    const before = { erasures, drops: new Map(drops) }
    return (...ids) => erasures === before.erasures && ids.every((id) => drops.get(id) === before.drops.get(id))
  }
  /** Keeps the data key, so cached data stays readable. */
  const dropToken = (id: string): void => {
    const account = accounts.find(id)
    const dataKey = credentials.get(id)?.dataKey ?? null
    credentials.delete(id)
    if (account) credentialOf(account).dataKey = dataKey
    drops.set(id, (drops.get(id) ?? 0) + 1)
  }

  // Pending deletions: the id is saved before the record changes and before the keychain is called. So neither a crash
  // nor a locked keychain leaves an unknown entry.

  const pendingIds = (): string[] => registry.pendingDeletions()
  const isPending = (id: string): boolean => pendingIds().includes(id)
  const addPending = (id: string): void => {
    if (!isPending(id)) registry.savePendingDeletions([...pendingIds(), id])
    busy.add(id)
  }
  const leavePending = (id: string): void => {
    addPending(id)
    busy.delete(id)
  }
  const clearPending = (id: string): void => {
    busy.delete(id)
    if (isPending(id)) registry.savePendingDeletions(pendingIds().filter((one) => one !== id))
  }
  const mayBeStored = (id: string): boolean => {
    const account = accounts.find(id)
    return isPending(id) || (account ? account.tokenStored || account.keyStored : parts.storedIds().includes(id))
  }

  const settlePending = (id: string): Promise<boolean> =>
    mutex.runExclusive(id, async () => {
      if (!isPending(id)) return false
      const account = accounts.find(id)
      if (account && credentialOf(account).state === 'memory') return storeFromMemory(id)
      // A sign-in crashed after it saved the record.
      if (account?.tokenStored) {
        clearPending(id)
        return false
      }
      const dataKey = account?.keyStored ? await storedKey(id) : null
      if (dataKey !== null) await keychain.write(id, { token: null, origin: null, dataKey })
      // The account may have been removed meanwhile.
      if (dataKey === null || !accounts.find(id)?.keyStored) {
        await keychain.remove(id)
        if (account?.keyStored) accounts.update(id, { keyStored: false })
      }
      clearPending(id)
      return true
    })

  const settleAll = async (): Promise<boolean> => {
    const before = pendingIds().length
    let hasWorked = false
    try {
      for (const id of pendingIds().filter((one) => !busy.has(one))) hasWorked = (await settlePending(id)) || hasWorked
    } finally {
      if (pendingIds().length !== before) changed()
    }
    return hasWorked
  }

  const settleInBackground = (): void => {
    if (sweep || pendingIds().every((id) => busy.has(id))) return
    sweep = settleAll()
      .then(ignore, ignore)
      .finally(() => {
        sweep = null
      })
  }

  /** Without the keychain the entry stays pending, unless it can't exist. */
  const finishDeletion = async (id: string, isStored: boolean): Promise<void> => {
    try {
      if (await settlePending(id)) settleInBackground()
    } catch (error) {
      if (!isStored) clearPending(id)
      if (!isKeychainError(toErrorInfo(error))) throw error
    } finally {
      busy.delete(id)
      if (isPending(id)) changed()
    }
  }

  /** @param change saves the record without its token, then drops it from memory */
  const deleteEntry = async ({ id, kind }: Account, change: () => void): Promise<void> => {
    const isStored = mayBeStored(id)
    if (kind !== 'sample') addPending(id)
    try {
      change()
    } finally {
      changed()
      await finishDeletion(id, isStored)
    }
  }

  /** Only for accounts whose record says that an entry exists. @throws KEYCHAIN_* */
  const readEntry = ({ id, kind, connection }: Account): Promise<Entry> =>
    singleFlight.share(id, {}, async () => {
      if (kind === 'sample') {
        const { token } = await api.signIn(connection, sample)
        return { token, origin: originOf(connection), dataKey: null }
      }
      try {
        const entry = await keychain.read(id)
        // No sign-out: the record says that an entry exists.
        if (entry === null) throw new AppError('KEYCHAIN_CHANGED')
        settleInBackground()
        return entry
      } catch (error) {
        if (isChanged(error)) settleInBackground()
        throw error
      }
    })

  const applyEntry = (id: string, entry: Entry): void => {
    const account = accounts.get(id)
    const credential = credentialOf(account)
    credential.dataKey ??= entry.dataKey
    credential.isRead = true
    // A sign-in meanwhile brought a newer token.
    if (credential.token !== null) return
    if (account.tokenStored || account.kind === 'sample') {
      if (entry.token === null) throw new AppError('KEYCHAIN_CHANGED')
      credential.token = tokenFor(entry, account.connection)
      if (credential.token === null) credential.state = 'forgotten'
    }
    const hasNews = credential.error !== null || credential.state === 'forgotten'
    credential.error = null
    if (entry.dataKey !== null && !account.keyStored) accounts.update(id, { keyStored: true })
    if (hasNews) changed()
  }

  /** One read per account and launch loads token and data key. @throws KEYCHAIN_* if `needed` is still missing */
  const load = async (account: Account, needed: 'token' | 'dataKey'): Promise<void> => {
    const { id } = account
    const isHeld = watch()
    try {
      const entry = await readEntry(account)
      if (isHeld(id)) applyEntry(id, entry)
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const credential = credentials.get(id)
      if (credential?.token === null && isHeld(id) && isKeychainError(error)) {
        credential.error = error
        changed()
      }
      // It may be known from a sign-in meanwhile, or from an entry without a usable token.
      if ((credential?.[needed] ?? null) === null) throw thrown
    }
  }

  /** null if there was never a key, or the entry lost it. @throws KEYCHAIN_* */
  const storedKey = async (id: string): Promise<string | null> => {
    const account = accounts.find(id)
    const known = account ? credentialOf(account).dataKey : null
    if (known !== null || !account?.keyStored) return known
    try {
      const { dataKey } = await readEntry(account)
      const credential = credentials.get(id)
      if (credential) credential.dataKey ??= dataKey
      return dataKey
    } catch (error) {
      if (isChanged(error)) return null
      throw error
    }
  }

  /** For accounts of versions without keys, and for lost keys. */
  const createKey = async (id: string): Promise<string | null> => {
    const account = accounts.find(id)
    const credential = account && credentialOf(account)
    // The entry may have been deleted before the mutex was free.
    if (!credential || credential.token === null || credential.state !== 'kept') return null
    const isHeld = watch()
    const dataKey = newKey()
    await keychain.write(id, { token: credential.token, origin: originOf(account.connection), dataKey })
    if (!isHeld(id)) return null
    accounts.update(id, { keyStored: true })
    credential.dataKey = dataKey
    return dataKey
  }

  /** @throws KEYCHAIN_*: nothing was written, but after KEYCHAIN_SILENT it still may be; CANCELLED when not wanted */
  const writeToken = async (
    id: string,
    connection: Connection,
    token: string,
    isWanted: () => boolean
  ): Promise<string> => {
    const dataKey = (await storedKey(id)) ?? newKey()
    if (!isWanted()) throw new AppError('CANCELLED')
    const wasPending = isPending(id)
    addPending(id)
    try {
      await keychain.write(id, { token, origin: originOf(connection), dataKey })
      settleInBackground()
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      const isUnwritten = isKeychainError(error) && error.code !== 'KEYCHAIN_SILENT'
      // A deletion that started meanwhile needs the id.
      if (isUnwritten && !wasPending && isWanted()) clearPending(id)
      throw thrown
    } finally {
      busy.delete(id)
    }
    return dataKey
  }

  const storeFromMemory = async (id: string): Promise<boolean> => {
    const account = accounts.find(id)
    const credential = account && credentialOf(account)
    if (!credential || credential.state !== 'memory' || credential.token === null || isErasing) return false
    const watched = watch()
    const isHeld = (): boolean => watched(id)
    try {
      const dataKey = await writeToken(id, account.connection, credential.token, isHeld)
      if (!isHeld()) return true
      // The record comes first: a key must not be used before a record names it.
      accounts.update(id, { tokenStored: true, keyStored: true })
      credential.dataKey = dataKey
      credential.state = 'kept'
      credential.error = null
      clearPending(id)
      changed()
      return true
    } catch (error) {
      if (!isHeld()) return false
      credential.error = toErrorInfo(error)
      changed()
      throw error
    }
  }

  const reload = async (account: Account): Promise<boolean> => {
    const credential = credentialOf(account)
    if (credential.error === null) return false
    // Makes calls that need the token wait for this read.
    credential.error = null
    await load(account, 'token')
    changed()
    return true
  }

  const unreadAccounts = (): Account[] =>
    accounts.all().filter((account) => {
      const { state, error } = credentialOf(account)
      return error && error.code !== 'KEYCHAIN_CHANGED' && state !== 'memory'
    })

  /** Entries with an unread data key come last: if a deletion fails, those keys survive. */
  const idsToErase = (): string[] => {
    const stored = accounts.all().filter(({ kind }) => kind !== 'sample')
    const unread = stored.filter((one) => one.keyStored && credentialOf(one).dataKey === null).map(({ id }) => id)
    const lost = parts.storedIds().filter((id) => !accounts.find(id))
    const others = [...pendingIds(), ...lost, ...stored.map(({ id }) => id)].filter((id) => !unread.includes(id))
    return [...new Set(others), ...unread]
  }

  /** The entry is gone, or may be. A token in memory lasts until quit. */
  const setUnstored = (id: string, keyStored: boolean): void => {
    accounts.update(id, { tokenStored: false, keyStored })
    const credential = credentials.get(id)
    if (credential?.state !== 'kept') return
    if (credential.token === null) dropToken(id)
    else credential.state = 'memory'
  }

  /** @returns ids of the entries left @throws KEYCHAIN_* unless `leaveEntries` */
  const removeEntries = async (leaveEntries: boolean): Promise<string[]> => {
    const ids = idsToErase()
    for (const [index, id] of ids.entries()) {
      try {
        await mutex.runExclusive(id, () => keychain.remove(id))
        clearPending(id)
        setUnstored(id, false)
      } catch (thrown) {
        const error = toErrorInfo(thrown)
        if (!isKeychainError(error)) throw thrown
        // Without a keychain, an account that was never stored has no entry.
        if (error.code === 'KEYCHAIN_MISSING' && !mayBeStored(id)) continue
        if (leaveEntries) return ids.slice(index).filter(mayBeStored)
        // The keychain may still delete the entry. If it doesn't, its key is still needed.
        if (error.code === 'KEYCHAIN_SILENT') {
          leavePending(id)
          setUnstored(id, accounts.find(id)?.keyStored ?? false)
        }
        for (const credential of accounts.all().map(credentialOf))
          if (credential.state === 'memory') credential.error ??= error
        changed()
        throw thrown
      }
    }
    return []
  }

  return {
    line(account: Account): AccountLine {
      const { state, isRefused, error } = credentialOf(account)
      if (isRefused) return { account, credential: 'refused', keychainError: null }
      const credential = state === 'kept' && error ? 'unavailable' : state
      return { account, credential, keychainError: state === 'kept' || state === 'memory' ? error : null }
    },
    hasToken: (account: Account, token: string) => credentialOf(account).token === token,
    /** Excludes entries being written or deleted, and sign-ins in memory. */
    pendingCount: () => pendingIds().filter((id) => !busy.has(id) && credentials.get(id)?.state !== 'memory').length,

    /** Only the first call of a launch reads the keychain. @param evenRefused to ask whether the token is accepted again */
    async accessTo(id: string, evenRefused = false): Promise<Access> {
      const account = accounts.get(id)
      const { state, isRefused, token, error } = credentialOf(account)
      if (state === 'forgotten' || state === 'signedOut') throw notSignedInError()
      if (isRefused && !evenRefused) throw new AppError('UNAUTHORIZED')
      if (token === null && error) throw toAppError(error)
      if (token === null) await load(account, 'token')
      // Account, connection and token may have changed meanwhile.
      const now = accounts.find(id)
      const credential = now && credentialOf(now)
      if (credential && credential.token !== null) return { connection: now.connection, token: credential.token }
      throw credential?.state === 'forgotten' ? notSignedInError() : new AppError('CANCELLED')
    },

    /** See KeyOf. Shares its read with accessTo. @throws KEYCHAIN_* */
    async dataKey(id: string): Promise<string | null> {
      const account = accounts.find(id)
      if (!account || account.kind === 'sample') return null
      const { dataKey, state, isRead, error } = credentialOf(account)
      if (dataKey !== null) return dataKey
      if (!account.keyStored && state !== 'kept') return null
      if (!isRead && error) throw toAppError(error)
      if (!isRead) await load(account, 'dataKey')
      const now = accounts.find(id)
      if (!now) return null
      const credential = credentialOf(now)
      if (credential.dataKey !== null) return credential.dataKey
      // Without a key, data lives until quit. The next launch tries again.
      if (credential.state === 'kept' && !credential.error)
        return (credential.creatingKey ??= mutex.runExclusive(id, () => createKey(id)).catch(() => null))
      if (now.keyStored) throw credential.error ? toAppError(credential.error) : new AppError('KEYCHAIN_CHANGED')
      return null
    },

    /** The API rejects the token. An equal token of another account may belong to another provider, and stays. */
    refused(id: string, token: string): void {
      const account = accounts.find(id)
      const credential = account && credentialOf(account)
      if (!credential || credential.token !== token || credential.isRefused) return
      credential.isRefused = true
      changed()
    },

    /** The API accepts the token: an earlier refusal was wrong, or is over. */
    accepted(id: string, token: string): void {
      const account = accounts.find(id)
      const credential = account && credentialOf(account)
      if (!credential?.isRefused || credential.token !== token) return
      credential.isRefused = false
      changed()
    },

    startSignIn(): IsHeld {
      const isHeld = watch()
      return (...ids) => !isErasing && isHeld(...ids)
    },

    /** Stores the token first: no call may see a half-made session. @throws CANCELLED when not wanted */
    async signIn(
      id: string,
      { kind, connection, token }: Pick<Account, 'kind' | 'connection'> & { token: string },
      isWanted: () => boolean,
      saveRecord: (isStored: boolean) => void
    ): Promise<void> {
      const isKnown = accounts.find(id) !== undefined
      const store = async (): Promise<Pick<Credential, 'state' | 'dataKey' | 'error'>> => {
        if (kind === 'sample') return { state: 'sample', dataKey: null, error: null }
        try {
          return { state: 'kept', dataKey: await writeToken(id, connection, token, isWanted), error: null }
        } catch (thrown) {
          const error = toErrorInfo(thrown)
          if (!isKeychainError(error)) throw thrown
          return { state: 'memory', dataKey: credentials.get(id)?.dataKey ?? null, error }
        }
      }
      try {
        await mutex.runExclusive(id, async () => {
          const stored = await store()
          if (!isWanted()) throw new AppError('CANCELLED')
          saveRecord(stored.state === 'kept')
          credentials.set(id, { token, isRefused: false, isRead: false, creatingKey: null, ...stored })
          if (stored.state === 'kept') clearPending(id)
          changed()
        })
      } catch (error) {
        if (!isKnown) finishDeletion(id, true).catch(ignore)
        throw error
      }
    },

    /** Keeps the stored data key. Doesn't wait for a locked keychain: the deletion stays pending. */
    async signOut(account: Account): Promise<void> {
      const { id } = account
      // After a STORAGE error the open account is signed out already.
      if (account.signedOut && accounts.open()?.id !== id) return
      await deleteEntry(account, () => {
        accounts.save({ ...account, tokenStored: false, tokenExpiresAt: null, signedOut: true })
        dropToken(id)
        accounts.leave(id)
      })
      // The next sign-in reads the data key again.
      if (accounts.find(id)?.signedOut) credentials.delete(id)
    },

    moveOrigin: (account: Account, moved: Account) =>
      deleteEntry(account, () => {
        // The record comes first: without tokenStored the token is never read, even if its deletion fails.
        accounts.save({ ...moved, tokenStored: false, tokenExpiresAt: null })
        dropToken(account.id)
      }),

    remove: (account: Account) =>
      deleteEntry(account, () => {
        const { id, kind } = account
        if (kind !== 'sample') accounts.save({ ...account, ...NOTHING_STORED, tokenExpiresAt: null })
        dropToken(id)
        credentials.delete(id)
        parts.erase(id)
        accounts.drop(id)
      }),

    /**
     * Reads the open account, stores tokens from memory and settles deletions; if none of these calls the keychain,
     * reads the other accounts. CHANGED and REFUSED affect one entry, so the others are tried before it is thrown.
     */
    async retryKeychain(): Promise<void> {
      const failed: unknown[] = []
      let isOpen = false
      const attempt = async (work: Promise<boolean>): Promise<void> => {
        try {
          isOpen = (await work) || isOpen
        } catch (error) {
          if (!isChanged(error) && toErrorInfo(error).code !== 'KEYCHAIN_REFUSED') throw error
          failed.push(error)
          isOpen = true
        }
      }
      const open = accounts.open()
      const others = accounts.all().filter(({ id }) => id !== open?.id)
      for (const account of open ? [open, ...others] : others) {
        const { id } = account
        if (credentialOf(account).state === 'memory') await attempt(mutex.runExclusive(id, () => storeFromMemory(id)))
        else if (accounts.open()?.id === id) await attempt(reload(account))
      }
      await attempt(settleAll())
      for (const account of unreadAccounts()) if (!isOpen) await attempt(reload(account))
      const unread = isOpen ? unreadAccounts().map(credentialOf) : []
      for (const credential of unread) credential.error = null
      if (unread.length > 0) changed()
      if (failed.length > 0) throw failed[0]
    },

    /** @throws KEYCHAIN_* unless `leaveEntries`: no file is deleted, and tokens in memory stay; STORAGE */
    eraseEverything: (leaveEntries: boolean) =>
      mutex.runExclusive('everything', async () => {
        isErasing = true
        try {
          // Entries first: if they fail, the files stay.
          const left = await removeEntries(leaveEntries)
          left.forEach(leavePending)
          for (const { id } of accounts.all()) accounts.update(id, NOTHING_STORED)
          credentials.clear()
          erasures += 1
          try {
            parts.eraseAll()
          } finally {
            accounts.reload()
            busy.clear()
            if (left.length > 0) registry.savePendingDeletions(left)
            changed()
          }
        } finally {
          isErasing = false
        }
      })
  }
}
