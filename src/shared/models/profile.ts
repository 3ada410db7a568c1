import type { Money } from './invoice.ts'

/** The profile's field names aren't in the API document; HypeProxy published these: the OpenAPI file of API v2.1 and hypeproxy/hypeproxy-dotnet. */
export const PROFILE_GROUPS = {
  person: ['fullName', 'userName', 'email', 'phoneNumber', 'telegram', 'registeredAt'],
  address: ['address', 'zipCode', 'city', 'country'],
  company: ['billingName', 'companyName', 'companyIdentificationNumber', 'companyVatNumber', 'companyCountry'],
  account: ['customerId', 'id', 'emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']
} as const
export type ProfileGroup = keyof typeof PROFILE_GROUPS
export type ProfileField = (typeof PROFILE_GROUPS)[ProfileGroup][number]

export interface ProfileView {
  title: string | null
  email: string | null
  /** `since` is ISO 8601. */
  blocked?: { reason: string | null; since: string | null } | undefined
  /** Money in the account, with the provider's sign. Not what is owed: what a negative one means is the provider's. */
  balance?: Money | undefined
  /** `other`: fields unknown to the app, by the provider's names; objects and lists as JSON text. */
  groups: Record<ProfileGroup | 'other', { name: string; value: string | number | boolean }[]>
  dropped: number
}
