/** How an account's platform is spoken to: where it is, and how it differs from the published ones. Never a secret. */
import { z } from 'zod'
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
  settingsOf
} from './connection-rules.ts'
import { INVOICE_STATES } from './invoice.ts'

/** The published interface that the platform is closest to (docs/platform.md); v2 is the default. */
export const presetSchema = z.enum(['v2', 'v3'])
export type Preset = z.infer<typeof presetSchema>

/** The settings beside address and preset. */
const settings = {
  /** Where to sign in, below the base address. */
  signInPath: z.string().refine(isPath),
  /** Names of the fields in the sign-in request. */
  emailField: z.string().refine(isFieldName),
  passwordField: z.string().refine(isFieldName),
  codeField: z.string().refine(isFieldName),
  /** Where the token is in the reply, such as `data.token`; null: under one of the known names. */
  tokenAt: z.string().refine(isFieldPath).nullable(),
  /** How the profile call carries the credential. `query` puts it into the address, as `?apikey=`. */
  profileCredential: z.enum(['header', 'query']),
  /** `minor`: invoices tell amounts in cents, or whatever the currency's smallest unit is. */
  amountUnit: z.enum(['major', 'minor']),
  /** Currency of invoices that name none; null: not known. */
  currency: z.string().refine(isCurrency).nullable(),
  /** What the platform's invoice statuses mean (a number as text), where the person said so. */
  statuses: z
    // Counted before each is looked at.
    .custom<object>((all) => typeof all === 'object' && all !== null && Object.keys(all).length <= MOST_STATUSES)
    .pipe(z.record(z.string().refine(isStatus), z.enum(INVOICE_STATES))),
  /** Days after its issue that an invoice without a due date is due, as the person says; null: not said. */
  paymentTermDays: z.number().refine(isTerm).nullable(),
  /** Time for a whole call. */
  timeoutSeconds: z.number().refine(isTimeout)
}
const settingsSchema = z.object(settings)
export type ConnectionSettings = z.infer<typeof settingsSchema>

const place = {
  /** Origin and optional path prefix, no trailing slash, no query; https, or http to loopback. */
  baseAddress: z.string().min(1).max(LONGEST_ADDRESS),
  preset: presetSchema
}

/** A setting that is left out is as the preset has it. */
const partSchema = z.object({ ...place, ...settingsSchema.partial().shape })
export type Connection = z.infer<typeof partSchema>
export const connectionSchema = partSchema.refine((connection) => areNamedApart(settingsOf(connection)))

/** The same as it is read from a file: a setting that this version doesn't take must not cost the account. */
export const storedConnectionSchema = z.preprocess((stored) => {
  if (typeof stored !== 'object' || stored === null) return stored
  const usable = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(settings, name) || settings[name as keyof typeof settings].safeParse(value).success
  )
  const preset = presetSchema.catch('v2').parse('preset' in stored ? stored.preset : null)
  const own = { ...Object.fromEntries(usable), preset }
  // Which of the names is the wrong one can't be told, so the preset's count again.
  const names: readonly string[] = areNamedApart({ ...PRESETS[preset], ...own }) ? [] : FIELD_SETTINGS
  return Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)))
}, connectionSchema)

/** A status met in the account's invoices. */
export const invoiceStatusSchema = z.object({
  /** As the platform writes it. */
  status: z.string(),
  /** A number, whose meaning is documented nowhere. */
  isNumber: z.boolean(),
  count: z.number().int().positive(),
  /** What it is taken for now. */
  state: z.enum(INVOICE_STATES)
})
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>
