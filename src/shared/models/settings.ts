/** What the person chose for the whole app, and what the app says of itself. */
import type { InvoiceColumn } from './invoice.ts'
import type { LOCK_AFTER_MINUTES } from './lock.ts'

/** Minutes from one refresh to the next; 0: only when the person asks. */
export const REFRESH_MINUTES = [0, 5, 15, 30, 60, 180, 360, 720, 1440] as const

/** Hours before a token's end from which on that is told, to choose from; 0: never. */
export const EXPIRY_NOTICE_HOURS = [0, 1, 24, 72, 168] as const

export const MINUTES_A_DAY = 1440

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  /** Row height of lists: 36 px or 44 px. */
  density: 'compact' | 'comfortable'
  /** With a PIN set: minutes without a touch after which the app locks; 0: not by itself. */
  lockAfterMinutes: (typeof LOCK_AFTER_MINUTES)[number]
  /** With a PIN set: lock when the computer sleeps or its screen locks. */
  lockWithScreen: boolean
  expiryNoticeHours: (typeof EXPIRY_NOTICE_HOURS)[number]
  refreshMinutes: (typeof REFRESH_MINUTES)[number]
  /** Tell of new, changed and due invoices by the system's notifications. */
  notify: boolean
  /** With amounts and numbers in them, which a locked screen may show, too. */
  notifyAmounts: boolean
  /** Minutes from midnight, by this computer's clock; from the first to before the last nothing is told. It may go over midnight. */
  quietHours: { from: number; to: number } | null
  /** What closing the window does: go on in the tray (without one: minimised), or quit. 'ask' until the person has said. */
  closing: 'ask' | 'stay' | 'quit'
  startWithSystem: boolean
  /** Started with the system, no window opens: the tray is enough. */
  startHidden: boolean
  /** Columns of the invoices' table, in their order; null: the person has not chosen (FIRST_COLUMNS). */
  invoiceColumns: InvoiceColumn[] | null
  /** The chart of the last twelve months is shown. */
  invoiceChart: boolean
}

/** Settings to change; the others stay. */
export type SettingsChange = { [S in keyof Settings]?: Settings[S] | undefined }

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  density: 'compact',
  lockAfterMinutes: 15,
  lockWithScreen: true,
  expiryNoticeHours: 24,
  refreshMinutes: 15,
  notify: true,
  notifyAmounts: false,
  quietHours: null,
  closing: 'ask',
  startWithSystem: false,
  startHidden: false,
  invoiceColumns: null,
  invoiceChart: true
}

/** One line about the connection, for the status bar. */
export interface Status {
  /** 'unknown' until the first call of this launch ended. */
  reach: 'unknown' | 'online' | 'offline'
  refreshing: boolean
  /** Next planned try (ISO 8601), when one is planned. */
  nextTryAt: string | null
  /** Health of the local data file: rebuilt = it was damaged and set aside; memory = it can't be written. */
  storage: 'fine' | 'rebuilt' | 'memory'
  /** null: not known, because none were fetched, what is saved can't be opened now, or only some of unknown state may be. */
  openInvoices: number | null
  /** The latest try for the invoices failed: there may be others by now. */
  invoicesFailed: boolean
  /** Changes in the catalogue since the person last looked at them. */
  unseenChanges: number
}

export interface AppInfo {
  version: string
  platform: string
  /** Folder with the stored data and the settings. */
  dataFolder: string
  /** BCP 47, the person's regional format. */
  locale: string
}

/** What this desktop lets the app do, as far as that can be told. */
export interface Desktop {
  /** There is a place for the tray icon. */
  tray: boolean
  /** The system starts Portside when the person signs in to it; null: this way of running can't be started by it. */
  startsWithSystem: boolean | null
  /** The system shows notifications. */
  notifications: boolean
}
