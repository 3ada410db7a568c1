/** Schemas for JSON from disk and from the page. main/ipc/inputs.ts has the other inputs. */
import { z } from 'zod'
import { LONGEST_LABEL, type Account } from '../../shared/models/account.ts'
import {
  areNamedApart,
  FIELD_SETTINGS,
  isCurrency,
  isFieldName,
  isFieldPath,
  isPath,
  isStatus,
  isTerm,
  isTimeout,
  LONGEST_ADDRESS,
  MOST_STATUSES,
  PRESETS,
  settingsOf,
  type Connection,
  type ConnectionSettings
} from '../../shared/models/connection.ts'
import { INVOICE_COLUMNS, INVOICE_STATES } from '../../shared/models/invoice.ts'
import {
  LOCK_AFTER_MINUTES,
  EXPIRY_NOTICE_HOURS,
  MINUTES_A_DAY,
  REFRESH_MINUTES,
  type Settings
} from '../../shared/models/settings.ts'

// Avoids code generation from strings, and starts faster (zod#5864).
z.config({ jitless: true })

const connectionSettings = {
  signInPath: z.string().refine(isPath),
  emailField: z.string().refine(isFieldName),
  passwordField: z.string().refine(isFieldName),
  codeField: z.string().refine(isFieldName),
  tokenAt: z.string().refine(isFieldPath).nullable(),
  profileCredential: z.enum(['header', 'query']),
  amountUnit: z.enum(['major', 'minor']),
  currency: z.string().refine(isCurrency).nullable(),
  statuses: z
    .custom<object>((all) => typeof all === 'object' && all !== null && Object.keys(all).length <= MOST_STATUSES)
    .pipe(z.record(z.string().refine(isStatus), z.enum(INVOICE_STATES))),
  paymentTermDays: z.number().refine(isTerm).nullable(),
  timeoutSeconds: z.number().refine(isTimeout)
} satisfies { [S in keyof ConnectionSettings]: z.ZodType<ConnectionSettings[S]> }

const presetSchema = z.enum(['v2', 'v3'])

export const connectionSchema = z
  .object({
    baseAddress: z.string().min(1).max(LONGEST_ADDRESS),
    preset: presetSchema,
    ...z.object(connectionSettings).partial().shape
  })
  .refine((connection) => areNamedApart(settingsOf(connection))) satisfies z.ZodType<Connection>

/** Drops unknown or invalid settings from disk: they must not cost the user the account. */
export const storedConnectionSchema = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null) return stored
  const usable = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(connectionSettings, name) ||
      connectionSettings[name as keyof ConnectionSettings].safeParse(value).success
  )
  const preset = presetSchema.catch('v2').parse('preset' in stored ? stored.preset : null)
  const own = { ...Object.fromEntries(usable), preset }
  // Any of the names may be wrong, so all fall back to the preset.
  const names: readonly string[] = areNamedApart({ ...PRESETS[preset], ...own }) ? [] : FIELD_SETTINGS
  return Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)))
}, connectionSchema)

/** Control characters, and characters that change text direction. The joiners of emoji are allowed. */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]+/gu

export const labelSchema = z
  .string()
  .max(1024)
  .overwrite((text) => text.replace(UNFIT, ' '))
  .trim()
  .min(1)
  .max(LONGEST_LABEL)

export const accountSchema = z.object({
  id: z.string(),
  label: z.string(),
  named: z.boolean().default(false),
  kind: z.enum(['password', 'token', 'sample']),
  connection: storedConnectionSchema,
  email: z.string().nullable(),
  tokenStored: z.boolean(),
  keyStored: z.boolean().default(false),
  signedOut: z.boolean().default(false),
  tokenExpiresAt: z.string().nullable(),
  addedAt: z.string()
}) satisfies z.ZodType<Account>

const minuteOfDay = z
  .number()
  .int()
  .min(0)
  .max(MINUTES_A_DAY - 1)

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['compact', 'comfortable']),
  lockAfterMinutes: z.literal(LOCK_AFTER_MINUTES),
  lockWithScreen: z.boolean(),
  expiryNoticeHours: z.literal(EXPIRY_NOTICE_HOURS),
  refreshMinutes: z.literal(REFRESH_MINUTES),
  notify: z.boolean(),
  notifyAmounts: z.boolean(),
  quietHours: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
  closing: z.enum(['ask', 'stay', 'quit']),
  startWithSystem: z.boolean(),
  startHidden: z.boolean(),
  invoiceColumns: z.array(z.enum(INVOICE_COLUMNS)).min(1).max(INVOICE_COLUMNS.length).nullable(),
  invoiceChart: z.boolean(),
  railCollapsed: z.boolean(),
  characterKeys: z.boolean()
}) satisfies z.ZodType<Settings>
