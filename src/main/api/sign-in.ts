/** Sign-in: builds the request and reads the reply, by the account's settings (docs/provider-api.md). */
import { AppError } from '../../shared/ipc/error.ts'
import { isToken } from '../../shared/models/account.ts'
import type { ConnectionSettings } from '../../shared/models/connection.ts'
import type { Grant } from '../core/ports/index.ts'
import { jsonOf, textOf, type Reply } from './http/body.ts'
import { envelopeError } from './http/error-response.ts'
import { createRedactor } from './security/redaction.ts'
import { plainJwt, tokenEnd, tokensAt, tokensIn } from './token.ts'

export interface Credentials {
  email: string
  password: string
  code?: string
}

/** Leaves the code out if it is empty. */
export function signInBody(
  { emailField, passwordField, codeField }: Pick<ConnectionSettings, 'emailField' | 'passwordField' | 'codeField'>,
  { email, password, code }: Credentials
): { [name: string]: string } {
  const body = { [emailField]: email, [passwordField]: password }
  return code === undefined || code === '' ? body : { ...body, [codeField]: code }
}

/**
 * Reads the token and its expiry from a reply.
 * @throws BAD_REPLY (found 'noToken' or 'unusableToken', or as jsonOf), or the error that the envelope's own status
 * stands for
 */
export function grantIn(
  reply: Reply,
  { tokenAt }: Pick<ConnectionSettings, 'tokenAt'>,
  secrets: readonly string[],
  now: Date
): Grant {
  const jwt = plainJwt(textOf(reply))
  const body = jwt ?? jsonOf(reply)
  const candidates = tokenAt === null ? (jwt ? [jwt] : tokensIn(body)) : tokensAt(body, tokenAt)
  const token = candidates.find(isToken)
  if (token !== undefined && !isEcho(token, secrets)) return { token, expiresAt: tokenEnd(token, body, now, tokenAt) }
  const refused = envelopeError(reply, body, { signingIn: true, secrets, now })
  const found = token === undefined && candidates.length > 0 ? 'unusableToken' : 'noToken'
  throw refused ?? new AppError('BAD_REPLY', { host: reply.host, status: reply.status, found })
}

/** Whether the token is or contains a secret of the request. The claims of a JWT may contain one by chance. */
const isEcho = (token: string, secrets: readonly string[]): boolean =>
  secrets.includes(token) || (plainJwt(token) === null && createRedactor(secrets)(token) !== token)
