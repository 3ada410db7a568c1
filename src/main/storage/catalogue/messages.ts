/** What passes between main and the catalogue's thread. A call names its file, so that one thread serves all accounts. */
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

/** What the thread does with one file. Intakes are numbered by main. */
export interface Methods {
  /** Opens the file, should it not be open. */
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
  /** Nobody looks at it any more: the file is closed, unless there is something in memory only. */
  leave(): void
}
export type MethodName = keyof Methods

export interface Question {
  id: number
  file: string
  method: MethodName
  args: unknown[]
}

/** Closes a file, or all of them, whatever is under way; then sets the gate, on which main waits. */
export interface Closing {
  close: string | null
  gate: Int32Array
}

export type Message = Question | Closing

export type Reply = { id: number; value: unknown } | { id: number; error: ErrorInfo } | { id: number; stack: string }

/** Products that were read so far. */
export interface Progress {
  intake: number
  products: number
}

export type Told = Reply | Progress
