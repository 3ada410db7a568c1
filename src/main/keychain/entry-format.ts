/** An entry as the text that the password store keeps. */
import { z } from 'zod'
import { AppError } from '../../shared/ipc/error.ts'
import { isToken, LONGEST_TOKEN } from '../../shared/models/account-rules.ts'
import type { Entry } from '../core/ports/index.ts'

/** 32 bytes in base64, written in the one way there is. */
const DATA_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

const entrySchema = z.object({
  v: z.literal(1),
  /** Whose it is: an entry that was put in another's place would send a token to a provider that it is not for. */
  account: z.string(),
  token: z.string().refine(isToken).nullable(),
  origin: z.string().nullable(),
  dataKey: z.string().regex(DATA_KEY).nullable()
})

/** Entries of earlier versions have no origin, and their tokens may have any printable ASCII. */
const earlierToken = z
  .string()
  .max(LONGEST_TOKEN)
  .regex(/^[!-~]+$/)
const readSchema = entrySchema.extend({
  token: earlierToken.nullable(),
  origin: entrySchema.shape.origin.default(null)
})

/** Plain JSON of the known fields. @throws BAD_REQUEST for what could not be read again */
export function textOf(account: string, { token, origin, dataKey }: Entry): string {
  const written = entrySchema.safeParse({ v: 1, account, token, origin, dataKey })
  if (!written.success) throw new AppError('BAD_REQUEST', { found: 'input' })
  return JSON.stringify(written.data)
}

/** @throws KEYCHAIN_CHANGED for what Portside didn't write, or not for this account */
export function entryOf(account: string, text: string): Entry {
  const json = parseJson(text)
  const read = readSchema.safeParse(json)
  if (read.success && read.data.account === account) {
    const { token, origin, dataKey } = read.data
    return { token, origin, dataKey }
  }
  // The first versions kept the token and nothing else.
  if (json === undefined && !text.startsWith('{') && earlierToken.safeParse(text).success)
    return { token: text, origin: null, dataKey: null }
  throw new AppError('KEYCHAIN_CHANGED')
}

/** @returns undefined for a text that isn't JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
