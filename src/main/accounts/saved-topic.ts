/** What one account among several has saved of a topic, or why it isn't there. */
import { toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { countedAccounts, isSample, isStopped, type AccountLine } from '../../shared/models/account.ts'
import type { Freshness, PartialList, ReadingNote, Topic } from '../../shared/models/freshness.ts'
import type { MissingAccount } from '../../shared/models/invoice.ts'
import type { Account } from './account.ts'
import type { CoreParts } from '../core-parts.ts'
import type { AccountStorage, StoredInfo } from '../ports/index.ts'

export interface SavedTopic<T> {
  id: string
  /** null: it isn't known. */
  value: T | null
  info: StoredInfo | null
  /** Beside a value: it is outdated. */
  missing: MissingAccount | null
}

/** Never prompts for the keychain, unless the account is shown. */
export async function readSavedTopic<T>(
  { accounts, report }: Pick<CoreParts, 'accounts' | 'report'>,
  account: Account,
  topic: Topic,
  read: (storage: AccountStorage, info: StoredInfo) => Promise<T>
): Promise<SavedTopic<T>> {
  const { id } = account
  const without = (why: MissingAccount['why'], error: ErrorInfo | null): SavedTopic<T> => {
    return { id, value: null, info: null, missing: { id, why, error } }
  }
  try {
    const { line } = account
    if (line.credential === 'signedOut') return without('signedOut', null)
    const unreadable = unreadableBecause(line, account, accounts)
    if (unreadable) return without('unavailable', unreadable)
    return await account.use(async (storage) => {
      const info = await storage.info(topic)
      const error = fetchError(line, account, topic)
      if (!info) return without('notFetched', error)
      return { id, value: await read(storage, info), info, missing: error && { id, why: 'outdated', error } }
    })
  } catch (thrown) {
    report(thrown)
    return without('unavailable', toErrorInfo(thrown))
  }
}

/** Why an account that isn't shown can't be read without a prompt of the keychain. */
function unreadableBecause(
  { credential, keychainError }: AccountLine,
  account: Account,
  accounts: CoreParts['accounts']
): ErrorInfo | null {
  if (account === accounts.shown || account.isStorageOpen || account.hasDataKey) return null
  if (credential === 'forgotten') return { code: 'UNAUTHORIZED', found: 'notSignedIn' }
  if (credential === 'unavailable') return keychainError
  // Another account's error probably affects this one, too.
  const code = credential === 'kept' ? accounts.keychainError : null
  return code && { code }
}

/** What the latest call for the topic ended with, or why there is none. */
function fetchError({ credential, keychainError }: AccountLine, { rounds }: Account, topic: Topic): ErrorInfo | null {
  const error = rounds.calls.errors[topic]
  if (error || !isStopped(credential)) return error
  return keychainError ?? { code: 'UNAUTHORIZED' }
}

/** Of all accounts. */
export interface StateOfAll {
  /** The age of the oldest data, and the error of the account that is shown. `missing` has the others'. */
  freshness: Freshness
  missing: MissingAccount[]
}

/** @param revision of what all of them have together: it only grows */
export function stateOfAll(
  accounts: CoreParts['accounts'],
  topic: Topic,
  read: readonly SavedTopic<unknown>[],
  revision: number
): StateOfAll {
  const states = read.flatMap(({ id }) => accounts.find(id)?.freshness(topic, null) ?? [])
  const infos = read.flatMap(({ info }) => info ?? [])
  const isShownRead = read.some(({ id, value }) => value !== null && id === accounts.shown?.id)
  return {
    freshness: {
      fetchedAt: infos.map(({ fetchedAt }) => fetchedAt).sort()[0] ?? null,
      refreshing: states.some(({ refreshing }) => refreshing),
      error: isShownRead ? (accounts.shown?.rounds.calls.errors[topic] ?? null) : null,
      notes: addNotes(infos.flatMap(({ notes }) => notes)),
      partial: addParts(infos.flatMap(({ partial }) => partial ?? [])),
      revision: states.reduce((sum, one) => sum + one.revision, revision)
    },
    missing: read.flatMap(({ missing }) =>
      missing && (missing.why !== 'outdated' || missing.id !== accounts.shown?.id) ? missing : []
    )
  }
}

/** What the sample has doesn't count beside a real account that is signed in. */
export function countedLines(lines: readonly AccountLine[]): AccountLine[] {
  const isSignedIn = ({ credential }: AccountLine): boolean => credential !== 'signedOut'
  const counted = new Set(countedAccounts(lines.filter(isSignedIn), isSample))
  return lines.filter((line) => !isSignedIn(line) || counted.has(line))
}

function addNotes(notes: readonly ReadingNote[]): ReadingNote[] {
  const groups = Map.groupBy(notes, ({ kind, field = '' }) => `${kind} ${field}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : []
  )
}

/** Of the lists that are parts. */
function addParts(parts: readonly PartialList[]): PartialList | null {
  if (parts.length === 0) return null
  const isKnown = parts.every(({ total }) => total !== null)
  return {
    received: parts.reduce((sum, { received }) => sum + received, 0),
    total: isKnown ? parts.reduce((sum, { total }) => sum + (total ?? 0), 0) : null
  }
}
