/**
 * electron-updater's requests, answered by the app's own network: with its proxy, no header that tells anything, no redirect, and nobody
 * but the feed's folder is asked. Its session would follow a redirect to any host, and has no limits (builder-util-runtime, httpExecutor.ts).
 */
import type { Session } from 'electron'
import type { UpdateProblem } from '../../../shared/models/updates.ts'
import type { BuildFeed } from './build-feed.ts'

/** In bytes. Real ones have less than a kilobyte, and their release notes. YAML's merge keys cost the square of it. */
const LARGEST_FEED = 32 * 1024
const FEED_MS = 20_000
/** In bytes. */
const LARGEST_FILE = 500_000_000
/** Without a byte of the file. */
const STALL_MS = 60_000
/** For the slowest network that is still of use, and a server that sends a byte at a time. */
const FILE_MS = 2 * 3_600_000

export class FeedRequests {
  readonly #feed: Pick<BuildFeed, 'url'>
  readonly #fetch: typeof globalThis.fetch
  readonly #largestFile: number
  #problem: UpdateProblem | null = null

  /** @param fetch follows no redirect @param largestFile in bytes */
  constructor(feed: Pick<BuildFeed, 'url'>, fetch: typeof globalThis.fetch, largestFile = LARGEST_FILE) {
    this.#feed = feed
    this.#fetch = fetch
    this.#largestFile = largestFile
  }

  /** What was wrong with the last answer since `forget`, which electron-updater only knows as a failed request. */
  problem(): UpdateProblem | null {
    return this.#problem
  }

  /** Call before a check or a download, which may get along without a request. */
  forget(): void {
    this.#problem = null
  }

  /** Call before the session's first request. */
  attach(session: Session): void {
    for (const scheme of ['http', 'https']) {
      session.protocol.handle(scheme, (request) => this.#answer(request.url))
    }
  }

  async #answer(address: string): Promise<Response> {
    this.forget()
    const asked = new URL(address)
    // The library adds a number against caches, which the app's network has none of.
    asked.search = ''
    const name = asked.href.startsWith(this.#feed.url) ? asked.href.slice(this.#feed.url.length) : ''
    if (name === '' || name.includes('/')) return this.#refuse('invalid')
    return name.endsWith('.yml') ? this.#answerFeed(asked.href) : this.#answerFile(asked.href)
  }

  async #answerFeed(address: string): Promise<Response> {
    try {
      const response = await this.#fetch(address, { signal: AbortSignal.timeout(FEED_MS) })
      if (response.status !== 200) return await this.#refuseStatus(response)
      const chunks: Uint8Array[] = []
      let bytes = 0
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        // Leaving the loop ends the request.
        if (bytes > LARGEST_FEED) return this.#refuse('invalid')
        chunks.push(chunk)
      }
      return new Response(Buffer.concat(chunks))
    } catch {
      // Of the network, which has reported what there is to know.
      return this.#refuse('unreachable')
    }
  }

  async #answerFile(address: string): Promise<Response> {
    const stall = new AbortController()
    const timer = setTimeout(() => stall.abort(), STALL_MS)
    try {
      const signal = AbortSignal.any([stall.signal, AbortSignal.timeout(FILE_MS)])
      const response = await this.#fetch(address, { signal })
      if (response.status !== 200) {
        clearTimeout(timer)
        return await this.#refuseStatus(response)
      }
      const length = response.headers.get('content-length')
      const chunks = this.#bounded(response.body, timer)
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(value)
        },
        cancel: async () => void (await chunks.return(undefined))
      })
      return new Response(body, { headers: length === null ? {} : { 'content-length': length } })
    } catch {
      clearTimeout(timer)
      return this.#refuse('unreachable')
    }
  }

  async *#bounded(
    body: ReadableStream<Uint8Array> | null,
    stall: NodeJS.Timeout
  ): AsyncGenerator<Uint8Array, undefined> {
    let bytes = 0
    try {
      for await (const chunk of body ?? []) {
        stall.refresh()
        bytes += chunk.length
        if (bytes > this.#largestFile) throw new Error('too long')
        yield chunk
      }
    } catch (error) {
      this.#problem = bytes > this.#largestFile ? 'mismatch' : 'unreachable'
      throw error
    } finally {
      clearTimeout(stall)
    }
  }

  async #refuseStatus(response: Response): Promise<Response> {
    await response.body?.cancel()
    return this.#refuse(response.status === 404 ? 'missing' : 'server')
  }

  #refuse(problem: UpdateProblem): Response {
    this.#problem = problem
    return new Response(null, { status: problem === 'missing' ? 404 : 502 })
  }
}
