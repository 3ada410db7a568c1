/** A failure in the person's words: one sentence, one next step, and what stands behind them. */
import type { Failure } from '../../../shared/ipc/error.ts'
import { formatTime, t } from '../i18n/failure.ts'
import { retryAt } from './countdown.ts'

export interface FailureWords {
  sentence: string
  next: string
  /** Further facts, each a sentence; empty when there are none. */
  details: string[]
}

/** Why the password store keeps the key of what is saved from us. */
const SEALED = ['VAULT_LOCKED', 'VAULT_SILENT', 'VAULT_MISSING', 'VAULT_REFUSED', 'VAULT_CHANGED'] as const

/** What was found that says it all. */
const WHOLE = ['unusableToken', 'otherOrigin', 'privateAddress', 'file', 'newerFile', 'noViewer', 'busy'] as const

/** What was found that has a next step of its own. */
const OWN_NEXT = [
  'signInPath',
  'noToken',
  'unusableToken',
  'otherOrigin',
  'privateAddress',
  'noViewer',
  'busy'
] as const

/** What was sent, when that was more or other than an email and a password. */
export type Sent = 'token' | 'withCode'

/**
 * @param host named when the failure itself names none
 * @param sent what the platform didn't accept (WRONG_CREDENTIALS)
 */
export function failureWords(failure: Failure, host: string | null = null, sent: Sent | null = null): FailureWords {
  const fallback = t('failure.thisPlatform')
  const named = { host: failure.host ?? host ?? fallback }
  const capital = (text: string): string =>
    text.startsWith(fallback) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  const whole = WHOLE.find((found) => found === failure.found) ?? null
  const sealed = failure.found === 'sealed' ? (SEALED.find((code) => code === failure.code) ?? null) : null
  const ownNext = OWN_NEXT.find((found) => found === failure.found) ?? null
  const tokenless = failure.found === 'notSignedIn'
  const refused = failure.code === 'WRONG_CREDENTIALS' ? sent : null
  const details: string[] = []
  if (failure.found && failure.found !== 'sealed' && failure.found !== 'notSignedIn' && !whole)
    details.push(t(`failure.found.${failure.found}`))
  if (failure.platformSays) details.push(capital(t('failure.platformSays', { ...named, words: failure.platformSays })))
  if (failure.status !== undefined) details.push(t('failure.status', { status: failure.status }))
  const until = retryAt(failure)
  const sentence = (): string => {
    if (whole) return t(`failure.found.${whole}`)
    if (sealed) return t(`failure.sealed.${sealed}.sentence`)
    if (tokenless) return t('failure.notSignedIn.sentence')
    if (refused) return capital(t(`failure.sent.${refused}.sentence`, named))
    return capital(t(`failure.${failure.code}.sentence`, named))
  }
  const nextStep = (): string => {
    if (sealed) return t(`failure.sealed.${sealed}.next`)
    if (tokenless) return t('failure.notSignedIn.next')
    if (until !== null) return t('failure.retryAt', { time: formatTime(until) })
    if (refused) return t(`failure.sent.${refused}.next`)
    return ownNext === null ? t(`failure.${failure.code}.next`, named) : t(`failure.nextFor.${ownNext}`)
  }
  return { sentence: sentence(), next: nextStep(), details }
}
