/** The sample profile in the published v2 shape, with the internal fields that such a provider really sends. */
import type { Person } from './people.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

export function sampleProfile(person: Person, now: Date): Record<string, unknown> {
  // The same all day, so two requests get the same answer.
  const day = Math.floor(now.getTime() / DAY) * DAY
  const registered = new Date(day - 1_130 * DAY + 9 * HOUR)
  return {
    id: person.userId,
    owner: person.userId,
    creationDateTime: registered.toISOString(),
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
    registrationDateTime: registered.toISOString(),
    address: 'Seefeldstrasse 12',
    zipCode: '8008',
    city: 'Zürich',
    country: 'Switzerland',
    isCompany: true,
    companyName: 'Keller Market Research GmbH',
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
