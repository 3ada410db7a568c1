/**
 * A text that is too long for one credential, kept as several. Windows takes CRED_MAX_CREDENTIAL_BLOB_SIZE = 2,560
 * bytes (wincred.h), and keytar stores the UTF-8 bytes as they are (keytar_win.cc, SetPassword).
 *
 * The entry of the account's own name is the head: it says how many pieces there are, in which of two sets, and what
 * they come to. A write fills the set that is not in use, then writes the head; that one write puts the new text in
 * place of the old. Pieces are written from the first on and deleted from the last on, so what a crash leaves behind
 * starts at the first of a set, where it is found and swept up by the next write or removal.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../shared/ipc/error.ts'
import type { Drawer } from './keytar.ts'
import { parseJson } from './entry-format.ts'

/** Bytes of a piece: some below the limit, so that nobody has to count on its last byte. */
const PIECE_BYTES = 2400
/** The longest token takes 7; earlier versions took tokens whose characters JSON escapes, up to 14. */
const MOST_PIECES = 32
const SETS = ['a', 'b'] as const

const headSchema = z.object({
  v: z.literal(1),
  pieces: z.object({ set: z.enum(SETS), count: z.number().int().min(2).max(MOST_PIECES), sha256: z.string() })
})
type Pieces = z.infer<typeof headSchema>['pieces']

/** The whole text, in however many pieces it is kept. @throws KEYCHAIN_CHANGED when they are not all there as written */
export async function readWhole(drawer: Drawer, name: string): Promise<string | null> {
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
 * All of it or nothing: what was kept before stays whole until the new text is.
 * @param leavesNothing whether it failed when pieces of the text before could not be deleted
 */
export async function writeInPieces(drawer: Drawer, name: string, text: string, leavesNothing: boolean): Promise<void> {
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

/** The head goes last: as long as it is there, a removal that was broken off can be done again. */
export async function removeInPieces(drawer: Drawer, name: string): Promise<boolean> {
  await clear(drawer, name, piecesOf((await drawer.get(name)) ?? ''))
  return drawer.delete(name)
}

/** The text is ASCII: a character is a byte. */
function cut(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE_BYTES) }, (_, at) =>
    text.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)
  )
}

async function clear(drawer: Drawer, name: string, known: Pieces | null): Promise<void> {
  for (const set of SETS) await sweep(drawer, name, set, 0, known?.set === set ? known.count : 0)
}

/** Deletes the pieces of a set from the given one on, and at least as many as are known of. */
async function sweep(drawer: Drawer, name: string, set: Pieces['set'], from: number, known = 0): Promise<void> {
  let end = Math.max(from, known)
  while ((await drawer.get(nameOf(name, set, end))) !== null) end += 1
  for (let at = end - 1; at >= from; at -= 1) await drawer.delete(nameOf(name, set, at))
}

/** What could not be swept up is no error of the write, which is done; the next write or removal finds it. */
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
