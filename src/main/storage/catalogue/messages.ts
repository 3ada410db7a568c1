/** Messages between main and the catalogue worker. Each call names its file: one worker serves all accounts. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { StoredOrder } from '../../../shared/models/product.ts'
import type { CatalogueStorage, ListArrival, ListReading, StoredInfo, Validators } from '../../core/ports/index.ts'
import type { Condition } from '../store.ts'

/** Methods that main passes on as they are. */
export interface CatalogueFile extends Omit<CatalogueStorage, 'intake'> {
  condition(): Promise<Condition>
  info(): Promise<StoredInfo | null>
  confirm(fetchedAt: string): Promise<void>
}

/** The worker's methods for one file. Main numbers the intakes. */
export interface Methods extends CatalogueFile {
  begin(intake: number, reading: ListReading): Promise<void>
  take(intake: number, piece: Uint8Array): Promise<void>
  end(intake: number): Promise<ListArrival>
  commit(intake: number, info: { fetchedAt: string; validators: Validators | null }): Promise<number>
  commitOrder(intake: number, order: Omit<StoredOrder, 'edition'>): Promise<void>
  discard(intake: number): Promise<void>
  /** Closes the file, unless it has data that couldn't be written. */
  leave(): Promise<void>
}
export type MethodName = keyof Methods

export interface CallMessage {
  id: number
  file: string
  method: MethodName
  args: unknown[]
}

/** Closes one file, or all (null), and cancels their calls. Main waits until `gate` is set. */
export interface CloseMessage {
  close: string | null
  gate: Int32Array
}

type Reply = { id: number; value: unknown } | { id: number; error: ErrorInfo } | { id: number; stack: string }

export type WorkerMessage = Reply | { intake: number; products: number }
