/**
 * Splits a text that is too long for one credential. Windows allows CRED_MAX_CREDENTIAL_BLOB_SIZE = 2,560 bytes
 * (wincred.h), and keytar stores UTF-8 bytes unchanged (keytar_win.cc, SetPassword).
 * The entry under the account's name is the head: it has the number of chunks, one of two sets, and a hash. A write
 * fills the unused set, then replaces the head, which makes it atomic. Chunks are written from the first and deleted
 * from the last, so the remains of a crash start at the first chunk, and the next write or removal deletes them.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/ipc/error.ts'
import type { KeychainEntries } from './keytar.ts'
import { parseJson } from './entry-format.ts'

/** Bytes per chunk, somewhat below the limit. */
const PIECE_BYTES = 2400
/** The longest token takes 7. Earlier versions allowed tokens that JSON escapes, up to 14. */
const MOST_PIECES = 32
const SETS = ['a', 'b'] as const

const headSchema = z.object({
  v: z.literal(1),
  pieces: z.object({ set: z.enum(SETS), count: z.number().int().min(2).max(MOST_PIECES), sha256: z.string() })
})
type Pieces = z.infer<typeof headSchema>['pieces']

/** Joins all chunks. @throws KEYCHAIN_CHANGED when a chunk is missing or differs */
export async function readChunks(drawer: KeychainEntries, name: string): Promise<string | null> {
  const text = await drawer.get(name)
  const pieces = text === null ? null : piecesOf(text)
  if (pieces === null) return text
  let whole = ''
  for (let at = 0; at < pieces.count; at += 1) {
    const piece = await drawer.get(nameOf(name, pieces.set, at))
    if (piece === null) throw new AppError('KEYCHAIN_CHANGED')
    whole += piece
  }
  if (sha256(whole) !== pieces.sha256) throw new AppError('KEYCHAIN_CHANGED')
  return whole
}

/**
 * Atomic: the earlier text stays readable until the new one is complete.
 * @param leavesNothing fail if chunks of the earlier text can't be deleted
 */
export async function writeChunks(
  drawer: KeychainEntries,
  name: string,
  text: string,
  leavesNothing: boolean
): Promise<void> {
  const before = piecesOf((await drawer.get(name)) ?? '')
  const parts = cut(text)
  if (parts.length > MOST_PIECES) throw new AppError('KEYCHAIN_REFUSED')
  const set = before?.set === 'a' ? 'b' : 'a'
  if (parts.length === 1) {
    await drawer.set(name, text)
    const cleared = clear(drawer, name, before)
    return leavesNothing ? cleared : sweptLater(cleared)
  }
  for (const [at, part] of parts.entries()) await drawer.set(nameOf(name, set, at), part)
  const pieces: Pieces = { set, count: parts.length, sha256: sha256(text) }
  await drawer.set(name, JSON.stringify({ v: 1, pieces }))
  await sweptLater(sweep(drawer, name, set === 'a' ? 'b' : 'a', 0, before?.count ?? 0))
  await sweptLater(sweep(drawer, name, set, parts.length))
}

/** The head goes last: while it exists, an interrupted removal can be repeated. */
export async function removeChunks(drawer: KeychainEntries, name: string): Promise<boolean> {
  await clear(drawer, name, piecesOf((await drawer.get(name)) ?? ''))
  return drawer.delete(name)
}

/** The text is ASCII, so a character is a byte. */
function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE_BYTES) }, (_, at) =>
    text.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
  )
}

async function clear(drawer: KeychainEntries, name: string, known: Pieces | null): Promise<void> {
  for (const set of SETS) await sweep(drawer, name, set, 0, known?.set === set ? known.count : 0)
}

/** Deletes the chunks of a set from an index on, at least the known ones. */
async function sweep(
  drawer: KeychainEntries,
  name: string,
  set: Pieces['set'],
  from: number,
  known = 0
): Promise<void> {
  let end = Math.max(from, known)
  while ((await drawer.get(nameOf(name, set, end))) !== null) end += 1
  for (let at = end - 1; at >= from; at -= 1) await drawer.delete(nameOf(name, set, at))
}

/** The write itself succeeded. The next write or removal deletes the remains. */
async function sweptLater(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined)
}

function piecesOf(text: string): Pieces | null {
  return headSchema.safeParse(parseJson(text)).data?.pieces ?? null
}

function nameOf(name: string, set: Pieces['set'], at: number): string {
  return `${name}.${set}.${at}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
