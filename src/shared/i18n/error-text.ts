/** What errors say: the page, the tray and the command line take it from here. A code without texts doesn't compile. */
import { isKeychainError, isSpecificMessage, type ErrorInfo } from '../ipc/error.ts'
import type page from './en/page.json'
import type { MessageKeyOf, Named } from './translator.ts'

type Key = MessageKeyOf<typeof page>
type Translate = (key: Key, named?: Named) => string
type Found = NonNullable<ErrorInfo['found']>

interface Texts {
  sentence: Key
  next: Key
}

/** The kind of credential sent, if it was not an email and a password. */
export type Sent = 'token' | 'withCode'

/** In place of the code's texts. `detail`: says more, below the code's sentence. */
const FOUND_TEXTS: Readonly<Record<Exclude<Found, 'sealed'>, Partial<Texts> & { detail?: Key }>> = {
  html: { sentence: 'error.found.html', next: 'error.nextFor.html' },
  botCheck: { sentence: 'error.found.botCheck', next: 'error.nextFor.botCheck' },
  malformed: { detail: 'error.found.malformed' },
  empty: { detail: 'error.found.empty' },
  notAList: { detail: 'error.found.notAList' },
  notAnObject: { detail: 'error.found.notAnObject' },
  partOfList: { sentence: 'error.found.partOfList', next: 'error.nextFor.partOfList' },
  noToken: { detail: 'error.found.noToken', next: 'error.nextFor.noToken' },
  noUserId: { sentence: 'error.found.noUserId', next: 'error.nextFor.noUserId' },
  unusableToken: { sentence: 'error.found.unusableToken', next: 'error.nextFor.unusableToken' },
  userName: { sentence: 'error.found.userName', next: 'error.nextFor.userName' },
  noCalls: { sentence: 'error.found.noCalls', next: 'error.nextFor.noCalls' },
  signInPath: { detail: 'error.found.signInPath', next: 'error.nextFor.signInPath' },
  unknownShape: { detail: 'error.found.unknownShape' },
  opensInBrowser: { sentence: 'error.found.opensInBrowser', next: 'error.nextFor.opensInBrowser' },
  notPdf: { detail: 'error.found.notPdf' },
  noPdf: { sentence: 'error.found.noPdf', next: 'error.nextFor.noPdf' },
  redirects: { sentence: 'error.found.redirects', next: 'error.nextFor.redirects' },
  address: { sentence: 'error.found.address' },
  pageAddress: { sentence: 'error.found.pageAddress', next: 'error.nextFor.invoiceAddress' },
  pdfAddress: { sentence: 'error.found.pdfAddress', next: 'error.nextFor.invoiceAddress' },
  privateAddress: { sentence: 'error.found.privateAddress', next: 'error.nextFor.privateAddress' },
  input: { detail: 'error.found.input' },
  file: { sentence: 'error.found.file' },
  filePart: { sentence: 'error.found.filePart', next: 'error.nextFor.filePart' },
  fileMissing: { sentence: 'error.found.fileMissing', next: 'error.nextFor.fileMissing' },
  fileUnknown: { sentence: 'error.found.fileUnknown', next: 'error.nextFor.fileUnknown' },
  fileCredential: { sentence: 'error.found.fileCredential', next: 'error.nextFor.fileCredential' },
  newerFile: { sentence: 'error.found.newerFile', next: 'error.nextFor.newerFile' },
  transferFile: { sentence: 'error.found.transferFile', next: 'error.nextFor.transferFile' },
  busy: { sentence: 'error.found.busy', next: 'error.nextFor.busy' },
  full: { sentence: 'error.found.full', next: 'error.nextFor.full' },
  noViewer: { sentence: 'error.found.noViewer', next: 'error.nextFor.noViewer' },
  certificateDate: { detail: 'error.found.certificateDate' },
  certificateName: { detail: 'error.found.certificateName' },
  certificateIssuer: { detail: 'error.found.certificateIssuer' },
  proxy: { sentence: 'error.found.proxy', next: 'error.nextFor.proxy' },
  proxyTunnel: { sentence: 'error.found.proxyTunnel', next: 'error.nextFor.proxyTunnel' },
  proxyCertificate: { sentence: 'error.found.proxyCertificate', next: 'error.nextFor.proxyCertificate' },
  proxyPassword: { sentence: 'error.found.proxyPassword', next: 'error.nextFor.proxyPassword' },
  noLibrary: { detail: 'error.found.noLibrary' },
  noBus: { detail: 'error.found.noBus' },
  noService: { detail: 'error.found.noService' },
  otherOrigin: { sentence: 'error.found.otherOrigin', next: 'error.nextFor.otherOrigin' },
  expired: { sentence: 'error.found.expired', next: 'error.nextFor.expired' },
  notSignedIn: { sentence: 'error.notSignedIn.sentence', next: 'error.notSignedIn.next' },
  otherHost: { sentence: 'error.found.otherHost', next: 'error.nextFor.otherHost' },
  manyAccounts: { sentence: 'error.found.manyAccounts', next: 'error.nextFor.manyAccounts' },
  manyOpened: { sentence: 'error.found.manyOpened', next: 'error.nextFor.manyOpened' },
  unknownProvider: { sentence: 'error.found.unknownProvider' }
}

