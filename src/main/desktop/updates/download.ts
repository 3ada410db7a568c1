import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { ReleaseFile } from '../../core/updates/release-info.ts'
import { UpdateError } from '../../core/updates/update-error.ts'
import { assertFound } from './feed.ts'

/** Without a byte. */
const STALL_MS = 60_000
/** For the slowest network that is still of use, and a server that sends a byte at a time. */
const WHOLE_MS = 2 * 3_600_000

export interface DownloadOptions {
  fetch: typeof globalThis.fetch
  url: string
  /** Where the file is written. After an error it may be incomplete. */
  destination: string
  received: (bytes: number) => void
  signal: AbortSignal
}

/** Downloads a file of known length and hash. @throws UpdateError */
export async function downloadFile(
  { sha512, bytes }: Pick<ReleaseFile, 'sha512' | 'bytes'>,
  options: DownloadOptions
): Promise<void> {
  const stall = new AbortController()
  const timer = setTimeout(() => stall.abort(), STALL_MS)
  const signal = AbortSignal.any([options.signal, stall.signal, AbortSignal.timeout(WHOLE_MS)])
  try {
    const hash = createHash('sha512')
    let total = 0
    const chunks = request(options, signal)
    await writeFile(options.destination, async (write) => {
      for await (const chunk of chunks) {
        timer.refresh()
        total += chunk.length
        if (total > bytes) throw new UpdateError('mismatch')
        hash.update(chunk)
        await write(chunk)
        options.received(total)
      }
    })
    if (total !== bytes || hash.digest('base64') !== sha512) throw new UpdateError('mismatch')
  } finally {
    clearTimeout(timer)
  }
}

/** @throws UpdateError */
async function* request({ fetch, url }: DownloadOptions, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const response = await fetch(url, { signal })
    await assertFound(response)
    for await (const chunk of response.body ?? []) yield chunk
  } catch (error) {
    throw error instanceof UpdateError ? error : new UpdateError('unreachable')
  }
}

/** Any error but an UpdateError is the disk's. */
async function writeFile(
  path: string,
  fill: (write: (chunk: Uint8Array) => Promise<unknown>) => Promise<void>
): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await fill((chunk) => file.writeFile(chunk))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw error instanceof UpdateError ? error : new UpdateError('storage')
  }
}
