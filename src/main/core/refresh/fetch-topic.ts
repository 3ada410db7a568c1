/** One topic, from the platform into an account's cache. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { ProgressBoard } from '../catalogue/progress.ts'
import { receiveList } from '../catalogue/receive-list.ts'
import type { Access, AccountStorage, Answer, Clock, Api, StoredInfo, Validators } from '../ports/index.ts'
import { unlessSealed } from '../open-account-storage.ts'

export interface FetchParts {
  platform: Api
  clock: Clock
  access: Access
  cache: AccountStorage
  /** Aborted when the account is left, or spoken to otherwise: nothing is stored from then on. */
  signal: AbortSignal
  /** Told of the catalogue. */
  progress: ProgressBoard
}

type DocumentParts = Omit<FetchParts, 'progress'>
/** Asks with what is known. @returns false when the platform says that nothing has changed */
type AskFor = (known: Validators | null) => Promise<boolean>

/** @throws CANCELLED after the signal, BAD_REPLY for "nothing has changed" where nothing is known, and as Api and AccountStorage do */
export function fetchTopic(topic: Topic, parts: FetchParts): Promise<void> {
  if (topic === 'invoices') return fetchInvoices(parts)
  const { platform, access, cache, signal } = parts
  if (topic === 'catalogue') return renew(topic, parts, (known) => fetchCatalogue(parts, known))
  return renew(topic, parts, async (known) =>
    keep(parts, await platform.profile(access, { signal, known }), (value, info) => cache.saveProfile(value, info))
  )
}

/** @throws as fetchTopic */
export function fetchInvoices(parts: DocumentParts): Promise<void> {
  const { platform, access, cache, signal } = parts
  return renew('invoices', parts, async (known) =>
    keep(parts, await platform.invoices(access, { signal, known }), (value, info) => cache.saveInvoices(value, info))
  )
}

const stamp = ({ clock }: DocumentParts): string => clock.now().toISOString()

/** @returns false when there was nothing new to store */
async function keep<T>(
  parts: DocumentParts,
  answer: Answer<T> | null,
  save: (value: T, info: StoredInfo) => Promise<void>
): Promise<boolean> {
  if (parts.signal.aborted) throw new AppError('CANCELLED')
  if (answer === null) return false
  const { value, notes, validators } = answer
  await save(value, { fetchedAt: stamp(parts), notes, validators })
  return true
}

async function renew(topic: Topic, parts: DocumentParts, ask: AskFor): Promise<void> {
  const { cache, signal } = parts
  /** "Nothing has changed" is of no use about what can't be opened, so that is asked for whole. */
  const stored = (): Promise<StoredInfo | null> => unlessSealed(cache.info(topic))

  const known = (await stored())?.validators ?? null
  if (signal.aborted) throw new AppError('CANCELLED')
  if (await ask(known)) return
  // A damaged file may have been made anew meanwhile.
  const still = known && (await stored())
  if (signal.aborted) throw new AppError('CANCELLED')
  if (still) return cache.confirm(topic, stamp(parts))
  if (!(await ask(null))) throw new AppError('BAD_REPLY', { found: 'empty' })
}

/** @returns false when the platform says that nothing has changed */
async function fetchCatalogue(parts: FetchParts, known: Validators | null): Promise<boolean> {
  const { clock, cache, signal, progress } = parts
  const gauge = progress.begin()
  const ask = (known: Validators | null): Promise<boolean> =>
    receiveList(
      { api: parts.platform, access: parts.access, storage: cache, signal, known, gauge },
      (intake, validators) => intake.commit({ fetchedAt: clock.now().toISOString(), validators })
    )
  try {
    const before = await cache.condition()
    try {
      return await ask(known)
    } catch (error) {
      const { code } = toErrorInfo(error)
      // CANCELLED by nobody: what is stored became another list than the one that this was compared with.
      if ((code !== 'STORAGE' && code !== 'CANCELLED') || signal.aborted) throw error
      if ((await cache.condition()) === before || signal.aborted) throw error
      // What could not be read or written was replaced, by an empty file or by memory, and that one has nothing yet.
      return await ask(null)
    }
  } finally {
    gauge.end()
  }
}