/** A refused sign-in is usually about what was typed. Otherwise the provider's reason says what to do. */
const CREDENTIAL_WORDS =
  /\b(passw\w*|credentials?|log-?in|sign-?in|user(name)?|e-?mail|no account|account (is |was |does )?not|code|token|key)\b/i
const ASKING_WORDS = /\b(confirm\w*|verif\w*|activat\w*|accept|agree|reset)\b/i
const isAboutCredentials = (words: string): boolean => CREDENTIAL_WORDS.test(words) && !ASKING_WORDS.test(words)

/**
 * The provider's words say of a refused password, or of a token whose time is over, what the sentence says. Others, such as "No such
 * user", say more.
 */
export const repeatsRefusal = ({ code, found, providerMessage = '' }: ErrorInfo): boolean =>
  found === 'expired' ||
  (code === 'WRONG_CREDENTIALS' &&
    /\b(passw\w*|credentials?)\b/i.test(providerMessage) &&
    isAboutCredentials(providerMessage))

/** Texts for what the provider said, or for what was sent. */
function refusalTexts({ code, found, providerMessage = '' }: ErrorInfo, sent: Sent | null): Partial<Texts> {
  const isSaid = isSpecificMessage(providerMessage)
  if (code === 'WRONG_CREDENTIALS') {
    if (isSaid && !isAboutCredentials(providerMessage))
      return { sentence: 'error.asked.sentence', next: 'error.asked.next' }
    return sent === null ? {} : { sentence: `error.sent.${sent}.sentence`, next: `error.sent.${sent}.next` }
  }
  if (!isSaid) return {}
  if (code === 'FORBIDDEN') return { next: 'error.saysWhy.next' }
  // The reply can be read: it says why there is nothing more in it.
  if (code !== 'BAD_REPLY' || found !== undefined) return {}
  return { sentence: 'error.saysWhy.sentence', next: 'error.saysWhy.next' }
}

function foundTexts(error: ErrorInfo): Partial<Texts> & { detail?: Key } {
  if (error.found === undefined) return {}
  if (error.found !== 'sealed') return FOUND_TEXTS[error.found]
  if (!isKeychainError(error)) return {}
  return { sentence: `error.sealed.${error.code}.sentence`, next: `error.sealed.${error.code}.next` }
}

/** `detail`: says more. `isOwn`: the sentence says what was found. @param sent the credential that the provider refused */
export function errorTexts(error: ErrorInfo, sent: Sent | null = null): Texts & { detail?: Key; isOwn: boolean } {
  const found = foundTexts(error)
  const own = { sentence: `error.${error.code}.sentence`, next: `error.${error.code}.next` } as const
  return { ...own, ...refusalTexts(error, sent), ...found, isOwn: found.sentence !== undefined }
}

/** A text about an error, with the names in it. @param host used if the error has no host */
export function errorMessage(
  t: Translate,
  key: Key,
  error: ErrorInfo,
  host: string | null = null,
  more: Named = {}
): string {
  const fallback = t('error.thisProvider')
  const { host: own, proxy = '', part = '' } = error
  const text = t(key, { host: own ?? host ?? fallback, proxy, part, ...more })
  return text.startsWith(fallback) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

export const errorSentence = (t: Translate, error: ErrorInfo, host: string | null = null): string =>
  errorMessage(t, errorTexts(error).sentence, error, host)
