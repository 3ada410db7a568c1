/** Schemas for JSON from disk and from the page. main/ipc/inputs.ts has the other inputs. */
import { z } from 'zod/mini'
import { LONGEST_LABEL, type AccountRecord } from '../shared/models/account.ts'
import { LONGEST_ADDRESS, UNKNOWN_PROVIDER, type Connection } from '../shared/models/connection.ts'
import { unusableEndpoint } from '../shared/models/provider.ts'
import { PROVIDER_IDS } from '../shared/providers/built-in.ts'
import { definitionOf } from '../shared/providers/definition.ts'
import { definitionParts, userName } from './provider/definitions/definition-schema.ts'
import { SETTINGS, type SettingName, type Settings } from '../shared/models/settings.ts'

const providerSchema = z.nullable(z.enum(PROVIDER_IDS))

const connectionParts = z.object({
  provider: providerSchema,
  baseUrl: z.string().check(z.minLength(1), z.maxLength(LONGEST_ADDRESS)),
  user: z.optional(userName),
  ...z.partial(z.object(definitionParts)).shape
}) satisfies z.ZodMiniType<Connection>

/** From the page. */
export const connectionSchema = connectionParts.check(
  z.refine((connection) => unusableEndpoint(definitionOf(connection)) === undefined)
)

/** What earlier versions renewed a token by. With it, the part would be invalid, and the usual one would hold. */
function withoutRenewal([name, value]: [string, unknown]): [string, unknown] {
  if (name !== 'signIn' || typeof value !== 'object' || value === null) return [name, value]
  const { renewal: _, ...signIn } = value as { renewal?: unknown }
  return [name, signIn]
}

/** Drops invalid parts from disk: they must not cost the user the account. A provider that isn't known stays unknown. */
const dropUnusable = z.transform((stored: unknown) => {
  if (typeof stored !== 'object' || stored === null) return stored
  const parts: [string, unknown][] = Object.entries(stored)
  const usable = parts
    .map(withoutRenewal)
    .filter(
      ([name, value]) =>
        !Object.hasOwn(definitionParts, name) ||
        definitionParts[name as keyof typeof definitionParts].safeParse(value).success
    )
  const provider = providerSchema.safeParse('provider' in stored ? stored.provider : undefined)
  return { ...Object.fromEntries(usable), provider: provider.success ? provider.data : UNKNOWN_PROVIDER }
})

export const storedConnectionSchema = z.pipe(
  dropUnusable,
  z.extend(connectionParts, { provider: z.nullable(z.enum([...PROVIDER_IDS, UNKNOWN_PROVIDER])) })
)

/** Control characters, and characters that change text direction. The joiners of emoji are allowed. */
const UNFIT =
  /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]+/gu

/** Each run of them is a space, and none is at an end. */
export const withoutUnfit = (text: string): string => text.replace(UNFIT, ' ').trim()

/** Typed at a sign-in. It names the account. */
export const emailSchema = z.string().check(z.maxLength(320), z.overwrite(withoutUnfit))

export const labelSchema = z
  .string()
  .check(z.maxLength(1024), z.overwrite(withoutUnfit), z.minLength(1), z.maxLength(LONGEST_LABEL))

/** An account's id names its folder. It stays below its parent, differs without regard to case, and is no reserved name on Windows. */
export const ACCOUNT_ID = /^[0-9a-z][0-9a-z-]{5,63}$/

export const accountSchema = z.object({
  id: z.string().check(z.regex(ACCOUNT_ID)),
  label: z.string(),
  named: z.boolean(),
  kind: z.enum(['password', 'token', 'sample']),
  connection: storedConnectionSchema,
  email: z.nullable(z.string()),
  profileName: z.optional(z.string()),
  tokenStored: z.boolean(),
  keyStored: z.boolean(),
  signedOut: z.boolean(),
  tokenExpiresAt: z.nullable(z.string()),
  addedAt: z.string()
}) satisfies z.ZodMiniType<AccountRecord>

type SettingSchemas = { [Name in SettingName]: z.ZodMiniType<Settings[Name]> }

const settingSchemas: Record<string, z.ZodMiniType> = {}
for (const [name, { isValid }] of Object.entries(SETTINGS)) settingSchemas[name] = z.custom(isValid)
/** From the settings table. */
export const settingsSchema = z.object(settingSchemas as SettingSchemas)
