/** Schemas for JSON from disk and from the page. main/ipc/inputs.ts has the other inputs. */
import { z } from 'zod/mini'
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
import { INVOICE_STATES } from '../../shared/models/invoice.ts'
import { SETTINGS, type SettingName, type Settings } from '../../shared/models/settings.ts'

const connectionSettings = {
  signInPath: z.string().check(z.refine(isPath)),
  emailField: z.string().check(z.refine(isFieldName)),
  passwordField: z.string().check(z.refine(isFieldName)),
  codeField: z.string().check(z.refine(isFieldName)),
  tokenAt: z.nullable(z.string().check(z.refine(isFieldPath))),
  profileCredential: z.enum(['header', 'query']),
  amountUnit: z.enum(['major', 'minor']),
  currency: z.nullable(z.string().check(z.refine(isCurrency))),
  statuses: z.pipe(
    z.custom<object>((all) => typeof all === 'object' && all !== null && Object.keys(all).length <= MOST_STATUSES),
    z.record(z.string().check(z.refine(isStatus)), z.enum(INVOICE_STATES))
  ),
  missingStatus: z.nullable(z.enum(INVOICE_STATES)),
  paymentTermDays: z.nullable(z.number().check(z.refine(isTerm))),
  timeoutSeconds: z.number().check(z.refine(isTimeout))
} satisfies { [S in keyof ConnectionSettings]: z.ZodMiniType<ConnectionSettings[S]> }

const presetSchema = z.enum(['v2', 'v3'])

export const connectionSchema = z
  .object({
    baseAddress: z.string().check(z.minLength(1), z.maxLength(LONGEST_ADDRESS)),
    preset: presetSchema,
    ...z.partial(z.object(connectionSettings)).shape
  })
  .check(z.refine((connection) => areNamedApart(settingsOf(connection)))) satisfies z.ZodMiniType<Connection>

/** Drops unknown or invalid settings from disk: they must not cost the user the account. */
const dropUnusable = z.transform((stored: unknown) => {
  if (typeof stored !== 'object' || stored === null) return stored
  const usable = Object.entries(stored).filter(
    ([name, value]) =>
      !Object.hasOwn(connectionSettings, name) ||
      connectionSettings[name as keyof ConnectionSettings].safeParse(value).success
  )
  const preset = z.catch(presetSchema, 'v2').parse('preset' in stored ? stored.preset : null)
  const own = { ...Object.fromEntries(usable), preset }
  // Any of the names may be wrong, so all fall back to the preset.
  const names: readonly string[] = areNamedApart({ ...PRESETS[preset], ...own }) ? [] : FIELD_SETTINGS
  return Object.fromEntries(Object.entries(own).filter(([name]) => !names.includes(name)))
})

export const storedConnectionSchema = z.pipe(dropUnusable, connectionSchema)

/** Control characters, and characters that change text direction. The joiners of emoji are allowed. */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]+/gu

export const labelSchema = z.string().check(
  z.maxLength(1024),
  z.overwrite((text) => text.replace(UNFIT, ' ')),
  z.trim(),
  z.minLength(1),
  z.maxLength(LONGEST_LABEL)
)

/** An account's id names its folder. It stays below its parent, differs without regard to case, and is no reserved name on Windows. */
export const ACCOUNT_ID = /^[0-9a-z][0-9a-z-]{5,63}$/

export const accountSchema = z.object({
  id: z.string().check(z.regex(ACCOUNT_ID)),
  label: z.string(),
  named: z.boolean(),
  kind: z.enum(['password', 'token', 'sample']),
  connection: storedConnectionSchema,
  email: z.nullable(z.string()),
  tokenStored: z.boolean(),
  keyStored: z.boolean(),
  signedOut: z.boolean(),
  tokenExpiresAt: z.nullable(z.string()),
  addedAt: z.string()
}) satisfies z.ZodMiniType<Account>

type SettingSchemas = { [Name in SettingName]: z.ZodMiniType<Settings[Name]> }

const settingSchemas: Record<string, z.ZodMiniType> = {}
for (const [name, { isValid }] of Object.entries(SETTINGS)) settingSchemas[name] = z.custom(isValid)
/** From the settings table. */
export const settingsSchema = z.object(settingSchemas as SettingSchemas)
