/**
 * The rules for one account's token and data key, without a clock or a keychain: how an event changes the state, and which
 * effects follow. CredentialExecutor saves the changes and carries out the effects.
 */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord } from '../../../shared/models/account.ts'
import type { Entry } from '../../ports/index.ts'
import {
  createCredential,
  isIssuedFor,
  isLate,
  originOf,
  type AccountState,
  type KeychainAnswer,
  type CredentialCall,
  type Credential,
  type CredentialEvent,
  type DropEvent,
  type Effect,
  type UnrecordedToken,
  type Request,
  type Transition
} from './credential-state.ts'

export function transition(state: AccountState, event: CredentialEvent): Transition {
  switch (event.type) {
    case 'load':
      return load(state, event)
    case 'storeToken':
      return storeToken(state, event)
    case 'storeFromMemory':
      return storeFromMemory(state, event)
    case 'settle':
      return settle(state, event)
    case 'eraseEntry':
      return eraseEntry(state, event)
    case 'answered':
      return answered(state, event.call, event.answer)
    case 'recordSaved':
      return acceptUnrecorded(state)
    case 'signInEnded':
      return endSignIn(state)
    case 'signOut':
    case 'moveOrigin':
    case 'remove':
      return dropToken(state, event)
    case 'tokenRefused':
    case 'tokenAccepted':
      return setRefused(state, event.token, event.type === 'tokenRefused')
    case 'forgetError':
      return moveTo(withCredential(state, { error: null }))
    case 'keychainFailed':
      return state.credential?.state === 'memory'
        ? moveTo(withCredential(state, { error: state.credential.error ?? event.error }))
        : moveTo(state)
  }
}

const OTHER_ORIGIN: ErrorInfo = { code: 'KEYCHAIN_CHANGED', found: 'otherOrigin' }
const PUBLISH: Effect = { do: 'publish' }

const moveTo = (state: AccountState, ...effects: Effect[]): Transition => ({ state, effects })

const readEntry = (state: AccountState, request: Request): Transition =>
  moveTo(state, { do: 'read', request, before: state })

const withCredential = (state: AccountState, change: Partial<Credential>): AccountState =>
  state.credential ? { ...state, credential: { ...state.credential, ...change } } : state

type RecordChange = Partial<Pick<AccountRecord, 'tokenStored' | 'keyStored'>>

function withRecord(state: AccountState, change: RecordChange): AccountState {
  const { account } = state
  if (!account) return state
  // An unchanged record isn't saved.
  const isSame = Object.entries(change).every(([name, value]) => account[name as keyof RecordChange] === value)
  return isSame ? state : { ...state, account: { ...account, ...change } }
}

/** The key belongs to the saved data, so it outlasts the token that was asked for with it. */
const withKey = (state: AccountState, dataKey: string): AccountState =>
  state.account?.keyStored ? withCredential(state, { dataKey: state.credential?.dataKey ?? dataKey }) : state

/** A key that the record names must be read before the entry is written over. */
const needsKey = ({ account, credential }: AccountState, { isKeyLost }: Request): boolean =>
  account?.keyStored === true && credential?.dataKey === null && !isKeyLost

// Requests

/** One read per account and launch brings the token and the data key. */
function load(state: AccountState, request: Request): Transition {
  const { account, credential } = state
  if (!account || !credential || credential.error) return moveTo(state)
  const needsToken = credential.token === null && (credential.state === 'kept' || credential.state === 'sample')
  if (account.kind === 'sample')
    return needsToken ? moveTo(state, { do: 'signInSample', request, before: state }) : moveTo(state)
  return needsToken || needsKey(state, request) ? readEntry(state, request) : moveTo(state)
}

function storeToken(state: AccountState, request: Request & { type: 'storeToken' }): Transition {
  const { kind, connection, token, since } = request
  if (state.isErasing || isLate(state, since)) return moveTo(state)
  const dataKey = state.credential?.dataKey ?? null
  const unrecorded: UnrecordedToken = {
    token,
    since,
    state: kind === 'sample' ? 'sample' : 'storing',
    dataKey,
    error: null
  }
  if (kind === 'sample') return moveTo({ ...state, unrecorded })
  if (needsKey(state, request)) return readEntry({ ...state, unrecorded }, request)
  const entry = { token, origin: originOf(connection), dataKey }
  return moveTo({ ...state, unrecorded, isJournaled: true }, { do: 'write', request, before: state, entry })
}

