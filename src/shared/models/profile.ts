/** The profile: no field of it is in the API document; the names are those published elsewhere (docs/platform.md). */
import { z } from 'zod'

/** Fields that the page knows how to name, in the order shown, by group. */
export const PROFILE_GROUPS = {
  person: ['fullName', 'userName', 'email', 'phoneNumber', 'telegram', 'registeredAt'],
  address: ['address', 'zipCode', 'city', 'country'],
  company: ['companyName', 'companyIdentificationNumber', 'companyVatNumber', 'companyCountry'],
  account: ['customerId', 'id', 'emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']
} as const
export type ProfileGroup = keyof typeof PROFILE_GROUPS
export type ProfileField = (typeof PROFILE_GROUPS)[ProfileGroup][number]

export const profileFieldSchema = z.object({
  /** A name of PROFILE_GROUPS, or the platform's own name for `other`. */
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()])
})

export const profileViewSchema = z.object({
  /** Name to greet with: full name, user name, or email; null when there is none of them. */
  title: z.string().nullable(),
  email: z.string().nullable(),
  /** Absent: the provider doesn't say that the account is blocked. `since` is ISO 8601. */
  blocked: z.object({ reason: z.string().nullable(), since: z.string().nullable() }).optional(),
  groups: z.object({
    person: z.array(profileFieldSchema),
    address: z.array(profileFieldSchema),
    company: z.array(profileFieldSchema),
    account: z.array(profileFieldSchema),
    /** Fields under names the app does not know; objects and lists as compact JSON text. */
    other: z.array(profileFieldSchema)
  }),
  /** How many credential-like fields the platform sent; they were dropped on arrival. */
  dropped: z.number().int()
})
export type ProfileView = z.infer<typeof profileViewSchema>
