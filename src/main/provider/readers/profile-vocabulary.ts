/** Names that APIs have for what a profile says, in order of trust. Rules: docs/provider-replies.md. */
import type { ProfileField } from '../../../shared/models/profile.ts'
import { words } from './names.ts'

/** Also inside `billing`. */
const inBilling = (names: readonly string[]): readonly string[] => [...names, ...names.map((name) => `billing.${name}`)]

/** The published name first. A dot stands for a part of PARTS. One spelling of each is enough (field-names.ts). */
export const PROFILE_NAMES: Record<ProfileField, readonly string[]> = {
  fullName: words('fullName'),
  userName: words('userName login loginName nickname nick handle'),
  email: words('email emailAddress primaryEmail mail'),
  phoneNumber: words('phoneNumber phone phoneNo mobile mobilePhone mobileNumber telephone tel'),
  telegram: words('telegram telegramUsername telegramHandle telegramId'),
  registeredAt: words(
    'registeredAt registrationDateTime registrationDate dateJoined joinedAt memberSince createdAt created dateCreated'
  ),
  address: words(
    'address streetAddress street address1 addressLine1 street1 address.line1 address.addressLine1 address.address1',
    'address.street address.streetAddress'
  ),
  zipCode: words('zipCode zip postalCode postCode plz address.zipCode address.zip address.postalCode address.postCode'),
  city: words('city town locality address.city address.town address.locality'),
  country: words(
    'country country.name country.code countryName countryCode address.country address.country.name',
    'address.country.code address.countryName address.countryCode'
  ),
  billingName: words('billingName'),
  companyName: words('companyName company organization organisation businessName company.name company.companyName'),
  companyIdentificationNumber: words(
    'companyIdentificationNumber companyNumber companyRegistrationNumber company.number company.registrationNumber'
  ),
  companyVatNumber: words(
    'companyVatNumber companyVat vatNumber vatId vatIn taxId taxNumber company.vatNumber company.vatId company.vat',
    'company.taxId'
  ),
  companyCountry: words('companyCountry company.country company.country.name company.country.code'),
  customerId: words('customerId customerNumber clientId clientNumber accountNumber'),
  id: words('id userId accountId uuid'),
  emailConfirmed: words('emailConfirmed emailVerified emailApproved isEmailConfirmed isEmailVerified'),
  phoneNumberConfirmed: words('phoneNumberConfirmed phoneConfirmed phoneVerified phoneNumberVerified isPhoneVerified'),
  twoFactorEnabled: words('twoFactorEnabled isTwoFactorEnabled twoFactor mfaEnabled 2faEnabled has2fa'),
  isAllowed: words('isAllowed')
}

/** Money in the account. At proxy providers it may be traffic, but then as text with its unit. */
export const BALANCE_NAMES = inBilling(
  words('accountBalance balance currentBalance availableBalance walletBalance wallet accountFunds funds accountCredit')
)
/** In minor units. */
export const MINOR_BALANCE_NAMES = inBilling(
  words('accountBalanceCents balanceCents balanceInCents balanceMinor walletBalanceCents creditBalanceCents')
)
/** Also names for points or requests: money only with a currency. */
export const MAYBE_BALANCE_NAMES = inBilling(words('creditBalance credit credits'))
export const BALANCE_CURRENCY_NAMES = inBilling(words('balanceCurrency accountCurrency currencyCode currency'))

/** Two names make one; a single name may be of a person, a company or an account. */
export const FIRST_NAMES = words('firstName givenName forename name.first name.firstName name.given')
export const LAST_NAMES = words('lastName familyName surname name.last name.lastName name.family')
export const SINGLE_NAMES = words('displayName name realName contactName company.contactName')
export const SECOND_LINES = words('address2 addressLine2 street2 address.line2 address.addressLine2 address.address2')

export const BLOCKED_NAMES = words('suspended isSuspended blocked isBlocked banned isBanned disabled isDisabled')
export const STATUS_NAMES = words('accountStatus accountState userStatus userState status state')
/** Statuses of an account that is blocked. Not `locked`: a lock often ends by itself. */
export const BLOCKED_WORDS: ReadonlySet<string> = new Set(
  words('suspended blocked banned disabled deactivated terminated')
)
export const BLOCK_REASONS = words(
  'suspensionReason suspendedReason suspendReason blockedReason blockReason bannedReason banReason disabledReason'
)
export const BLOCK_DATES = words('suspendedAt suspendedSince blockedAt blockedSince bannedAt disabledAt')

/** Objects with more of the person's own fields. */
export const PERSON_WRAPPERS: ReadonlySet<string> = new Set(
  words('account user client customer member contact profile data result attributes')
)

/** Objects whose fields mean something else than the person's own of the same name, and what they are in the names above. */
export const PARTS: ReadonlyMap<string, string> = new Map([
  ...words('billing billingdetails billinginfo billingaddress billingcontact').map(
    (name) => [name, 'billing'] as const
  ),
  ...words('address postaladdress').map((name) => [name, 'address'] as const),
  ...words('company organization organisation').map((name) => [name, 'company'] as const),
  ['country', 'country'],
  ['name', 'name']
])
