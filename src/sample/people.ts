/** Accounts and hosts of the sample provider. None of this is secret. */

/** A name that no resolver knows (RFC 2606), so a request that misses the in-process fetch reaches nobody. */
export const SAMPLE_BASE_ADDRESS = 'https://sample.portside.invalid'

export const SAMPLE_EMAIL = 'robin.keller@example.com'
/** The password of every sample user. */
export const SAMPLE_PASSWORD = 'sample-password'

/** A user who needs a one-time code, and the code. */
export const SAMPLE_CODE_EMAIL = 'two.steps@example.com'
export const SAMPLE_CODE = '246810'

export interface Person {
  userId: string
  email: string
  fullName: string
  code: string | null
}

export const PEOPLE: readonly Person[] = [
  { userId: '0c9b5a52-6a0e-4d7c-9f39-2f0a8a1d7b11', email: SAMPLE_EMAIL, fullName: 'Robin Keller', code: null },
  {
    userId: '5d1f7f0b-3a4c-4e26-8f0e-b7b1c0c6e922',
    email: SAMPLE_CODE_EMAIL,
    fullName: 'Toni Stepanek',
    code: SAMPLE_CODE
  }
]

/** The host of invoice PDFs, which no resolver knows (RFC 2606). */
export const INVOICE_HOST = 'invoices.portside.invalid'
