/** The password or token in the sign-in form, with the code that goes along: how long they stay, and why they are gone. */
import { onBeforeUnmount, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import { onPageHidden } from '../../composables/hidden.ts'
import { afterAttempt } from './afterAttempt.ts'

export interface Secret {
  /** The password, or the token. */
  text: Ref<string>
  code: Ref<string>
  /** Why what was typed is gone: after a try, or because the app was locked. null: nothing is, or it was typed anew. */
  gone: Ref<'try' | 'lock' | null>
  /**
   * A try led nowhere.
   * @param withCode a code went along
   * @returns the field that waits for something; null: none of these
   */
  refused: (why: ErrorInfo, withCode: boolean) => 'secret' | 'code' | null
  forget: () => void
}

/** Call in the form's setup: a secret doesn't outlive it, nor wait behind the lock. */
export function useSecret(way: 'password' | 'token'): Secret {
  const text = ref('')
  const code = ref('')
  const gone = ref<'try' | 'lock' | null>(null)
  let refusedCodes = 0

  // Another password is judged anew.
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
