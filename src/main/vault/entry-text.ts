/** An entry as the text that the password store keeps. */
import { z } from 'zod'
import { Fault } from '../../shared/ipc/failure.ts'
import { isToken } from '../../shared/model/account-rules.ts'
import type { Entry } from '../core/ports.ts'
import { parsed } from './parsed.ts'

/** 32 bytes in base64, written in the one way there is. */
const DATA_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

const entrySchema = z.object({
  v: z.literal(1),
  /** Whose it is: an entry that was put in another's place would send a token to a platform that it is not for. */
  account: z.string(),
  token: z.string().refine(isToken).nullable(),
  dataKey: z.string().regex(DATA_KEY).nullable()
})

/** Plain JSON of the known fields. @throws BAD_REQUEST for what could not be read again */
export function textOf(account: string, { token, dataKey }: Entry): string {
  const written = entrySchema.safeParse({ v: 1, account, token, dataKey })
  if (!written.success) throw new Fault('BAD_REQUEST', { found: 'input' })
  return JSON.stringify(written.data)
}

/** @throws VAULT_CHANGED for what Portside didn't write, or not for this account */
export function entryOf(account: string, text: string): Entry {
  const json = parsed(text)
  const read = entrySchema.safeParse(json)
  if (read.success && read.data.account === account) return { token: read.data.token, dataKey: read.data.dataKey }
  // The first versions kept the token and nothing else.
  if (json === undefined && !text.startsWith('{') && isToken(text)) return { token: text, dataKey: null }
  throw new Fault('VAULT_CHANGED')
}
