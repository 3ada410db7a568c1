/** An error as text: one sentence, the provider's own words, one next step, and details. Also: which errors views leave to the shell. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import {
  FILE_REASONS,
  FORM_REASONS,
  isSpecificMessage,
  type ErrorCode,
  type ErrorInfo
} from '../../../shared/ipc/error.ts'
import { formatTime, t } from '../i18n.ts'
import { useSession } from '../stores/session.ts'

export interface ErrorText {
  sentence: string
  /** A quote of the provider's reason; null if it gave none, or only a code or a title. */
  said: string | null
  next: string
  details: string[]
}

/** Keychain errors that keep the key of the stored data out of reach. */
const SEALED = [
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_SILENT',
  'KEYCHAIN_MISSING',
  'KEYCHAIN_REFUSED',
  'KEYCHAIN_CHANGED'
] as const

/** Findings with a sentence that replaces the error's. */
const WHOLE = [
  'html',
  'botCheck',
  'opensInBrowser',
  'noPdf',
  'noUserId',
  'redirects',
  'partOfList',
  'unusableToken',
  'userName',
  'noCalls',
  'otherOrigin',
  'address',
  'privateAddress',
  'file',
  'filePart',
  'fileMissing',
  'fileUnknown',
  'fileCredential',
  'newerFile',
  'settingsFile',
  'noViewer',
  'full',
  'busy',
  'manyAccounts',
  'manyOpened',
  'proxy',
  'proxyTunnel',
  'proxyCertificate',
  'proxyPassword'
] as const

const OWN_NEXT = [
  'html',
  'botCheck',
  'opensInBrowser',
  'noPdf',
  'noUserId',
  'redirects',
  'partOfList',
  'signInPath',
  'noToken',
  'unusableToken',
  'userName',
  'noCalls',
  'otherOrigin',
  'privateAddress',
  'filePart',
  'fileMissing',
  'fileUnknown',
  'fileCredential',
  'newerFile',
  'settingsFile',
  'noViewer',
  'full',
  'busy',
  'manyAccounts',
  'manyOpened',
  'proxy',
  'proxyTunnel',
  'proxyCertificate',
  'proxyPassword'
] as const

/** A refused sign-in is usually about what was typed. Otherwise the provider's reason says what to do. */
const CREDENTIAL_WORDS =
  /\b(passw\w*|credentials?|log-?in|sign-?in|user(name)?|e-?mail|no account|account (is |was |does )?not|code|token|key)\b/i
const ASKING_WORDS = /\b(confirm\w*|verif\w*|activat\w*|accept|agree|reset)\b/i
const isAboutCredentials = (words: string): boolean => CREDENTIAL_WORDS.test(words) && !ASKING_WORDS.test(words)

/** The kind of credential sent, if it was not an email and a password. */
export type Sent = 'token' | 'withCode'

/** What a part of a definition has to be. The form says the same of its fields. */
function whyText({ reason, values = '', least = '', most = '' }: NonNullable<ErrorInfo['why']>): string {
  const inFile = FILE_REASONS.find((one) => one === reason)
  const inForm = FORM_REASONS.find((one) => one === reason)
  if (inFile) return t(`error.why.${inFile}`, { values, most })
  return inForm ? t(`connection.invalid.${inForm}`, { least, most }) : ''
}

/** @param host used if the error has no host @param sent the credential that the provider refused */
export function errorText(error: ErrorInfo, host: string | null = null, sent: Sent | null = null): ErrorText {
  const fallback = t('error.thisProvider')
  const named = { host: error.host ?? host ?? fallback, proxy: error.proxy ?? '' }
  const capital = (text: string): string =>
    text.startsWith(fallback) ? text.charAt(0).toUpperCase() + text.slice(1) : text
  const whole = WHOLE.find((found) => found === error.found) ?? null
  const sealed = error.found === 'sealed' ? (SEALED.find((code) => code === error.code) ?? null) : null
  const ownNext = OWN_NEXT.find((found) => found === error.found) ?? null
  const tokenless = error.found === 'notSignedIn'
  const words = error.providerMessage
    ? capital(t('error.providerMessage', { ...named, words: error.providerMessage }))
    : null
  const said = isSpecificMessage(error.providerMessage ?? '') ? words : null
  const isRefused = error.code === 'WRONG_CREDENTIALS'
  const isAsked = isRefused && said !== null && !isAboutCredentials(error.providerMessage ?? '')
  const refused = isRefused && !isAsked ? sent : null
  const isForbidden = error.code === 'FORBIDDEN' && said !== null
  // The reply can be read: it says why there is nothing more in it.
  const saysWhy = error.code === 'BAD_REPLY' && error.found === undefined && said !== null
  const details: string[] = []
  if (error.found && error.found !== 'sealed' && error.found !== 'notSignedIn' && !whole)
    details.push(t(`error.found.${error.found}`))
  if (words !== null && said === null) details.push(words)
  if (error.proxy !== undefined && !whole) details.push(t('error.proxy', { proxy: error.proxy }))
  if (error.status !== undefined) details.push(t('error.status', { status: error.status }))
  const sentence = (): string => {
    if (whole) return capital(t(`error.found.${whole}`, { ...named, part: error.part ?? '' }))
    if (sealed) return t(`error.sealed.${sealed}.sentence`)
    if (tokenless) return t('error.notSignedIn.sentence')
    if (isAsked) return capital(t('error.asked.sentence', named))
    if (refused) return capital(t(`error.sent.${refused}.sentence`, named))
    if (saysWhy) return capital(t('error.saysWhy.sentence', named))
    return capital(t(`error.${error.code}.sentence`, named))
  }
  const nextStep = (): string => {
    if (sealed) return t(`error.sealed.${sealed}.next`)
    if (tokenless) return t('error.notSignedIn.next')
    if (error.retryAt) return t('error.retryAt', { time: formatTime(error.retryAt) })
    if (isAsked) return t('error.asked.next')
    if (refused) return t(`error.sent.${refused}.next`)
    if (saysWhy) return t('error.saysWhy.next')
    if (error.why) return whyText(error.why)
    if (ownNext !== null) return t(`error.nextFor.${ownNext}`)
    return isForbidden ? t('error.saysWhy.next') : t(`error.${error.code}.next`, named)
  }
  return { sentence: sentence(), said, next: nextStep(), details }
}

/** The status bar shows OFFLINE; a user who cancels needs no message. */
const ALWAYS_SHOWN_BY_SHELL: readonly ErrorCode[] = ['OFFLINE', 'CANCELLED']
/** A notice above every view shows these until the user acts. A view without data shows them too. */
const SHOWN_AS_NOTICE: readonly ErrorCode[] = [...ALWAYS_SHOWN_BY_SHELL, 'UNAUTHORIZED', ...SEALED]

/**
 * Errors that the shell shows for the whole app, so that views don't repeat them. A provider may refuse one request and
 * still accept the sign-in: then the view shows the error.
 */
export function useShellErrors(): ComputedRef<readonly ErrorCode[]> {
  const session = useSession()
  return computed(() => (session.stopped ? SHOWN_AS_NOTICE : ALWAYS_SHOWN_BY_SHELL))
}
