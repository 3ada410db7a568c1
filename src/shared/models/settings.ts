/** What the person chose, for the whole app. */
import { z } from 'zod'
import { INVOICE_COLUMNS } from './invoice-rules.ts'
import { EXPIRY_NOTICE_HOURS, LOCK_AFTER_MINUTES } from './lock-rules.ts'
import { MINUTES_A_DAY, REFRESH_MINUTES } from './desktop-rules.ts'

const minuteOfDay = z
  .number()
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1)

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Row height of lists: 36 px or 44 px. */
  density: z.enum(['compact', 'comfortable']),
  /** With a PIN set: minutes without a touch after which the app locks; 0: not by itself. */
  lockAfterMinutes: z.literal(LOCK_AFTER_MINUTES),
  /** With a PIN set: lock when the computer sleeps or its screen locks. */
  lockWithScreen: z.boolean(),
  /** Hours before a sign-in's end from which on that is told; 0: never. */
  expiryNoticeHours: z.literal(EXPIRY_NOTICE_HOURS),
  /** Minutes from one refresh to the next; 0: not by itself. */
  refreshMinutes: z.literal(REFRESH_MINUTES),
  /** Tell of new, changed and due invoices by the system's notifications. */
  notify: z.boolean(),
  /** With amounts and numbers in them, which a locked screen may show, too. */
  notifyAmounts: z.boolean(),
  /** Minutes from midnight, by this computer's clock; from the first to before the last nothing is told. It may go over midnight. */
  quietHours: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
  /** What closing the window does: go on in the tray (without one: minimised), or quit. 'ask' until the person has said. */
  closing: z.enum(['ask', 'stay', 'quit']),
  startWithSystem: z.boolean(),
  /** Started with the system, no window opens: the tray is enough. */
  startHidden: z.boolean(),
  /** Columns of the invoices' table, in their order; null: the person has not chosen (FIRST_COLUMNS). */
  invoiceColumns: z.array(z.enum(INVOICE_COLUMNS)).min(1).max(INVOICE_COLUMNS.length).nullable(),
  /** The chart of the last twelve months is shown. */
  invoiceChart: z.boolean()
})
export type Settings = z.infer<typeof settingsSchema>

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
export const statusSchema = z.object({
  /** 'unknown' until the first call of this launch ended. */
  reach: z.enum(['unknown', 'online', 'offline']),
  refreshing: z.boolean(),
  /** Next planned try (ISO 8601), when one is planned. */
  nextTryAt: z.string().nullable(),
  /** Health of the local data file: rebuilt = it was damaged and set aside; memory = it can't be written. */
  storage: z.enum(['fine', 'rebuilt', 'memory']),
  /** null: not known, because none were fetched, what is saved can't be opened now, or only some of unknown state may be. */
  openInvoices: z.number().int().nullable(),
  /** The latest try for the invoices failed: there may be others by now. */
  invoicesFailed: z.boolean(),
  /** Changes in the catalogue since the person last looked at them. */
  unseenChanges: z.number().int()
})
export type Status = z.infer<typeof statusSchema>

export const appInfoSchema = z.object({
  version: z.string(),
  platform: z.string(),
  /** Folder with the cache and the settings. */
  dataFolder: z.string(),
  /** BCP 47, the person's regional format. */
  locale: z.string()
})
export type AppInfo = z.infer<typeof appInfoSchema>

/** What this desktop lets the app do, as far as that can be told. */
export const desktopSchema = z.object({
  /** There is a place for the tray icon. */
  tray: z.boolean(),
  /** The system starts Portside when the person signs in to it; null: this way of running can't be started by it. */
  startsWithSystem: z.boolean().nullable(),
  /** The system shows notifications. */
  notifications: z.boolean()
})
export type Desktop = z.infer<typeof desktopSchema>
