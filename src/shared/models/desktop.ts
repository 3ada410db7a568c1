/** Facts about the app and the desktop that it runs on. */
import type { SampleData } from './account.ts'

/** The page's texts. */
export interface PageMessages {
  /** BCP 47. */
  language: string
  /** An object of the form of `i18n/en/page.json`. A string crosses the bridge as one value. */
  json: string
}

export interface AppInfo {
  version: string
  platform: string
  dataFolder: string
  /** BCP 47, of the system's regional format. */
  locale: string
  /** BCP 47, of the interface's languages. */
  languages: string[]
  /** What the sample shows. A packaged app has no switch for difficult data. */
  sample: SampleData
}

/** 'refused': the system refused the last one. */
export const NOTIFICATION_STATES = ['supported', 'refused', 'unsupported'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/**
 * Of the global shortcut. 'taken': the system or another program has it. 'requested': the desktop decides, and doesn't say how
 * (Wayland). 'unsupported': this desktop lets no program have one.
 */
export const SHORTCUT_STATES = ['off', 'registered', 'taken', 'requested', 'unsupported'] as const
export type ShortcutState = (typeof SHORTCUT_STATES)[number]

export interface Desktop {
  tray: boolean
  /** null: the system can't start this installation. */
  startsWithSystem: boolean | null
  notifications: NotificationState
  shortcut: ShortcutState
}
