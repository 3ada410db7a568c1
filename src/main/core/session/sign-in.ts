/** Signing in: whose account it is, keeping its token, and opening it. */
import { isKeychainError, AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { isToken, type Account } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { accessOf, tokenWatch, type Context } from './context.ts'
import type { Entries } from './entries.ts'
import { newHolder, type Holder } from './credential-store.ts'
import type { PendingDeletions } from './pending-deletions.ts'
import type { Session } from './session.ts'
import { whoseToken } from './verify-token.ts'

/** What a sign-in found out. */
interface Found extends Pick<Account, 'kind' | 'connection' | 'email' | 'tokenExpiresAt'> {
  token: string
  again: string | null
}

/**
 * Whether what the person asked for still holds: "erase everything", or leaving the account that signs in again or turns out
 * to be known, ends it.
 */
type IsWanted = (id?: string) => boolean

/** Sign-ins wait for each other: two of the same person make one account. */
const SIGN_IN = 'sign-in'

export type SignIn = Pick<Session, 'signIn' | 'useToken' | 'exploreSample'>

export function createSignIn(context: Context, entries: Entries, pendingDeletions: PendingDeletions): SignIn {
  const { accounts, holders, inTurn, erasures } = context
  const { platform, sample, clock, newId } = context.parts

  /**
   * The account that this person had at this place. A token that names nobody is known as the account that signs in again,
   * or as the very token that an account holds.
   */
  const knownAs = ({ kind, email, connection, token, again }: Found): Account | undefined => {
    const all = accounts.all()
    const itself = all.find(({ id }) => id === again)
    const holding = all.find((one) => holders.of(one).token === token)
    const named = [itself, accounts.previous(), ...all]
    return (email === null ? [itself, holding] : named).find(
      (one): one is Account =>
        one?.kind === kind && one.email === email && one.connection.baseAddress === connection.baseAddress
    )
  }

  const recordOf = (id: string, { kind, connection, email, tokenExpiresAt }: Found, isKept: boolean): Account => {
    const known = accounts.find(id)
    return {
      id,
      label: known?.named ? known.label : (email ?? new URL(connection.baseAddress).host),
      named: known?.named ?? false,
      kind,
      connection,
      email,
      // One that was stored before is still in a store that can't be written now.
      tokenStored: isKept || (known?.tokenStored ?? false),
      keyStored: isKept || (known?.keyStored ?? false),
      signedOut: false,
      tokenExpiresAt,
      addedAt: known?.addedAt ?? clock.now().toISOString()
    }
  }

  /** Where the token is from now on: a store that can't be used is no reason to refuse the sign-in. */
  const keep = async (
    id: string,
    { kind, connection, token }: Found,
    holder: Holder,
    wanted: () => boolean
  ): Promise<Pick<Holder, 'credential' | 'dataKey' | 'keychainError'>> => {
    if (kind === 'sample') return { credential: 'sample', dataKey: null, keychainError: null }
    try {
      const keyStored = accounts.find(id)?.keyStored ?? false
      const dataKey = await entries.write({ id, keyStored, connection }, holder, token, wanted)
      return { credential: 'kept', dataKey, keychainError: null }
    } catch (error) {
      const keychainError = toErrorInfo(error)
      if (!isKeychainError(keychainError)) throw error
      return { credential: 'memory', dataKey: holder.dataKey, keychainError }
    }
  }

  /** Until the keychain has answered, nothing is changed: no call may run with a half-made session. */
  const enter = async (id: string, found: Found, holder: Holder, wanted: () => boolean): Promise<void> => {
    const kept = await keep(id, found, holder, wanted)
    if (!wanted()) throw new AppError('CANCELLED')
    accounts.save(recordOf(id, found, kept.credential === 'kept'))
    accounts.makeOpen(id)
    holder.token = found.token
    holder.credential = kept.credential
    holder.dataKey = kept.dataKey
    holder.keychainError = kept.keychainError
    if (kept.credential === 'kept') pendingDeletions.clear(id)
    context.changed()
  }

  const enterAnew = async (found: Found, isWanted: IsWanted): Promise<void> => {
    const id = newId()
    const holder = newHolder('memory')
    holders.set(id, holder)
    const stillHeld = tokenWatch(context, id, holder)
    try {
      await inTurn(id, () => enter(id, found, holder, () => isWanted() && stillHeld()))
    } catch (error) {
      holders.forget(id)
      pendingDeletions.retire(id, true).catch(() => undefined)
      throw error
    }
  }

  const open = (found: Found, isWanted: IsWanted): Promise<void> =>
    inTurn(SIGN_IN, async () => {
      const known = knownAs(found)
      if (!isWanted(known?.id)) throw new AppError('CANCELLED')
      if (!known) return enterAnew(found, isWanted)
      const { id } = known
      const holder = holders.of(known)
      // Left or moved meanwhile, its entry is removed or overwritten by whoever did that, after this.
      const stillHeld = tokenWatch(context, id, holder)
      await inTurn(id, () => enter(id, found, holder, () => isWanted(id) && stillHeld()))
    })

  const begin = (again: string | null): IsWanted => {
    const { begun } = erasures
    const watches = new Map(accounts.all().map((one) => [one.id, tokenWatch(context, one.id, holders.of(one))]))
    const isHeld = (id: string | null | undefined): boolean => {
      const watch = id ? watches.get(id) : undefined
      const cameSince = id && !watch ? accounts.find(id) : undefined
      return watch?.() ?? (!cameSince || holders.of(cameSince).generation === 0)
    }
    return (id) => erasures.begun === begun && !erasures.underWay && isHeld(again) && isHeld(id)
  }

  const placeOf = (connection: Connection): Connection => ({
    ...connection,
    baseAddress: platform.baseAddress(connection.baseAddress)
  })

  return {
    async signIn({ connection, email: typed, password, code, again }) {
      const isWanted = begin(again)
      const place = placeOf(connection)
      const email = typed.trim()
      if (email === '' || password === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      const otp = code?.trim()
      const grant = await platform.signIn(place, { email, password, ...(otp ? { code: otp } : {}) })
      const { token, expiresAt } = grant
      await open({ kind: 'password', connection: place, email, token, tokenExpiresAt: expiresAt, again }, isWanted)
    },

    async useToken({ connection, token: typed, again }) {
      const isWanted = begin(again)
      const place = placeOf(connection)
      // People paste the whole header; the word before the token is not part of it.
      const token = typed.trim().replace(/^bearer(\s+|$)/i, '')
      if (token === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      if (!isToken(token)) throw new AppError('BAD_REQUEST', { found: 'unusableToken' })
      const email = await whoseToken(platform, accessOf(place, token))
      const tokenExpiresAt = platform.expiryOf(token)
      await open({ kind: 'token', connection: place, email, token, tokenExpiresAt, again }, isWanted)
    },

    async exploreSample() {
      const isWanted = begin(null)
      const { baseAddress, email } = sample
      const connection: Connection = { baseAddress, preset: 'v2' }
      const { token, expiresAt } = await platform.signIn(connection, sample)
      await open({ kind: 'sample', connection, email, token, tokenExpiresAt: expiresAt, again: null }, isWanted)
    }
  }
}
