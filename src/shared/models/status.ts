/** The status bar's data. */
import type { ErrorInfo } from '../ipc/error.ts'
import type { Topic } from './freshness.ts'
import type { FolderProblem } from './pdf-folder.ts'
import type { SettingName } from './settings.ts'
import type { UpdateNotice } from './updates.ts'

/** rebuilt: a damaged file was set aside and replaced, or one was gone; memory: a file can't be written, so data is lost at quit unless it can be written before. */
export type StorageCondition = 'fine' | 'rebuilt' | 'memory'

const SEVERITY: Readonly<Record<StorageCondition, number>> = { fine: 0, rebuilt: 1, memory: 2 }

export const worseCondition = (one: StorageCondition, other: StorageCondition): StorageCondition =>
  SEVERITY[one] > SEVERITY[other] ? one : other

/** A setting, or the folder for new PDFs with all that belongs to it. */
export type LostSetting = SettingName | 'pdfFolder'

export interface Status {
  /** Of the account's provider; offline: of the computer. */
  reach: 'unknown' | 'online' | 'unreachable' | 'offline'
  /** Topics that are being fetched. */
  refreshing: Topic[]
  /** Another account's invoices are being fetched. */
  othersRefreshing: boolean
  nextTryAt: string | null
  /** The worst of all files. */
  storage: StorageCondition
  /** Went back to their default, because the stored ones were damaged, until the user has seen it. */
  lostSettings: readonly LostSetting[]
  /** A version of Portside to tell of; null: none. */
  update: UpdateNotice
  /** Of the folder that new PDFs are saved into; null: none, or saving is off. */
  folderProblem: FolderProblem | null
  /** Invoices to pay, of the account or of all; null: unknown. */
  openInvoices: number | null
  /** More may be open: a provider sent a part of its invoices, or an account's aren't known. */
  isOpenLeast: boolean
  /** The latest fetch of these invoices failed, of one account at least. */
  isOpenOutdated: boolean
  /** Topics whose latest refresh failed. */
  failed: Topic[]
  /** A topic's latest error, if the provider rejected the token and said why, or that its time is over. */
  refusal: ErrorInfo | null
  unseenChanges: number
  /** In the stored catalogue; null: none is stored. */
  products: number | null
}
