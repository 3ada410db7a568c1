/** What becomes of the secret in the sign-in form after a try that led nowhere. */
import type { ErrorInfo, ErrorCode } from '../../../../shared/ipc/error.ts'

export interface SignInAttempt {
  way: 'password' | 'token'
  /** A one-time code went along. */
  withCode: boolean
  /** Codes that were refused before with the password that was sent. */
  refusedCodes: number
}

export interface AttemptOutcome {
  /** It stays in the form for one more try. */
  kept: boolean
  /** Codes that were refused with it so far. */
  refusedCodes: number
  /** Another code may be all that is missing. */
  code: boolean
}

/** A password may meet as many refused codes as this before it is forgotten. */
const CODES = 1

/** No answer of the provider: as far as is known, nobody looked at the password. */
const UNANSWERED: readonly ErrorCode[] = [
  'OFFLINE',
  'TIMEOUT',
  'UNREACHABLE',
  'TLS',
  'PROXY_AUTH',
  'INSECURE_ADDRESS',
  'BAD_REQUEST'
]
/** The provider looked at it and said no. A token is what Portside is given to keep, so only this makes the form forget it. */
const REFUSED: readonly ErrorCode[] = ['WRONG_CREDENTIALS', 'BLOCKED', 'UNAUTHORIZED', 'FORBIDDEN']

/** A password is forgotten after every try that the provider answered, but for one more after a wrong code. */
export function afterAttempt(why: ErrorInfo, { way, withCode, refusedCodes }: SignInAttempt): AttemptOutcome {
  if (way === 'token') return { kept: !REFUSED.includes(why.code), refusedCodes: 0, code: false }
  if (why.code !== 'CODE_NEEDED' && !(withCode && isOfCode(why)))
    return { kept: UNANSWERED.includes(why.code), refusedCodes, code: false }
  const refused = refusedCodes + Number(withCode)
  return { kept: refused <= CODES, refusedCodes: refused, code: true }
}

/** A refusal that doesn't name the password may mean the code that went along. */
const isOfCode = ({ code, providerMessage = '' }: ErrorInfo): boolean =>
  code === 'WRONG_CREDENTIALS' && !/passw/i.test(providerMessage)
