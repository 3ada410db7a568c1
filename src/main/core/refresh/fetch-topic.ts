/** Fetches one topic from the API into an account's storage. */
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
  /** Once aborted, nothing more is stored. */
  signal: AbortSignal
  progress: ProgressBoard
}

/** @throws CANCELLED after the signal, BAD_REPLY for an unexpected "not modified", and as Api and AccountStorage do */
export function fetchTopic(topic: Topic, parts: FetchParts): Promise<void> {
  const { platform, access, cache, signal } = parts
  const asks: Record<Topic, AskFor> = {
    profile: async (known) =>
      keep(parts, await platform.profile(access, { signal, known }), (value, info) => cache.saveProfile(value, info)),
    invoices: async (known) =>
      keep(parts, await platform.invoices(access, { signal, known }), (value, info) => cache.saveInvoices(value, info)),
    catalogue: (known) => fetchCatalogue(parts, known)
  }
  return renew(topic, parts, asks[topic])
}

/** @returns false when the provider answers that nothing has changed */
type AskFor = (known: Validators | null) => Promise<boolean>

const stamp = ({ clock }: FetchParts): string => clock.now().toISOString()

/** @returns false when nothing has changed */
async function keep<T>(
  parts: FetchParts,
  answer: Answer<T> | null,
  save: (value: T, info: StoredInfo) => Promise<void>
): Promise<boolean> {
  if (parts.signal.aborted) throw new AppError('CANCELLED')
  if (answer === null) return false
  const { value, notes, validators } = answer
  await save(value, { fetchedAt: stamp(parts), notes, validators })
  return true
}

async function renew(topic: Topic, parts: FetchParts, ask: AskFor): Promise<void> {
  const { cache, signal } = parts
  /** Documents that can't be decrypted are requested without validators: "not modified" would be useless. */
  const stored = (): Promise<StoredInfo | null> => unlessSealed(cache.info(topic))

  const known = (await stored())?.validators ?? null
  if (signal.aborted) throw new AppError('CANCELLED')
  if (await ask(known)) return
  // A damaged file may have been recreated meanwhile.
  const still = known && (await stored())
  if (signal.aborted) throw new AppError('CANCELLED')
  if (still) return cache.confirm(topic, stamp(parts))
  if (!(await ask(null))) throw new AppError('BAD_REPLY', { found: 'empty' })
}

/** @returns false when the provider answers that nothing has changed */
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
      // CANCELLED without the signal: another list was stored than the one that validators were for.
      if ((code !== 'STORAGE' && code !== 'CANCELLED') || signal.aborted) throw error
      if ((await cache.condition()) === before || signal.aborted) throw error
      // The unreadable file was replaced by an empty one, or by memory: the list is needed in full.
      return await ask(null)
    }
  } finally {
    gauge.end()
  }
}
