/** Who may sign in at the sample platform, and where it says it is. None of this is a secret. */

/** A name that no resolver knows (RFC 2606), so that a call which misses the in-process seam reaches nobody. */
export const SAMPLE_BASE_ADDRESS = 'https://sample.portside.invalid'

export const SAMPLE_EMAIL = 'robin.keller@example.com'
/** Of every person of the sample. */
export const SAMPLE_PASSWORD = 'sample-password'

/** A person who signs in with a one-time code only, and the code. */
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
