/** Main's side of one catalogue: each method calls the one of CatalogueStore with its name, in the worker. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { CatalogueStorage, ImportOptions, ListDownload, StagedList } from '../../ports/index.ts'
import { readBeforeOpening } from '../../storage/database.ts'
import { changePage, unseen } from './change-log.ts'
import { CATALOGUE_VERSION, listSize } from './list-info.ts'
import { ListImport } from './list-import.ts'
import type { CallCatalogue, CatalogueCalls, MethodName } from './serve-catalogues.ts'
import type { WorkerClient } from './worker-client.ts'

/** Methods that do nothing but call the worker. */
const FORWARDED = [
  'info',
  'confirm',
  'page',
  'seek',
  'product',
  'save',
  'labels',
  'records',
  'ensureIndexed',
  'sortOrders',
  'dropSortOrder',
  'markSeen',
  'markAllSeen'
] as const satisfies readonly MethodName[]

export interface CatalogueClient extends CatalogueStorage, Pick<CatalogueCalls, 'info' | 'confirm' | 'condition'> {
  /** Closes the file, unless it has data that couldn't be written. Doesn't wait. */
  leave(): void
}

/** @param assertOpen throws once the account's files are closed: a late call must not create an erased file again */
export function createCatalogueClient(
  worker: Pick<WorkerClient, 'call' | 'isRunning'>,
  file: string,
  assertOpen: () => void
): CatalogueClient {
  const call = (async (method: MethodName, ...args: never[]) => {
    assertOpen()
    return worker.call(file, method, args)
  }) as CallCatalogue
  const forwarded = Object.fromEntries(
    FORWARDED.map((method) => [method, (...args: never[]) => call(method, ...(args as never))])
  ) as unknown as Pick<CatalogueCalls, (typeof FORWARDED)[number]>
  /**
   * The few rows that a start shows. Before the worker runs, main reads them by itself, because starting a worker takes longer
   * than all the rest of a start. The worker is started for a file that can't be read.
   */
  const readEarly = <T>(work: (db: DatabaseSync) => T): T | null => {
    assertOpen()
    return worker.isRunning ? null : readBeforeOpening(file, CATALOGUE_VERSION, work)
  }
  return {
    ...forwarded,
    /** Until the worker runs: whether the file can be read. */
    condition: async () => readEarly(() => 'fine' as const) ?? call('condition'),
    changes: async (query) => readEarly((db) => changePage(db, query)) ?? call('changes', query),
    unseen: async () => readEarly(unseen) ?? call('unseen'),
    size: async () => readEarly(listSize) ?? call('size'),
    import: (download, options) => importList(call, download, options),
    leave: () => void call('leave').catch(() => undefined)
  }
}

async function importList(
  call: CallCatalogue,
  download: ListDownload,
  options: ImportOptions
): Promise<StagedList | null> {
  const list = new ListImport(call, download, options)
  try {
    const answer = await download.receive(() => list.start())
    if (options.signal.aborted) throw new AppError('CANCELLED')
    if (answer) return list.staged(answer)
    await list.discard()
    return null
  } catch (error) {
    // If discarding fails too, the first error says more.
    await Promise.allSettled([list.discard()])
    throw error
  }
}
