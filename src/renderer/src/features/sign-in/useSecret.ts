/** The password or token in the sign-in form, and the one-time code: when the form forgets them, and why. */
import { onBeforeUnmount, ref, watch } from 'vue'
import { isConnectionError, type ErrorCode, type ErrorInfo } from '../../../../shared/ipc/error.ts'
import { onPageHidden } from '../../ui/view.ts'

interface SignInAttempt {
  way: 'password' | 'token'
  /** The attempt sent a one-time code. */
  withCode: boolean
  /** Refused codes so far with this password. */
  refusedCodes: number
}

/** A password is forgotten after more refused codes than this. */
const MOST_REFUSED_CODES = 1

/** The provider refused the secret. */
const REFUSED: readonly ErrorCode[] = ['WRONG_CREDENTIALS', 'BLOCKED', 'UNAUTHORIZED', 'FORBIDDEN']

/**
 * A password is forgotten after every attempt that the provider answered, except one after a wrong code. A token, which
 * Portside stores anyway, is forgotten only when it is refused. `code`: another code may be all that is missing.
 */
export function afterAttempt(why: ErrorInfo, { way, withCode, refusedCodes }: SignInAttempt) {
  if (way === 'token') return { kept: !REFUSED.includes(why.code), refusedCodes: 0, code: false }
  // A refusal that doesn't name the password may mean the code.
  const mayMeanCode = withCode && why.code === 'WRONG_CREDENTIALS' && !/passw/i.test(why.providerMessage ?? '')
  if (why.code !== 'CODE_NEEDED' && !mayMeanCode) {
    const unanswered = isConnectionError(why) || why.code === 'INSECURE_ADDRESS' || why.code === 'BAD_REQUEST'
    return { kept: unanswered, refusedCodes, code: false }
  }
  const refused = refusedCodes + Number(withCode)
  return { kept: refused <= MOST_REFUSED_CODES, refusedCodes: refused, code: true }
}

/** Call in the form's setup: a secret outlives neither the form, nor a change between password and token, nor a lock. */
export function useSecret(way: () => 'password' | 'token') {
  const text = ref('')
  const code = ref('')
  /** Why the secret was cleared, until it is typed again. */
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
  watch(way, () => {
    forget()
    gone.value = null
  })
  onBeforeUnmount(forget)
  onPageHidden(() => lose('lock'))

  /** Call after a failed attempt. @returns the field that needs input; null: neither */
  function refused(why: ErrorInfo, withCode: boolean): 'secret' | 'code' | null {
    const after = afterAttempt(why, { way: way(), withCode, refusedCodes })
    if (after.code) code.value = ''
    refusedCodes = after.refusedCodes
    if (!after.kept) lose('try')
    if (text.value === '') return 'secret'
    return after.code ? 'code' : null
  }

  return { text, code, gone, refused, forget }
}
