/** Reads the update feed: a small YAML file that its server may fill with anything. */
import { JSON_SCHEMA, load } from 'js-yaml'
import { UpdateError } from '../../core/updates/update-error.ts'

/** In bytes. Real ones have less than a kilobyte, and their release notes. */
const LARGEST_FEED = 64 * 1024
const FEED_MS = 20_000

/** @returns what the file holds, of unknown shape @throws UpdateError */
export async function fetchFeed(
  fetch: typeof globalThis.fetch,
  url: string,
  signal: AbortSignal,
  ms = FEED_MS
): Promise<unknown> {
  const answer = await request(fetch, url, AbortSignal.any([signal, AbortSignal.timeout(ms)]))
  return parseFeed(answer)
}

async function request(fetch: typeof globalThis.fetch, url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal })
    await assertFound(response)
    return await readText(response)
  } catch (error) {
    throw error instanceof UpdateError ? error : new UpdateError('unreachable')
  }
}

/** A redirect counts as an error: the feed's own server answers. @throws UpdateError */
export async function assertFound(response: Response): Promise<void> {
  if (response.status === 200) return
  await response.body?.cancel()
  throw new UpdateError(response.status === 404 ? 'missing' : 'server')
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop ends the request.
    if (bytes > LARGEST_FEED) throw new UpdateError('invalid')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Without merge keys, dates and binary data of YAML's larger schema. Aliases make one object appear in many places, which costs
 * nothing until somebody walks through all of them, and the reader of a release doesn't.
 */
function parseFeed(text: string): unknown {
  try {
    return load(text, { schema: JSON_SCHEMA })
  } catch {
    // Also a RangeError for one that is nested too deeply.
    throw new UpdateError('invalid')
  }
}
