import type { FolderProblem } from '../../../shared/models/pdf-folder.ts'
import type { SettingName, Settings, SettingsChange } from '../../../shared/models/settings.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { InvoiceLinks } from '../invoice-links.ts'
import type { FolderFiles, Notifier, PdfFolderRecord, Registry } from '../../ports/index.ts'

export interface PdfFolderParts extends CoreParts {
  registry: Pick<Registry, 'pdfFolder' | 'savePdfFolder'>
  links: Pick<InvoiceLinks, 'refresh'>
  notifier: Notifier
  settings: () => Pick<Settings, 'notify' | 'quietHours' | Extract<SettingName, `pdfFolder${string}`>>
  changeSettings: (change: SettingsChange) => unknown
  onScreen: () => boolean
  loadFolderFiles: () => Promise<FolderFiles>
  openSettings: () => void
}

export interface PdfSaverParts extends PdfFolderParts {
  folderFiles: FolderFiles
  record: () => PdfFolderRecord
  isChosen: (accountId: string) => boolean
  /** Whether the folder takes another new file today. */
  mayAddFile: () => boolean
  /** A file was saved. @param at ISO 8601 @param isNew false: it was there already */
  saved: (at: string, isNew: boolean) => void
  /** A run ended with this problem, or without one. */
  found: (problem: FolderProblem | null) => void
  /** Progress, or `notFetched`. */
  changed: () => void
}
