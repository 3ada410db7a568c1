/** The user's settings, and facts about the app. */
import type { InvoiceColumn } from './invoice.ts'

export const REFRESH_MINUTES = [0, 5, 15, 30, 60, 180, 360, 720, 1440] as const

/** 0: never. */
export const EXPIRY_NOTICE_HOURS = [0, 1, 24, 72, 168] as const

export const MINUTES_A_DAY = 1440

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  /** Row height of lists: 36 px or 44 px. */
  density: 'compact' | 'comfortable'
  /** With a PIN set; 0: never. */
  lockAfterMinutes: (typeof LOCK_AFTER_MINUTES)[number]
  lockWithScreen: boolean
  expiryNoticeHours: (typeof EXPIRY_NOTICE_HOURS)[number]
  refreshMinutes: (typeof REFRESH_MINUTES)[number]
  notify: boolean
  notifyAmounts: boolean
  /** Minutes from midnight, local time; may span midnight. */
  quietHours: { from: number; to: number } | null
  /** 'stay': in the tray, or minimised without one. */
  closing: 'ask' | 'stay' | 'quit'
  startWithSystem: boolean
  startHidden: boolean
  /** In their order; null: FIRST_COLUMNS. */
  invoiceColumns: InvoiceColumn[] | null
  invoiceChart: boolean
  /** The rail shows icons without labels. A small window does the same. */
  railCollapsed: boolean
  /** Shortcuts of one character, which speech input may type by mistake (WCAG 2.1.4). */
  characterKeys: boolean
}

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
  invoiceChart: true,
  railCollapsed: false,
  characterKeys: true
}

export interface AppInfo {
  version: string
  platform: string
  dataFolder: string
  locale: string
}

/** 'refused': the system refused the last one. */
export const NOTIFICATION_STATES = ['supported', 'refused', 'unsupported'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

export interface Desktop {
  tray: boolean
  /** null: the system can't start this installation. */
  startsWithSystem: boolean | null
  notifications: NotificationState
}

/** Any characters, so that it may be a passphrase. */
export const PIN_LENGTH = { least: 4, most: 64 } as const

/** 0: never. */
export const LOCK_AFTER_MINUTES = [0, 1, 5, 15, 30, 60] as const

export interface LockState {
  enabled: boolean
  locked: boolean
  /** The system can unlock instead (Touch ID). */
  system: boolean
  triesLeft: number
  waitUntil: string | null
}
