/** The profile: no field of it is in the API document; the names are those published elsewhere (docs/provider-api.md). */

/** Fields that the page knows how to name, in the order shown, by group. */
export const PROFILE_GROUPS = {
  person: ['fullName', 'userName', 'email', 'phoneNumber', 'telegram', 'registeredAt'],
  address: ['address', 'zipCode', 'city', 'country'],
  company: ['companyName', 'companyIdentificationNumber', 'companyVatNumber', 'companyCountry'],
  account: ['customerId', 'id', 'emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']
} as const
export type ProfileGroup = keyof typeof PROFILE_GROUPS
export type ProfileField = (typeof PROFILE_GROUPS)[ProfileGroup][number]

export interface ProfileView {
  /** Name to greet with: full name, user name, or email; null when there is none of them. */
  title: string | null
  email: string | null
  /** Absent: the provider doesn't say that the account is blocked. `since` is ISO 8601. */
  blocked?: { reason: string | null; since: string | null } | undefined
  /**
   * `name`: of PROFILE_GROUPS. `other`: fields that the app does not know, by the provider's own names; objects and lists as
   * compact JSON text.
   */
  groups: Record<ProfileGroup | 'other', { name: string; value: string | number | boolean }[]>
  /** How many credential-like fields the provider sent; they were dropped on arrival. */
  dropped: number
}
