/**
 * The closed set of things that can go wrong, as plain data that crosses the bridge.
 * Each code has one sentence and one next step in shared/text; no internal message travels with it.
 */
import './jitless.ts'
import { z } from 'zod'

export const ERROR_CODES = [
  'OFFLINE', // this computer has no network
  'TIMEOUT', // no whole answer within the deadline
  'UNREACHABLE', // name not found, connection refused or broken off
  'TLS', // the certificate or the handshake was not accepted
  'PROXY_AUTH', // a proxy on the way asks for credentials (407)
  'INSECURE_ADDRESS', // http:// to anything but loopback
  'WRONG_CREDENTIALS', // sign-in refused: email, password or token
  'CODE_NEEDED', // sign-in asks for a one-time code, or did not accept it
  'BLOCKED', // sign-in refused: the account is blocked or suspended
  'UNAUTHORIZED', // the platform no longer accepts the token, or there is none to ask with; see found
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED', // see retryAt
  'SERVER', // 5xx
  'BAD_REPLY', // an answer that is not what the document describes
  'TOO_LARGE', // the answer is bigger than the app reads
  'KEYCHAIN_LOCKED', // the system's password store is locked, or the person dismissed its question
  'KEYCHAIN_SILENT', // it does not answer: it may be waiting for the person
  'KEYCHAIN_MISSING', // there is no password store on this system; see found
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

/** Longest piece of the platform's own words that is kept. */
export const PROVIDER_MESSAGE_LIMIT = 300

export const errorInfoSchema = z.object({
  code: z.enum(ERROR_CODES),
  /** Host (and port) spoken to, never a path or query. */
  host: z.string().optional(),
  /** The platform's own message, cut at PROVIDER_MESSAGE_LIMIT characters; shown as text and as its words. */
  providerMessage: z.string().optional(),
  /** HTTP status, when there was one. */
  status: z.number().int().optional(),
  /** When a further try makes sense, ISO 8601 (RATE_LIMITED, SERVER, WRONG_PIN). */
  retryAt: z.string().optional(),
  /** What was found instead, for BAD_REPLY, BAD_REQUEST, STORAGE, TLS, UNREACHABLE, UNAUTHORIZED and KEYCHAIN_*; said in shared/text. */
  found: z
    .enum([
      'html',
      'malformed',
      'empty',
      'notAList',
      'notAnObject',
      'noToken',
      'unusableToken', // a token with characters that no token may have
      'signInPath', // nothing is there to sign in at
      'unknownShape',
      'notPdf', // the link leads to something else, most likely a page to sign in
      'address',
      'privateAddress', // a link into the person's own network
      'input',
      'file', // a file that is not what Portside writes
      'newerFile', // one that a newer Portside wrote
      'busy', // the same is under way for another invoice
      'noViewer', // no program of this computer opens such files
      'certificateDate',
      'certificateName',
      'certificateIssuer',
      'proxy', // it is not there, or finds no way on
      'noLibrary', // of the password store: the library that speaks to it can't be loaded
      'noBus', // there is no session bus to find it on
      'noService', // there is none on the bus
      'otherOrigin', // the saved token is for another origin than the account's address
      'notSignedIn', // nobody was asked: there is no token to ask with
      'sealed' // what is saved is encrypted, and its key is in the password store
    ])
    .optional()
})

export type ErrorInfo = z.infer<typeof errorInfoSchema>

/** The one error that leaves main's rooms: carries an ErrorInfo and nothing that could hold a secret. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly info: ErrorInfo

  constructor(code: ErrorCode, more: Omit<ErrorInfo, 'code'> = {}) {
    super(code)
    this.info = { code, ...more }
  }
}

/** The ErrorInfo of anything thrown; what is not an AppError is INTERNAL, its message kept back. */
export function toErrorInfo(thrown: unknown): ErrorInfo {
  return thrown instanceof AppError ? thrown.info : { code: 'INTERNAL' }
}