function storeFromMemory(state: AccountState, request: Request): Transition {
  const { account, credential, isErasing } = state
  if (!account || credential?.state !== 'memory' || credential.token === null || isErasing) return moveTo(state)
  if (needsKey(state, request)) return readEntry(state, request)
  const entry = { token: credential.token, origin: originOf(account.connection), dataKey: credential.dataKey }
  return moveTo({ ...state, isJournaled: true }, { do: 'write', request, before: state, entry })
}

/** Makes the entry match the record. */
function settle(state: AccountState, request: Request & { type: 'settle' }): Transition {
  const { account, credential, unrecorded, isJournaled } = state
  // Once its record is saved, the sign-in settles the entry.
  if (!isJournaled || (unrecorded && !isLate(state, unrecorded.since))) return moveTo(state)
  if (credential?.state === 'memory') return storeFromMemory(state, { type: 'storeFromMemory', since: request.since })
  // A sign-in ended after it had saved the record.
  if (account?.tokenStored) return moveTo({ ...state, isJournaled: false })
  if (needsKey(state, request)) return readEntry(state, request)
  const dataKey = account?.keyStored ? (credential?.dataKey ?? null) : null
  if (dataKey === null) return moveTo(state, { do: 'remove', request, before: state })
  return moveTo(state, { do: 'write', request, before: state, entry: { token: null, origin: null, dataKey } })
}

/** The record changes first: after a crash, the journal completes the removal. */
function eraseEntry(state: AccountState, request: Request): Transition {
  const unstored = withRecord(state, { tokenStored: false, keyStored: false })
  return moveTo({ ...unstored, isJournaled: true }, { do: 'remove', request, before: state })
}

// Answers

function answered(state: AccountState, call: CredentialCall, answer: KeychainAnswer): Transition {
  const { request } = call
  if ('error' in answer) {
    const isKeyLost = call.do === 'read' && request.type !== 'load' && answer.error.code === 'KEYCHAIN_CHANGED'
    return isKeyLost ? transition(state, { ...request, isKeyLost }) : failed(state, call, answer.error)
  }
  if ('sampleToken' in answer)
    return state.credential?.state === 'sample'
      ? moveTo(withCredential(state, { token: answer.sampleToken }))
      : moveTo(state)
  const { entry } = answer
  if (entry === null) return removed(state, request)
  if (call.do === 'write') return written(state, request, entry)
  const known = withKey(state, entry.dataKey)
  return request.type === 'load' ? loaded(known, entry) : transition(known, request)
}

function loaded(state: AccountState, entry: Entry): Transition {
  const { account, credential } = state
  // The token was dropped meanwhile, or only the key was missing.
  if (!account || credential?.state !== 'kept') return moveTo(state)
  // No sign-out: the record says that the entry has a token.
  if (entry.token === null) return loadFailed(state, { code: 'KEYCHAIN_CHANGED' })
  if (!isIssuedFor(entry, account.connection)) return loadFailed(state, OTHER_ORIGIN)
  return moveTo(withCredential(state, { token: entry.token }))
}

function written(state: AccountState, request: Request, { dataKey }: Entry): Transition {
  if (request.type === 'settle') return settled(state, request)
  if (request.type === 'storeToken')
    return moveTo({ ...state, unrecorded: state.unrecorded && { ...state.unrecorded, state: 'kept', dataKey } })
  // The drop settles it.
  if (isLate(state, request.since)) return moveTo(state)
  const recorded = withRecord(state, { tokenStored: true, keyStored: true })
  const kept = withCredential(recorded, { state: 'kept', dataKey, error: null })
  return moveTo({ ...kept, isJournaled: false }, PUBLISH)
}

/** The account may have been removed while its token was being deleted; then its key goes, too. */
function settled(state: AccountState, request: Request): Transition {
  return state.account?.keyStored
    ? moveTo({ ...withoutSignedOutKey(state), isJournaled: false })
    : moveTo(state, { do: 'remove', request, before: state })
}

function removed(state: AccountState, { type }: Request): Transition {
  const gone = { ...withRecord(state, { keyStored: false }), isJournaled: false }
  return moveTo(type === 'eraseEntry' ? withUnstoredToken(gone) : gone)
}

// Errors

