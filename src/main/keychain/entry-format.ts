import { z } from 'zod/mini'
import { AppError } from '../../shared/ipc/error.ts'
import { isToken, LONGEST_TOKEN } from '../../shared/models/account.ts'
import type { Entry } from '../core/ports/index.ts'

const DATA_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

const entrySchema = z.object({
  v: z.literal(1),
  /** An entry copied to another account would send its token to the wrong provider. */
  account: z.string(),
  token: z.nullable(z.string().check(z.refine(isToken))),
  origin: z.nullable(z.string()),
  dataKey: z.nullable(z.string().check(z.regex(DATA_KEY)))
})

/** Entries of earlier versions have no origin, and any printable ASCII in their token. */
const earlierToken = z.string().check(z.maxLength(LONGEST_TOKEN), z.regex(/^[!-~]+$/))
const readSchema = z.extend(entrySchema, {
  token: z.nullable(earlierToken),
  origin: z._default(entrySchema.shape.origin, null)
})

export function textOf(account: string, { token, origin, dataKey }: Entry): string {
  const written = entrySchema.safeParse({ v: 1, account, token, origin, dataKey })
  if (!written.success) throw new AppError('BAD_REQUEST', { found: 'input' })
  return JSON.stringify(written.data)
}

/** @throws KEYCHAIN_CHANGED unless Portside wrote it for this account */
export function entryOf(account: string, text: string): Entry {
  const json = tryParseJson(text)
  const read = readSchema.safeParse(json)
  if (read.success && read.data.account === account) {
    const { token, origin, dataKey } = read.data
    return { token, origin, dataKey }
  }
  // The first versions stored the bare token.
  if (json === undefined && !text.startsWith('{') && earlierToken.safeParse(text).success)
    return { token: text, origin: null, dataKey: null }
  throw new AppError('KEYCHAIN_CHANGED')
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
