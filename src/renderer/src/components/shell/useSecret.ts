/** The password or token in the sign-in form, and the one-time code: when the form forgets them, and why. */
import { onBeforeUnmount, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { ErrorCode, ErrorInfo } from '../../../../shared/ipc/error.ts'
import { onPageHidden } from '../../composables/view.ts'

export interface SignInAttempt {
  way: 'password' | 'token'
  /** The attempt sent a one-time code. */
  withCode: boolean
  /** Refused codes so far with this password. */
  refusedCodes: number
}

export interface AttemptOutcome {
  /** The secret stays in the form. */
  kept: boolean
  refusedCodes: number
  /** Another code may be all that is missing. */
  code: boolean
}

/** A password is forgotten after more refused codes than this. */
const MOST_REFUSED_CODES = 1

/** The provider did not answer, so nobody checked the password. */
const UNANSWERED: readonly ErrorCode[] = [
  'OFFLINE',
  'TIMEOUT',
  'UNREACHABLE',
  'TLS',
  'PROXY_AUTH',
  'INSECURE_ADDRESS',
  'BAD_REQUEST'
]
/** The provider refused the secret. */
const REFUSED: readonly ErrorCode[] = ['WRONG_CREDENTIALS', 'BLOCKED', 'UNAUTHORIZED', 'FORBIDDEN']

/**
 * A password is forgotten after every attempt that the provider answered, except one after a wrong code. A token, which
 * Portside stores anyway, is forgotten only when it is refused.
 */
export function afterAttempt(why: ErrorInfo, { way, withCode, refusedCodes }: SignInAttempt): AttemptOutcome {
  if (way === 'token') return { kept: !REFUSED.includes(why.code), refusedCodes: 0, code: false }
  if (why.code !== 'CODE_NEEDED' && !(withCode && mayMeanCode(why)))
    return { kept: UNANSWERED.includes(why.code), refusedCodes, code: false }
  const refused = refusedCodes + Number(withCode)
  return { kept: refused <= MOST_REFUSED_CODES, refusedCodes: refused, code: true }
}

/** A refusal that doesn't name the password may mean the code. */
const mayMeanCode = ({ code, providerMessage = '' }: ErrorInfo): boolean =>
  code === 'WRONG_CREDENTIALS' && !/passw/i.test(providerMessage)

export interface Secret {
  /** The password, or the token. */
  text: Ref<string>
  code: Ref<string>
  /** Why the secret was cleared, until it is typed again. */
  gone: Ref<'try' | 'lock' | null>
  /** Call after a failed attempt. @returns the field that needs input; null: neither */
  refused: (why: ErrorInfo, withCode: boolean) => 'secret' | 'code' | null
  forget: () => void
}

/** Call in the form's setup: a secret outlives neither the form nor a lock. */
export function useSecret(way: 'password' | 'token'): Secret {
  const text = ref('')
  const code = ref('')
  const gone = ref<'try' | 'lock' | null>(null)
  let refusedCodes = 0

  watch(
    text,
    () => {
      refusedCodes = 0
      gone.value = null
    },
    { flush: 'sync' }
  )
  const forget = (): void => {
    text.value = code.value = ''
  }
  const lose = (why: 'try' | 'lock'): void => {
    if (text.value === '') return
    forget()
    gone.value = why
  }
  onBeforeUnmount(forget)
  onPageHidden(() => lose('lock'))

  function refused(why: ErrorInfo, withCode: boolean): 'secret' | 'code' | null {
    const after = afterAttempt(why, { way, withCode, refusedCodes })
    if (after.code) code.value = ''
    refusedCodes = after.refusedCodes
    if (!after.kept) lose('try')
    if (text.value === '') return 'secret'
    return after.code ? 'code' : null
  }

  return { text, code, gone, refused, forget }
}
