/** Signing in: what is sent and what is made of the reply, by the account's settings (docs/platform.md). */
import { AppError } from '../../shared/ipc/error.ts'
import { isToken } from '../../shared/models/account-rules.ts'
import type { ConnectionSettings } from '../../shared/models/connection.ts'
import type { Grant } from '../core/ports/index.ts'
import { jsonOf, textOf } from './http/body.ts'
import { refusalIn } from './http/error-response.ts'
import { createRedactor } from './security/redaction.ts'
import { plainJwt, tokenEnd, tokensAt, tokensIn } from './token.ts'
import type { Reply } from './http/transport.ts'

export interface Credentials {
  email: string
  password: string
  code?: string
}

/** The code is left out when there is none. */
export function signInBody(
  { emailField, passwordField, codeField }: Pick<ConnectionSettings, 'emailField' | 'passwordField' | 'codeField'>,
  { email, password, code }: Credentials
): { [name: string]: string } {
  const body = { [emailField]: email, [passwordField]: password }
  return code === undefined || code === '' ? body : { ...body, [codeField]: code }
}

/**
 * The token in a reply, and when it ends.
 * @throws BAD_REPLY (found 'noToken' or 'unusableToken', or as jsonOf tells), or what an envelope's own status stands for
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
  const refused = refusalIn(reply, body, { signingIn: true, secrets, now })
  const found = token === undefined && candidates.length > 0 ? 'unusableToken' : 'noToken'
  throw refused ?? new AppError('BAD_REPLY', { host: reply.host, status: reply.status, found })
}

/** Whether it is or holds what was sent, which then is no token. The claims of a JWT may have the word for a reason. */
const isEcho = (token: string, secrets: readonly string[]): boolean =>
  secrets.includes(token) || (plainJwt(token) === null && createRedactor(secrets)(token) !== token)
