/** Who may sign in at the sample platform, and where it says it is. None of this is a secret. */

/** A name that no resolver knows (RFC 2606), so that a call which misses the in-process seam reaches nobody. */
export const SAMPLE_BASE_ADDRESS = 'https://sample.portside.invalid'

export const SAMPLE_ACCOUNT = {
  baseAddress: SAMPLE_BASE_ADDRESS,
  email: 'robin.keller@example.com',
  password: 'sample-password'
} as const

/** An account that signs in with a one-time code only. */
export const SAMPLE_CODE_ACCOUNT = {
  baseAddress: SAMPLE_BASE_ADDRESS,
  email: 'two.steps@example.com',
  password: 'sample-password',
  code: '246810'
} as const

export interface Person {
  userId: string
  email: string
  password: string
  fullName: string
  code: string | null
}

export const PEOPLE: readonly Person[] = [
  {
    userId: '0c9b5a52-6a0e-4d7c-9f39-2f0a8a1d7b11',
    email: SAMPLE_ACCOUNT.email,
    password: SAMPLE_ACCOUNT.password,
    fullName: 'Robin Keller',
    code: null
  },
  {
    userId: '5d1f7f0b-3a4c-4e26-8f0e-b7b1c0c6e922',
    email: SAMPLE_CODE_ACCOUNT.email,
    password: SAMPLE_CODE_ACCOUNT.password,
    fullName: 'Toni Stepanek',
    code: SAMPLE_CODE_ACCOUNT.code
  }
]
