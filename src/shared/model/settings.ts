/** What the person chose, for the whole app. */
import { z } from 'zod'
import { EXPIRY_NOTICE_HOURS, LOCK_AFTER_MINUTES } from './lock-rules.ts'

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Row height of lists: 36 px or 44 px. */
  density: z.enum(['compact', 'comfortable']),
  /** With a PIN set: minutes without a touch after which the app locks; 0: not by itself. */
  lockAfterMinutes: z.literal(LOCK_AFTER_MINUTES),
  /** With a PIN set: lock when the computer sleeps or its screen locks. */
  lockWithScreen: z.boolean(),
  /** Hours before a sign-in's end from which on that is told; 0: never. */
  expiryNoticeHours: z.literal(EXPIRY_NOTICE_HOURS)
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  density: 'compact',
  lockAfterMinutes: 15,
  lockWithScreen: true,
  expiryNoticeHours: 24
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
  /** null: not known, because none were fetched or what is saved can't be opened now. */
  openInvoices: z.number().int().nullable(),
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
