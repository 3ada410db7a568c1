/** An error as text: one sentence, the provider's own words, one next step, and details. Also: which errors views leave to the shell. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { errorMessage, errorTexts, repeatsRefusal, type Sent } from '../../../shared/i18n/error-text.ts'
import {
  ERROR_CODES,
  FILE_REASONS,
  FORM_REASONS,
  isKeychainError,
  isSpecificMessage,
  type ErrorCode,
  type ErrorInfo
} from '../../../shared/ipc/error.ts'
import { formatTime, t } from '../i18n.ts'
import { useSession } from '../features/accounts/session.ts'

export interface ErrorText {
  sentence: string
  /** A quote of the provider's reason; null if it gave none, only a code or a title, or what the sentence says. */
  said: string | null
  next: string
  details: string[]
}

/** What a part of a definition has to be. */
export function whyText({ reason, values = '', least = '', most = '' }: NonNullable<ErrorInfo['why']>): string {
  const inFile = FILE_REASONS.find((one) => one === reason)
  const inForm = FORM_REASONS.find((one) => one === reason)
  if (inFile) return t(`error.why.${inFile}`, { values, most })
  return inForm ? t(`accounts.connection.invalid.${inForm}`, { least, most }) : ''
}

/** @param host used if the error has no host @param sent the credential that the provider refused */
export function errorText(error: ErrorInfo, host: string | null = null, sent: Sent | null = null): ErrorText {
  const { providerMessage, retryAt, why, proxy, status } = error
  const texts = errorTexts(error, sent)
  const words = providerMessage
    ? errorMessage(t, 'error.providerMessage', error, host, { words: providerMessage })
    : null
  const said = isSpecificMessage(providerMessage ?? '') && !repeatsRefusal(error) ? words : null
  const details: string[] = []
  if (texts.detail) details.push(t(texts.detail))
  if (words !== null && said === null) details.push(words)
  if (proxy !== undefined && !texts.isOwn) details.push(t('error.proxy', { proxy }))
  if (status !== undefined) details.push(t('error.status', { status }))
  const nextStep = (): string => {
    if (retryAt) return t('error.retryAt', { time: formatTime(retryAt) })
    return why ? whyText(why) : errorMessage(t, texts.next, error, host)
  }
  return { sentence: errorMessage(t, texts.sentence, error, host), said, next: nextStep(), details }
}

/** The status bar shows OFFLINE; a user who cancels needs no message. */
const ALWAYS_SHOWN_BY_SHELL: readonly ErrorCode[] = ['OFFLINE', 'CANCELLED']
/** A notice above every view shows these until the user acts. A view without data shows them too. */
const SHOWN_AS_NOTICE: readonly ErrorCode[] = [
  ...ALWAYS_SHOWN_BY_SHELL,
  'UNAUTHORIZED',
  ...ERROR_CODES.filter((code) => isKeychainError({ code }))
]

/**
 * Errors that the shell shows for the whole app, so that views don't repeat them. A provider may refuse one request and
 * still accept the sign-in: then the view shows the error.
 */
export function useShellErrors(): ComputedRef<readonly ErrorCode[]> {
  const session = useSession()
  return computed(() => (session.stopped ? SHOWN_AS_NOTICE : ALWAYS_SHOWN_BY_SHELL))
}
