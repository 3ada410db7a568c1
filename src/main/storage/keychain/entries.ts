/** Entries of the keychain, through keytar. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { z } from 'zod/mini'
import { AppError } from '../../../shared/ipc/error.ts'
import { LONGEST_ENTRY, tryParseJson } from './entry-format.ts'

export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainEntries {
  get(name: string): Promise<string | null>
  /** @param leavesNothing fails if a part of the earlier text can't be deleted */
  set(name: string, text: string, leavesNothing?: boolean): Promise<void>
  delete(name: string): Promise<boolean>
  /** Even after the deadline. */
  deleteProbe(name: string): Promise<unknown>
}

/** No operation starts after the deadline: it could prompt although its caller has given up. */
export function openEntries(keytar: KeytarLike, service: string, isLate: () => boolean): KeychainEntries {
  const inTime = async <T>(call: () => Promise<T>): Promise<T> => {
    if (isLate()) throw new AppError('KEYCHAIN_SILENT')
    return call()
  }
  return {
    get: (name) => inTime(() => keytar.getPassword(service, name)),
    set: (name, text) => inTime(() => keytar.setPassword(service, name, text)),
    delete: (name) => inTime(() => keytar.deletePassword(service, name)),
    deleteProbe: (name) => keytar.deletePassword(service, name)
  }
}

/** Node doesn't cache a failed import, so a library installed later is found. */
export async function loadKeytar(): Promise<KeytarLike> {
  return (await import('keytar')).default
}

/**
 * Why `loadKeytar` fails, as the system's loader says it, such as "libsecret-1.so.0: cannot open shared object file". keytar tries several
 * places and keeps what it hears to itself. null: its addon can be loaded
 */
export function whyAddonFails(): string | null {
  const addon = `keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`
  try {
    createRequire(import.meta.url)(addon)
    return null
  } catch (error) {
    const [line = ''] = String(error instanceof Error ? error.message : error).split('\n')
    return line
  }
}

const CHUNK_BYTES = 2400
/** The longest token takes 7. */
const MOST_CHUNKS = LONGEST_ENTRY / CHUNK_BYTES
const SETS = ['a', 'b'] as const

const headSchema = z.object({
  v: z.literal(1),
  pieces: z.object({ set: z.enum(SETS), count: z.int().check(z.gte(2), z.lte(MOST_CHUNKS)), sha256: z.string() })
})
type Head = z.infer<typeof headSchema>['pieces']

const parseHead = (text: string | null): Head | null =>
  headSchema.safeParse(tryParseJson(text ?? '')).data?.pieces ?? null
const chunkName = (name: string, set: Head['set'], index: number): string => `${name}.${set}.${index}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/**
 * Windows allows 2,560 bytes per credential (CRED_MAX_CREDENTIAL_BLOB_SIZE, wincred.h). The head entry names one of two
 * chunk sets. A write fills the other set, then replaces the head, so it is atomic. Chunks are deleted last to first, so
 * the next write or removal finds what a crash left.
 */
export function splitIntoChunks(entries: KeychainEntries): KeychainEntries {
  const deleteChunks = async (name: string, set: Head['set'], head: Head | null, from = 0): Promise<void> => {
    let end = Math.max(from, head?.set === set ? head.count : 0)
    while ((await entries.get(chunkName(name, set, end))) !== null) end += 1
    for (let index = end - 1; index >= from; index -= 1) await entries.delete(chunkName(name, set, index))
  }

  return {
    deleteProbe: (name) => entries.deleteProbe(name),
    async get(name) {
      const text = await entries.get(name)
      const head = parseHead(text)
      if (head === null) return text
      let whole = ''
      for (let index = 0; index < head.count; index += 1)
        whole += (await entries.get(chunkName(name, head.set, index))) ?? ''
      if (sha256(whole) !== head.sha256) throw new AppError('KEYCHAIN_CHANGED')
      return whole
    },

    async set(name, text, leavesNothing = false) {
      const earlier = parseHead(await entries.get(name))
      const count = Math.ceil(text.length / CHUNK_BYTES)
      if (count > MOST_CHUNKS) throw new AppError('KEYCHAIN_REFUSED')
      const [set, other] = earlier?.set === 'a' ? (['b', 'a'] as const) : (['a', 'b'] as const)
      if (count > 1) {
        for (let index = 0; index < count; index += 1)
          await entries.set(chunkName(name, set, index), text.slice(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
        const pieces: Head = { set, count, sha256: sha256(text) }
        await entries.set(name, JSON.stringify({ v: 1, pieces }))
      } else {
        await entries.set(name, text)
      }
      const remains = deleteChunks(name, other, earlier).then(() =>
        deleteChunks(name, set, null, count > 1 ? count : 0)
      )
      // The write succeeded. The next write or removal deletes what remains.
      await (leavesNothing ? remains : remains.catch(() => undefined))
    },

    /** The head goes last, so an interrupted removal can be repeated. */
    async delete(name) {
      const head = parseHead(await entries.get(name))
      for (const set of SETS) await deleteChunks(name, set, head)
      return entries.delete(name)
    }
  }
}
