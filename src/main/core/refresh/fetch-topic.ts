/** One topic, from the platform into an account's cache. */
import { Fault, failureOf } from '../../../shared/ipc/failure.ts'
import type { Topic } from '../../../shared/model/freshness.ts'
import type { ProgressBoard } from '../catalogue/progress.ts'
import { takeList } from '../catalogue/take-list.ts'
import type { Access, AccountCache, Answer, Clock, Platform, StoredInfo, Validators } from '../ports.ts'
import { unlessSealed } from '../store.ts'

export interface FetchParts {
  platform: Platform
  clock: Clock
  access: Access
  cache: AccountCache
  /** Aborted when the account is left, or spoken to otherwise: nothing is stored from then on. */
  signal: AbortSignal
  /** Told of the catalogue. */
  progress: ProgressBoard
}

/** @throws CANCELLED after the signal, BAD_REPLY for "nothing has changed" where nothing is known, and as Platform and AccountCache do */
export async function fetchTopic(topic: Topic, parts: FetchParts): Promise<void> {
  const { platform, clock, access, cache, signal } = parts
  const stamp = (): string => clock.now().toISOString()
  /** False when there was nothing new to store. */
  const keep = async <T>(
    answer: Answer<T> | null,
    save: (value: T, info: StoredInfo) => Promise<void>
  ): Promise<boolean> => {
    if (signal.aborted) throw new Fault('CANCELLED')
    if (answer === null) return false
    const { value, notes, validators } = answer
    await save(value, { fetchedAt: stamp(), notes, validators })
    return true
  }
  const ask = async (known: Validators | null): Promise<boolean> => {
    const how = { signal, known }
    if (topic === 'profile') {
      return keep(await platform.profile(access, how), (value, info) => cache.saveProfile(value, info))
    }
    if (topic === 'catalogue') return fetchCatalogue(parts, known)
    return keep(await platform.invoices(access, how), (value, info) => cache.saveInvoices(value, info))
  }
  /** "Nothing has changed" is of no use about what can't be opened, so that is asked for whole. */
  const stored = (): Promise<StoredInfo | null> => unlessSealed(cache.info(topic))

  const known = (await stored())?.validators ?? null
  if (signal.aborted) throw new Fault('CANCELLED')
  if (await ask(known)) return
  // A damaged file may have been made anew meanwhile.
  const still = known && (await stored())
  if (signal.aborted) throw new Fault('CANCELLED')
  if (still) return cache.confirm(topic, stamp())
  if (!(await ask(null))) throw new Fault('BAD_REPLY', { found: 'empty' })
}

/** @returns false when the platform says that nothing has changed */
async function fetchCatalogue(parts: FetchParts, known: Validators | null): Promise<boolean> {
  const { clock, cache, signal, progress } = parts
  const gauge = progress.begin()
  const ask = (known: Validators | null): Promise<boolean> =>
    takeList({ ...parts, known, gauge }, (intake, validators) =>
      intake.commit({ fetchedAt: clock.now().toISOString(), validators })
    )
  try {
    const before = await cache.condition()
    try {
      return await ask(known)
    } catch (error) {
      const { code } = failureOf(error)
      // CANCELLED by nobody: what is stored became another list than the one that this was compared with.
      if ((code !== 'CACHE' && code !== 'CANCELLED') || signal.aborted) throw error
      if ((await cache.condition()) === before || signal.aborted) throw error
      // What could not be read or written was replaced, by an empty file or by memory, and that one has nothing yet.
      return await ask(null)
    }
  } finally {
    gauge.end()
  }
}
