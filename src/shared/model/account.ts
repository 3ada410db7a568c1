/** An account at a platform: where it is and how it signs in. Never a secret. */
import { z } from 'zod'
import { storedConnectionSchema } from './connection.ts'

export const accountSchema = z.object({
  id: z.string(),
  /** Shown name: the email, else the host. */
  label: z.string(),
  kind: z.enum(['password', 'token', 'sample']),
  connection: storedConnectionSchema,
  email: z.string().nullable(),
  /** True once a token was put into the system's password store: a `null` from there is then not a sign-out. */
  tokenStored: z.boolean(),
  /** Token's end as read from the sign-in reply (ISO 8601), if it said. */
  tokenExpiresAt: z.string().nullable(),
  addedAt: z.string()
})
export type Account = z.infer<typeof accountSchema>

/**
 * Where the credential of the open account is: kept by the system's password store, in memory until quit,
 * not to be had because the store is locked or missing, ended with the last launch because it was kept in memory only,
 * or refused by the platform. Cached data is readable in every one of them.
 */
export const credentialSchema = z.enum(['kept', 'memory', 'locked', 'missing', 'forgotten', 'refused', 'sample'])
export type CredentialState = z.infer<typeof credentialSchema>

export const sessionStateSchema = z.discriminatedUnion('status', [
  /** `previous` fills the sign-in form after a sign-out. */
  z.object({ status: z.literal('signedOut'), previous: accountSchema.nullable() }),
  z.object({ status: z.literal('signedIn'), account: accountSchema, credential: credentialSchema })
])
export type SessionState = z.infer<typeof sessionStateSchema>
