/** Fetches one topic from the API into an account's storage. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { ImportProgress, ProgressReporter } from './import-progress.ts'
import { unlessSealed } from '../opened-storage.ts'
import type { Access, AccountStorage, Answer, Api, Clock, StoredInfo, Validators } from '../../ports/index.ts'

interface FetchParts {
  api: Api
  access: Access
  storage: AccountStorage
  clock: Clock
  signal: AbortSignal
  progress: ImportProgress
}

export async function fetchTopic(topic: Topic, parts: FetchParts): Promise<void> {
  const { api, access, storage, signal, clock } = parts
  const checkAborted = (): void => {
    if (signal.aborted) throw new AppError('CANCELLED')
  }
  const saveAnswer = async <T>(answer: Answer<T> | null, save: (value: T, info: StoredInfo) => Promise<void>) => {
    checkAborted()
    if (answer === null) return false
    const { value, ...info } = answer
    await save(value, { fetchedAt: clock.now().toISOString(), ...info })
    return true
  }
  /** @returns false if the provider answers that nothing has changed */
  const fetchAndSave = async (known: Validators | null, dayZone: string | null): Promise<boolean> => {
    if (topic === 'catalogue') return fetchCatalogue(parts, known)
    if (topic === 'profile') {
      return saveAnswer(await api.profile(access, { signal, known }), (value, info) => storage.saveProfile(value, info))
    }
    if (topic === 'plans') {
      return saveAnswer(await api.plans(access, { signal, known, dayZone }), (value, info) =>
        storage.savePlans(value, info)
      )
    }
    return saveAnswer(await api.invoices(access, { signal, known, dayZone }), (value, info) =>
      storage.saveInvoices(value, info)
    )
  }
  /** Documents that can't be decrypted are requested without validators: "not modified" would be useless. */
  const readInfo = (): Promise<StoredInfo | null> => unlessSealed(storage.info(topic))

  const before = await readInfo()
  const known = before?.validators ?? null
  const dayZone = before?.dayZone ?? null
  checkAborted()
  if (await fetchAndSave(known, dayZone)) return
  // A damaged file may have been recreated meanwhile.
  const confirmed = known && (await readInfo())
  checkAborted()
  if (confirmed) return storage.confirm(topic, clock.now().toISOString())
  if (!(await fetchAndSave(null, dayZone))) throw new AppError('BAD_REPLY', { found: 'empty' })
}

async function fetchCatalogue(parts: FetchParts, known: Validators | null): Promise<boolean> {
  const { storage, signal } = parts
  const progress = parts.progress.start()
  try {
    const before = await storage.condition()
    try {
      return await importCatalogue(parts, known, progress)
    } catch (error) {
      const { code } = toErrorInfo(error)
      // CANCELLED without the signal: another list was stored than the one that validators were for.
      if ((code !== 'STORAGE' && code !== 'CANCELLED') || signal.aborted) throw error
      if ((await storage.condition()) === before || signal.aborted) throw error
      // The unreadable file was replaced by an empty one, or by memory: the list is needed in full.
      return await importCatalogue(parts, null, progress)
    }
  } finally {
    progress.end()
  }
}

/** @returns false if the provider answers that nothing has changed */
async function importCatalogue(
  { api, access, storage, signal, clock }: FetchParts,
  known: Validators | null,
  progress: ProgressReporter
): Promise<boolean> {
  const download = api.productList(access, {}, { signal, known })
  const list = await storage.catalogue.import(download, { signal, onProgress: (change) => progress.update(change) })
  if (!list) return false
  await list.commit(clock.now().toISOString())
  return true
}
