/** The sample's users, their profile and their tokens. None of this is secret. */
import { SAMPLE_CODE, SAMPLE_CODE_COMPANY, SAMPLE_CODE_EMAIL, SAMPLE_COMPANY, SAMPLE_EMAIL } from './credentials.ts'
import type { Texts } from './texts.ts'

export const INVOICE_HOST = 'invoices.portside.invalid'

export interface Person {
  userId: string
  email: string
  fullName: string
  company: string
  code: string | null
}

export const PEOPLE: readonly Person[] = [
  {
    userId: '0c9b5a52-6a0e-4d7c-9f39-2f0a8a1d7b11',
    email: SAMPLE_EMAIL,
    fullName: 'Robin Keller',
    company: SAMPLE_COMPANY,
    code: null
  },
  {
    userId: '5d1f7f0b-3a4c-4e26-8f0e-b7b1c0c6e922',
    email: SAMPLE_CODE_EMAIL,
    fullName: 'Toni Stepanek',
    company: SAMPLE_CODE_COMPANY,
    code: SAMPLE_CODE
  }
]

export const HOME = { address: 'Seefeldstrasse 12', zipCode: '8008', city: 'Zürich', country: 'Switzerland' }

const DAY = 86_400_000
const HOUR = 3_600_000

export const goodHome = ({ country }: Texts) => ({
  address: 'Lindenallee 12',
  zipCode: '20259',
  city: 'Hamburg',
  country: country('DE')
})

export function goodProfile(person: Person, texts: Texts): Record<string, unknown> {
  return {
    id: person.userId,
    email: person.email,
    fullName: person.fullName,
    phoneNumber: '+49 40 66969 142',
    customerId: 'cus_SAMPLE4821',
    registrationDateTime: '2023-10-17T09:00:00.000Z',
    ...goodHome(texts),
    companyName: person.company,
    companyIdentificationNumber: 'HRB 000000',
    companyVatNumber: 'DE000000000',
    emailConfirmed: true,
    phoneNumberConfirmed: true,
    twoFactorEnabled: person.code !== null,
    isAllowed: true
  }
}

export function difficultProfile(person: Person, now: Date): Record<string, unknown> {
  // The same all day, so two requests get the same answer.
  const day = Math.floor(now.getTime() / DAY) * DAY
  const registered = new Date(day - 1_130 * DAY + 9 * HOUR).toISOString()
  return {
    id: person.userId,
    owner: person.userId,
    creationDateTime: registered,
    lastUpdateDateTime: new Date(day - 9 * DAY + 16 * HOUR).toISOString(),
    userName: person.email,
    normalizedUserName: person.email.toUpperCase(),
    email: person.email,
    normalizedEmail: person.email.toUpperCase(),
    emailConfirmed: true,
    fullName: person.fullName,
    telegram: '@robinkeller',
    phoneNumber: '+41 44 555 01 42',
    phoneNumberConfirmed: false,
    twoFactorEnabled: person.code !== null,
    customerId: 'cus_SAMPLE4821',
    registrationDateTime: registered,
    ...HOME,
    isCompany: true,
    companyName: person.company,
    companyIdentificationNumber: 'CHE-000.000.000',
    companyVatNumber: null,
    hasBillingDetailsDefined: true,
    isAllowed: true,
    cultureConcern: 'en-GB',
    securityFlag: 'none',
    lockoutEnd: null,
    accessFailedCount: 0,
    // Fake credentials, to show that such fields are removed on arrival.
    passwordHash: 'SAMPLE-NOT-A-REAL-HASH',
    securityStamp: 'SAMPLE-NOT-A-REAL-STAMP',
    concurrencyStamp: 'SAMPLE-NOT-A-REAL-STAMP',
    passwordSignature: 'SAMPLE-NOT-A-REAL-SIGNATURE',
    fingerprintId: 'SAMPLE-NOT-A-REAL-FINGERPRINT'
  }
}

const TOKEN_SECONDS = 7 * 86_400

const encode = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const decode = (part: string): unknown => JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))

/** Not a signature: it only detects a token that was changed. */
function checkDigits(text: string): string {
  let sum = 17
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2147483647
  return `sample${sum.toString(36)}`
}

export function issueToken(email: string, issuedAt: Date): string {
  const person = PEOPLE.find((one) => one.email === email)
  const iat = Math.floor(issuedAt.getTime() / 1000)
  const claims = { sub: person?.userId ?? 'nobody', email, given_name: person?.fullName ?? '', iat }
  const body = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...claims, exp: iat + TOKEN_SECONDS })}`
  return `${body}.${checkDigits(body)}`
}

export function tokenEnd(issuedAt: Date): string {
  return new Date((Math.floor(issuedAt.getTime() / 1000) + TOKEN_SECONDS) * 1000).toISOString()
}

export const TOKEN_ERRORS = {
  MISSING_TOKEN: 'Authentication token is missing.',
  MALFORMED_TOKEN: 'Authentication token is malformed.',
  EXPIRED_TOKEN: 'Authentication token has expired.'
}

export function personOf(token: string | null, now: Date): Person | keyof typeof TOKEN_ERRORS {
  if (!token) return 'MISSING_TOKEN'
  const [head, claims, digits] = token.split('.')
  if (!head || !claims || checkDigits(`${head}.${claims}`) !== digits) return 'MALFORMED_TOKEN'
  const { email, exp } = decode(claims) as { email: string; exp: number }
  const person = PEOPLE.find((one) => one.email === email)
  if (!person) return 'MALFORMED_TOKEN'
  return exp * 1000 <= now.getTime() ? 'EXPIRED_TOKEN' : person
}
