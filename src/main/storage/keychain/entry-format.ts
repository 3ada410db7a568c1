import { z } from 'zod/mini'
import { AppError } from '../../../shared/ipc/error.ts'
import { isToken } from '../../../shared/models/account.ts'
import type { Entry, ProxyPasswordEntry } from '../../ports/index.ts'

const DATA_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

const entrySchema = z.object({
  v: z.literal(1),
  /** An entry copied to another account would send its token to the wrong provider. */
  account: z.string(),
  token: z.nullable(z.string().check(z.refine(isToken))),
  origin: z.nullable(z.string()),
  dataKey: z.string().check(z.regex(DATA_KEY))
})

/** Windows has room for so many bytes (entries.ts). The same on each system, so that an entry means the same. */
export const LONGEST_ENTRY = 19_200

export function textOf(account: string, entry: Entry): string {
  const { token, origin, dataKey } = entry
  const written = entrySchema.safeParse({ v: 1, account, token, origin, dataKey })
  if (!written.success) throw new AppError('BAD_REQUEST', { found: 'input' })
  return JSON.stringify(written.data)
}

/** Other parts, such as a refresh token of an earlier version, end with the next write. @throws KEYCHAIN_CHANGED unless Portside wrote it for this account */
export function entryOf(account: string, text: string): Entry {
  const { data } = entrySchema.safeParse(tryParseJson(text))
  if (data?.account !== account) throw new AppError('KEYCHAIN_CHANGED')
  const { token, origin, dataKey } = data
  return { token, origin, dataKey }
}

const proxySchema = z.object({ v: z.literal(1), proxy: z.string(), user: z.string(), password: z.string() })

export const proxyTextOf = ({ proxy, user, password }: ProxyPasswordEntry): string =>
  JSON.stringify({ v: 1, proxy, user, password })

export function proxyEntryOf(text: string): ProxyPasswordEntry | null {
  const { data } = proxySchema.safeParse(tryParseJson(text))
  return data ? { proxy: data.proxy, user: data.user, password: data.password } : null
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
