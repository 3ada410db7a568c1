/** What the person chose, for the whole app. */
import { z } from 'zod'

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Row height of lists: 36 px or 44 px. */
  density: z.enum(['compact', 'comfortable'])
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = { theme: 'system', density: 'compact' }

/** One line about the connection, for the status bar. */
export const statusSchema = z.object({
  /** 'unknown' until the first call of this launch ended. */
  reach: z.enum(['unknown', 'online', 'offline']),
  refreshing: z.boolean(),
  /** Next planned try (ISO 8601), when one is planned. */
  nextTryAt: z.string().nullable(),
  /** Health of the local data file: rebuilt = it was damaged and set aside; memory = it can't be written. */
  storage: z.enum(['fine', 'rebuilt', 'memory']),
  openInvoices: z.number().int().nullable()
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
