/** Where each setting takes effect without a restart, and which spec shows it. A new setting has a row here. */
import type { SettingName } from '../../src/shared/models/settings.ts'

/** Core: test/unit/app/settings/settings-applied.test.ts. The page: test/component/settings/settings-applied.test.ts. Else the spec's file. */
type AppliedBy = 'core' | 'page' | `test/${string}.ts`

export const APPLIED_BY = {
  language: 'test/e2e/languages.spec.ts',
  region: 'page',
  theme: 'core',
  lockAfterMinutes: 'core',
  lockWithScreen: 'core',
  refreshMinutes: 'core',
  proxy: 'test/unit/app/network/proxy-settings.test.ts',
  notify: 'core',
  notifyAmounts: 'core',
  dueSoonDays: 'core',
  quietHours: 'core',
  balanceThreshold: 'core',
  closing: 'test/e2e/background.spec.ts',
  startWithSystem: 'test/unit/ipc/handlers.test.ts',
  /** It is about the next start by the system. */
  startHidden: 'test/e2e/background.spec.ts',
  globalShortcut: 'test/e2e/tray.spec.ts',
  trayTitle: 'test/unit/desktop/tray-title.test.ts',
  pdfFolderOn: 'test/e2e/pdf-folder.spec.ts',
  pdfFolderPattern: 'test/e2e/pdf-folder.spec.ts',
  pdfFolderAccounts: 'test/unit/invoices/pdf-folder/pdf-folder.test.ts',
  pdfFolderFrom: 'test/unit/invoices/pdf-folder/pdf-folder.test.ts',
  invoiceColumns: 'page',
  invoiceChart: 'page',
  allAccounts: 'page',
  csvSeparator: 'core',
  csvDecimalSign: 'core',
  csvIdentifiersAsFormulas: 'core',
  updateCheck: 'test/unit/app/updates/updates.test.ts',
  railCollapsed: 'page',
  characterKeys: 'page',
  graphicsProcessor: 'test/e2e/crashes.spec.ts'
} as const satisfies Record<SettingName, AppliedBy>

export type AppliedIn<Place extends AppliedBy> = {
  [Name in SettingName]: (typeof APPLIED_BY)[Name] extends Place ? Name : never
}[SettingName]
