/** Messages between main and the catalogue worker. Each call names its file: one worker serves all accounts. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangePage, ChangeSpan } from '../../../shared/models/change.ts'
import type {
  LabelCount,
  ProviderSort,
  ProductPage,
  ProductQuery,
  ProductRow,
  ProductSeek,
  StoredOrder
} from '../../../shared/models/product.ts'
import type { ListArrival, ListReading, ProductRecord, StoredInfo, Validators } from '../../core/ports/index.ts'
import type { Condition } from '../store.ts'

/** The worker's methods for one file. Main numbers the intakes. */
export interface Methods {
  /** Opens the file if it is not open. */
  condition(): Condition
  info(): StoredInfo | null
  confirm(fetchedAt: string): void
  page(query: ProductQuery): ProductPage
  seek(seek: ProductSeek): number | null
  product(key: string): { record: ProductRecord; row: ProductRow } | null
  save(record: ProductRecord): void
  labels(): LabelCount[]
  records(query: ProductQuery): { records: ProductRecord[]; list: string }
  orders(): StoredOrder[]
  dropOrder(order: ProviderSort): void
  changes(span: ChangeSpan): ChangePage
  markSeen(upTo: number): void
  unseen(): number
  begin(intake: number, reading: ListReading): void
  take(intake: number, piece: Uint8Array): void
  end(intake: number): ListArrival
  commit(intake: number, info: { fetchedAt: string; validators: Validators | null }): number
  commitOrder(intake: number, order: Omit<StoredOrder, 'edition'>): void
  discard(intake: number): void
  /** Closes the file, unless it has data that couldn't be written. */
  leave(): void
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

export type MainMessage = CallMessage | CloseMessage

export type Reply = { id: number; value: unknown } | { id: number; error: ErrorInfo } | { id: number; stack: string }

/** Number of products read so far. */
export interface Progress {
  intake: number
  products: number
}

export type WorkerMessage = Reply | Progress