function failed(state: AccountState, { do: kind, request, before }: CredentialCall, error: ErrorInfo): Transition {
  const fail: Effect = { do: 'fail', error }
  /** Without an answer, the keychain may still do it. */
  const isUndone = error.code !== 'KEYCHAIN_SILENT'
  const isDropped = isLate(state, request.since)
  const isJournaled = kind === 'write' && isUndone && !isDropped ? before.isJournaled : state.isJournaled
  switch (request.type) {
    case 'load':
      return loadFailed(state, error)
    case 'storeToken': {
      const { unrecorded } = state
      return moveTo({ ...state, isJournaled, unrecorded: unrecorded && { ...unrecorded, state: 'memory', error } })
    }
    case 'storeFromMemory':
      return isDropped ? moveTo(state) : moveTo({ ...withCredential(state, { error }), isJournaled }, PUBLISH, fail)
    case 'settle':
      return moveTo({ ...withoutSignedOutKey(state), isJournaled: request.mayExist }, fail)
    case 'eraseEntry':
      return moveTo(
        isUndone ? restored(state, before, isDropped) : withUnstoredToken(withStoredKey(state, before)),
        fail
      )
  }
}

function loadFailed(state: AccountState, error: ErrorInfo): Transition {
  const fail: Effect = { do: 'fail', error }
  return state.credential?.token === null
    ? moveTo(withCredential(state, { error }), PUBLISH, fail)
    : moveTo(state, fail)
}

/** A token that was dropped meanwhile stays so, and its deletion in the journal. */
const restored = (state: AccountState, { account, isJournaled }: AccountState, isDropped: boolean): AccountState => ({
  ...withRecord(state, {
    tokenStored: account?.tokenStored === true && !isDropped,
    keyStored: account?.keyStored ?? false
  }),
  isJournaled: isJournaled || isDropped
})

/** The entry may stay after all, and its key is still needed then. */
const withStoredKey = (state: AccountState, { account }: AccountState): AccountState =>
  withRecord(state, { keyStored: account?.keyStored ?? false })

/** The entry is gone, or may be. A token in memory lasts until quit. */
function withUnstoredToken(state: AccountState): AccountState {
  const { account, credential } = state
  if (!account || credential?.state !== 'kept') return state
  const unstored = createCredential(account)
  return credential.token === null
    ? { ...state, credential: { ...unstored, dataKey: credential.dataKey } }
    : withCredential(state, { state: 'memory' })
}

/** The next sign-in reads it again. */
const withoutSignedOutKey = (state: AccountState): AccountState =>
  state.account?.signedOut ? withCredential(state, { dataKey: null }) : state

// Changes by the user and the provider

/** The record comes first: without tokenStored the token is never read, even if its deletion fails. */
function dropToken(state: AccountState, event: DropEvent): Transition {
  const { account, credential } = state
  if (!account) return moveTo(state)
  const changed = recordWithoutToken(account, event)
  const dataKey = event.type === 'remove' ? null : (credential?.dataKey ?? null)
  return moveTo({
    ...state,
    account: changed,
    credential: { ...createCredential(changed), dataKey },
    isJournaled: state.isJournaled || account.kind !== 'sample',
    droppedAt: event.at
  })
}

function recordWithoutToken(account: AccountRecord, event: DropEvent): AccountRecord {
  const dropped = { tokenStored: false, tokenExpiresAt: null }
  switch (event.type) {
    case 'signOut':
      return { ...account, ...dropped, signedOut: true }
    case 'moveOrigin':
      return { ...event.moved, ...dropped }
    case 'remove':
      return { ...account, ...dropped, keyStored: false }
  }
}

/** The record names the token now, so calls may use it. */
function acceptUnrecorded(state: AccountState): Transition {
  const { account, unrecorded } = state
  if (!account || !unrecorded || unrecorded.state === 'storing') return moveTo({ ...state, unrecorded: null })
  const { token, dataKey, error } = unrecorded
  const credential: Credential = { state: unrecorded.state, isRefused: false, token, dataKey, error }
  return moveTo(
    { ...state, credential, unrecorded: null, isJournaled: unrecorded.state === 'kept' ? false : state.isJournaled },
    PUBLISH
  )
}

/** If the sign-in failed, its record may have been saved all the same. */
function endSignIn(state: AccountState): Transition {
  const { account, credential, unrecorded } = state
  const ended = { ...state, unrecorded: null }
  if (!account || !unrecorded || credential?.token !== null || credential.error) return moveTo(ended)
  return moveTo({ ...ended, credential: { ...createCredential(account), dataKey: credential.dataKey } })
}

/** An equal token of another account may belong to another provider, and stays. */
function setRefused(state: AccountState, token: string, isRefused: boolean): Transition {
  const { credential } = state
  if (credential?.token !== token || credential.isRefused === isRefused) return moveTo(state)
  return moveTo(withCredential(state, { isRefused }), PUBLISH)
}
