/** The sign-in requests as published for the two versions of the one public platform (docs/platform.md). */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Preset } from '../../shared/model/connection.ts'
import type { Grant } from '../core/ports.ts'
import { jsonOf, textOf } from './body.ts'
import { refusalIn } from './refusal.ts'
import { plainJwt, tokenEnd, tokenIn } from './token.ts'
import type { Reply } from './transport.ts'

export const SIGN_IN_PATHS: Record<Preset, string> = {
  v2: '/v2/Authentication/SignIn',
  v3: '/v3/authentication/sign-in'
}

export interface Credentials {
  email: string
  password: string
  code?: string
}

/** The same body for both versions; the code is left out when there is none. */
export function signInBody({ email, password, code }: Credentials): { [name: string]: string } {
  return code === undefined || code === '' ? { email, password } : { email, password, otpCode: code }
}

/** @throws BAD_REPLY (found 'noToken', or as jsonOf tells), or what an envelope's own status stands for */
export function grantIn(reply: Reply, secrets: string[], now: Date): Grant {
  const jwt = plainJwt(textOf(reply))
  const body = jwt ?? jsonOf(reply)
  const token = jwt ?? tokenIn(body)
  if (token !== null) return { token, expiresAt: tokenEnd(token, body, now) }
  const refused = refusalIn(reply, body, { signingIn: true, secrets, now })
  throw refused ?? new Fault('BAD_REPLY', { host: reply.host, status: reply.status, found: 'noToken' })
}
