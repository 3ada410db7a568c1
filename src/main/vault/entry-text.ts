/** An entry as the text that the password store keeps. */
import { z } from 'zod'
import { Fault } from '../../shared/ipc/failure.ts'
import type { Entry } from '../core/ports.ts'
import { parsed } from './parsed.ts'

const entrySchema = z.object({ v: z.literal(1), token: z.string().min(1).nullable(), dataKey: z.string().nullable() })

/** Plain JSON of the known fields: lone surrogates and control characters are escaped, so every store keeps all of it. */
export function textOf({ token, dataKey }: Entry): string {
  return JSON.stringify({ v: 1, token, dataKey })
}

/** @throws VAULT_CHANGED for what Portside didn't write */
export function entryOf(text: string): Entry {
  const read = entrySchema.safeParse(parsed(text))
  if (read.success) return { token: read.data.token, dataKey: read.data.dataKey }
  // The first versions kept the token and nothing else.
  if (/^[^\s{]\S*$/u.test(text)) return { token: text, dataKey: null }
  throw new Fault('VAULT_CHANGED')
}
