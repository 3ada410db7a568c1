/** Errors as plain data that crosses the bridge, without internal messages. i18n/error-text.ts has a sentence and a next step for each. */

export const ERROR_CODES = [
  'OFFLINE', // this computer has no network
  'TIMEOUT', // no whole answer within the deadline
  'UNREACHABLE', // name not found, connection refused or broken off
  'TLS', // the certificate or the handshake was not accepted
  'PROXY_AUTH', // a proxy on the way asks for credentials (407); see found and proxy
  'INSECURE_ADDRESS', // http:// to anything but loopback
  'WRONG_CREDENTIALS', // sign-in refused: email, password or token
  'CODE_NEEDED', // sign-in asks for a one-time code, or did not accept it
  'BLOCKED', // sign-in refused: the account is blocked or suspended
  'UNAUTHORIZED', // the provider no longer accepts the token, or there is none to ask with; see found
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED', // see retryAt
  'SERVER', // 5xx
  'BAD_REPLY', // an answer that is not what the document describes
  'TOO_LARGE', // the answer is bigger than the app reads
  'KEYCHAIN_LOCKED', // the system's keychain is locked, or the user dismissed its question
  'KEYCHAIN_SILENT', // it does not answer: it may be waiting for the user
  'KEYCHAIN_MISSING', // there is no keychain on this system; see found
  'KEYCHAIN_REFUSED', // it is open, and did not take what was to be stored
  'KEYCHAIN_CHANGED', // it is open, and what Portside had stored is gone or is something else
  'APP_LOCKED', // the app lock is on
  'WRONG_PIN', // see retryAt
  'STORAGE', // the local data file can't be read or written
  'CANCELLED',
  'BAD_REQUEST', // the input was refused before anything was done
  'INTERNAL'
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export const PROVIDER_MESSAGE_LIMIT = 300

/** Titles that say no more than a status does, in letters only. */
const TITLES: readonly string[] = [
  ...['badrequest', 'unauthorized', 'unauthorised', 'forbidden', 'notfound', 'methodnotallowed', 'conflict'],
  ...['unprocessableentity', 'unprocessablecontent', 'toomanyrequests', 'internalservererror', 'servererror'],
  ...['badgateway', 'serviceunavailable', 'gatewaytimeout', 'validationfailed', 'validationerror', 'invalidrequest'],
  ...['thegivendatawasinvalid', 'oneormorevalidationerrorsoccurred', 'therequestisinvalid', 'requestfailed'],
  ...['anerroroccurred', 'anerrorhasoccurred', 'somethingwentwrong', 'unknownerror', 'invalidinput', 'invalid']
]

/** Whether a provider's message is a sentence that tells more than a status or a code such as OTP_REQUIRED. */
export function isSpecificMessage(words: string): boolean {
  if (/^[\w.:/-]*$/.test(words)) return false
  return words.length > 60 || !TITLES.includes(words.toLowerCase().replace(/[^a-z]/g, '') || words)
}

/** Details of BAD_REPLY, BAD_REQUEST, STORAGE, TLS, UNREACHABLE, PROXY_AUTH, UNAUTHORIZED and KEYCHAIN_*. */
export const FOUND_INSTEAD = [
  'html', // a web page: of a Wi-Fi network that asks to sign in, or of another address than the API's
  'botCheck', // a web page that lets only browsers pass
  'malformed',
  'empty',
  'notAList',
  'notAnObject',
  'partOfList', // of a provider's order of products: it says nothing of the rest
  'noToken',
  'noUserId', // of the profile: a path of the definition needs it
  'unusableToken', // a token with characters that no token may have
  'userName', // the provider's endpoints need a user name, and there is none, or one with a colon or control characters
  'noCalls', // the provider's definition has no endpoint that could prove a credential
  'signInPath', // nothing is there to sign in at
  'unknownShape',
  'opensInBrowser', // a redirect, which only a browser follows
  'notPdf', // something else came, most likely a page to sign in
  'noPdf', // the provider has none of this invoice
  'redirects', // a PDF behind the credential, which isn't sent through a redirect
  'address',
  'pageAddress', // an invoice's page, whose link no browser is given
  'pdfAddress', // an invoice's PDF, likewise
  'privateAddress', // a link into the user's own network
  'otherHost', // a link that was refreshed leads elsewhere than the one that the page has named
  'input',
  'file', // a file that is no provider's definition
  'filePart', // a definition with a part that can't be used; see part
  'fileMissing', // a definition without a part that it needs; see part
  'fileUnknown', // a definition with a part that none has; see part
  'fileCredential', // a definition with what looks like a credential; see part
  'newerFile', // one that a newer Portside wrote
  'transferFile', // a file that has no accounts and settings of Portside
  'busy', // the same is under way for another invoice
  'manyAccounts', // a further one isn't added
  'manyOpened', // in other programs, within a minute
  'full', // of the disk, less than PDF_RESERVE_BYTES would stay free
  'noViewer', // no program of this computer opens such files
  'certificateDate',
  'certificateName',
  'certificateIssuer',
  'proxy', // it is not there
  'proxyTunnel', // it is there, and makes no connection to the provider
  'proxyCertificate', // that of an https proxy isn't trusted
  'proxyPassword', // the proxy doesn't accept the user name and password
  'noLibrary', // of the keychain: the library that speaks to it can't be loaded
  'noBus', // there is no session bus to find it on
  'noService', // there is none on the bus
  'otherOrigin', // the saved token is for another origin than the account's address
  'expired', // the provider says that the token's time is over
  'notSignedIn', // nobody was asked: there is no token to ask with
  'unknownProvider', // this version doesn't know the account's provider, so nobody was asked
  'sealed' // what is saved is encrypted, and its key is in the keychain
] as const

/** Why a part of a definition can't be used, in the form or in a file. */
export const FORM_REASONS = [
  ...(['name', 'headerName', 'user', 'path', 'pathWithId', 'fieldName', 'fieldPath', 'parameter'] as const),
  ...(['currency', 'number', 'fieldTwice', 'unusable', 'statusLong'] as const)
] as const
export const FILE_REASONS = [
  ...(['text', 'object', 'oneOf', 'tooMany', 'headerPrefix', 'address', 'webPage', 'day', 'oneLine'] as const),
  'keyAs', // a user beside it
  'placeholder', // of an id that isn't known before the request
  'noRenewal' // earlier versions renewed sign-ins
] as const
export type PartReason = (typeof FORM_REASONS | typeof FILE_REASONS)[number]

export interface ErrorInfo {
  code: ErrorCode
  /** Host (and port) spoken to, never a path or query. */
  host?: string | undefined
  /** `host:port` of the proxy that answered. */
  proxy?: string | undefined
  providerMessage?: string | undefined
  status?: number | undefined
  /** When a further try makes sense, ISO 8601 (RATE_LIMITED, SERVER, WRONG_PIN). */
  retryAt?: string | undefined
  found?: (typeof FOUND_INSTEAD)[number] | undefined
  /** Names of the part of a definition that is meant, with dots between them, such as `invoices.paging.size`. */
  part?: string | undefined
  /** Why it can't be used. `values`: those that can be, with commas between them. */
  why?:
    | { reason: PartReason; values?: string | undefined; least?: string | undefined; most?: string | undefined }
    | undefined
}

type KeychainCode = Extract<ErrorCode, `KEYCHAIN_${string}`>
export const isKeychainError = <Error extends Pick<ErrorInfo, 'code'>>(
  error: Error
): error is Error & { code: KeychainCode } => error.code.startsWith('KEYCHAIN_')

const UNREACHED: readonly ErrorCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
export const isConnectionError = ({ code }: Pick<ErrorInfo, 'code'>): boolean => UNREACHED.includes(code)

/** The only error that crosses layers: it carries nothing that could hold a secret. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly info: ErrorInfo

  constructor(code: ErrorCode, more: Omit<ErrorInfo, 'code'> = {}) {
    super(code)
    this.info = { code, ...more }
  }
}

/** INTERNAL for anything but an AppError; its message stays here. */
export function toErrorInfo(thrown: unknown): ErrorInfo {
  return thrown instanceof AppError ? thrown.info : { code: 'INTERNAL' }
}
