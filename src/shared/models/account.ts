/** An account at a platform: where it is and how it signs in. Never a secret. */
import { z } from 'zod'
import { errorInfoSchema } from '../ipc/error.ts'
import { LONGEST_LABEL } from './account-rules.ts'
import { storedConnectionSchema } from './connection.ts'

/** Letters that the system's menus must not be given, or that turn the text around them; the joiners of emoji are none. */
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
  /** Shown name: the person's own, else the email, else the host. */
  label: z.string(),
  /** The label is the person's own; what the platform says does not change it. */
  named: z.boolean().default(false),
  kind: z.enum(['password', 'token', 'sample']),
  connection: storedConnectionSchema,
  email: z.string().nullable(),
  /** True once a token was put into the system's password store: a `null` from there is then not a sign-out. */
  tokenStored: z.boolean(),
  /** True once the key of the saved profile and invoices was put there. */
  keyStored: z.boolean().default(false),
  /** The person signed out; what is saved waits for the next sign-in. */
  signedOut: z.boolean().default(false),
  /** Token's end as read from the sign-in reply or the token itself (ISO 8601), if it said. */
  tokenExpiresAt: z.string().nullable(),
  addedAt: z.string()
})
export type Account = z.infer<typeof accountSchema>

/**
 * Where the credential of an account is: kept by the system's password store, in memory until quit, in the store but not to
 * be had, ended with the last launch because it was kept in memory only, refused by the platform, given up by the person.
 * Only `signedOut` is the person's doing, and the platform's answer alone makes `refused`.
 */
export const credentialSchema = z.enum(['kept', 'memory', 'unavailable', 'forgotten', 'refused', 'signedOut', 'sample'])
export type CredentialState = z.infer<typeof credentialSchema>

export const accountLineSchema = z.object({
  account: accountSchema,
  credential: credentialSchema,
  /** Why the store can't be used (KEYCHAIN_*), for `unavailable` and `memory`. */
  keychainError: errorInfoSchema.nullable()
})
export type AccountLine = z.infer<typeof accountLineSchema>

const everyState = {
  /** All accounts, in the person's order. */
  accounts: z.array(accountLineSchema),
  /** How many entries wait in a password store that couldn't be opened when they were to be removed. */
  pendingDeletions: z.number().int().nonnegative()
}

export const sessionStateSchema = z.discriminatedUnion('status', [
  /** No account is open. `previous` fills the sign-in form after a sign-out. */
  z.object({ status: z.literal('signedOut'), previous: accountSchema.nullable(), ...everyState }),
  z.object({ status: z.literal('signedIn'), ...accountLineSchema.shape, ...everyState })
])
export type SessionState = z.infer<typeof sessionStateSchema>
