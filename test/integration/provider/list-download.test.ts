/** The body of a product list on its way into a writer: what is written, when, and what becomes of a writer that fails. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Api, Ask, ListWriter, ParsedList } from '../../../src/main/ports/index.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const host = (): string => new URL(context.server.baseUrl).host
const never = <T>(): Promise<T> => new Promise(() => undefined)

const EMPTY: ParsedList = { rest: new TextEncoder().encode('[]'), found: 0, products: 0, repeated: 0, lastId: null }

/** Records what is done to it. */
class Recorder {
  readonly log: string[] = []
  readonly #parts: Partial<ListWriter>

  constructor(parts: Partial<ListWriter> = {}) {
    this.#parts = parts
  }

  start(): ListWriter {
    this.log.push('start')
    return {
      write: (chunk) => {
        this.log.push('write')
        return this.#parts.write?.(chunk) ?? Promise.resolve()
      },
      end: () => {
        this.log.push('end')
        return this.#parts.end?.() ?? Promise.resolve(EMPTY)
      }
    }
  }
}

const receive = (recorder: Recorder, { api = context.api, ask = {} }: { api?: Api; ask?: Ask } = {}) =>
  api.productList(context.access, {}, ask).receive(() => recorder.start())

const answer = (body: string | Uint8Array<ArrayBuffer> = '[{"id":"a"}]', init: ResponseInit = {}): void => {
  context.server.respondWith('/v2/Products', () => new Response(body, init))
}

describe('what is written', () => {
  test('the body in chunks, the end last', async () => {
    answer()
    const recorder = new Recorder()
    expect(context.api.productList(context.access, {}).secrets).toEqual([context.access.token])
    expect(await receive(recorder)).toEqual({ validators: null, partial: null })
    expect(recorder.log).toEqual(['start', 'write', 'end'])
  })

  test('a new start for every attempt', async () => {
    let turn = 0
    context.server.respondWith('/v2/Products', (_, { request, response }) => {
      if (turn++ > 0) return Response.json([{ id: 'a' }])
      response.writeHead(200, { 'content-length': '1000' })
      response.write('[{"id":"half"},', () => request.socket.destroy())
      return undefined
    })
    const recorder = new Recorder()
    await receive(recorder)
    expect(recorder.log).toEqual(['start', 'write', 'start', 'write', 'end'])
  })

  test.each([
    ['a refusal', 403],
    ['keychainError', 500]
  ])('%s is not for it to end', async (_name, status) => {
    answer('{"message":"No"}', { status })
    const recorder = new Recorder()
    await errorFrom(receive(recorder, { ask: { once: true } }))
    expect(recorder.log).toEqual(['start'])
  })

  test('chunks of at most 64 kB, however the body comes', async () => {
    const body = JSON.stringify(Array.from({ length: 5000 }, (_none, at) => ({ id: `p${at}`, name: 'x'.repeat(90) })))
    const bytes = new TextEncoder().encode(body)
    const whole: typeof fetch = () =>
      Promise.resolve(new Response(new ReadableStream({ start: (stream) => (stream.enqueue(bytes), stream.close()) })))
    for (const network of [whole, fetch]) {
      answer(gzipSync(bytes), { headers: { 'content-encoding': 'gzip' } })
      const chunks: Uint8Array[] = []
      const recorder = new Recorder({ write: async (chunk) => void chunks.push(chunk.slice()) })
      await receive(recorder, { api: new ProviderApi({ fetchFor: () => network }) })
      expect(chunks.length).toBeGreaterThan(5)
      for (const chunk of chunks) {
        expect(chunk.byteLength).toBeLessThanOrEqual(65_536)
      }
      expect(Buffer.concat(chunks).toString()).toBe(body)
      expect(bytes.byteLength).toBe(body.length)
    }
  })
})

describe('one that is slow', () => {
  test('gets the next chunk when it is done with the one before', async () => {
    answer(new Uint8Array(300_000).fill(0x20))
    let writing = 0
    let most = 0
    const recorder = new Recorder({
      async write() {
        most = Math.max(most, ++writing)
        await new Promise((resolve) => setImmediate(resolve))
        writing -= 1
      },
      end: () => (writing === 0 ? Promise.resolve(EMPTY) : never<ParsedList>())
    })
    await receive(recorder)
    expect(most).toBe(1)
  })

  test.each(['write', 'end'] as const)('is not waited for beyond the deadline: %s', async (step) => {
    answer()
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 50 })
    const error = await errorFrom(receive(new Recorder({ [step]: never }), { api }))
    expect(error).toEqual({ code: 'TIMEOUT', host: host() })
  })

  test.each(['write', 'end'] as const)('is left when the caller wants no more: %s', async (step) => {
    answer()
    const controller = new AbortController()
    const stop = <T>(): Promise<T> => {
      controller.abort()
      return never()
    }
    const work = receive(new Recorder({ [step]: stop }), { ask: { signal: controller.signal } })
    expect(await errorFrom(work)).toEqual({ code: 'CANCELLED', host: host() })
  })
})

describe('one that fails', () => {
  test.each(['write', 'end'] as const)('over the reply: its AppError says which one it was: %s', async (step) => {
    answer()
    const recorder = new Recorder({ [step]: () => Promise.reject(new AppError('BAD_REPLY', { found: 'malformed' })) })
    expect(await errorFrom(receive(recorder))).toEqual({
      code: 'BAD_REPLY',
      host: host(),
      status: 200,
      found: 'malformed'
    })
    expect(context.server.requests).toHaveLength(1)
  })

  test.each(['write', 'end'] as const)(
    'by itself: that is not the provider’s, and not tried again: %s',
    async (step) => {
      answer()
      const broken = new Recorder({ [step]: () => Promise.reject(new AppError('STORAGE')) })
      expect(await errorFrom(receive(broken))).toEqual({ code: 'STORAGE' })
      const error = new TypeError('a mistake of ours')
      const mistaken = new Recorder({ [step]: () => Promise.reject(error) })
      await expect(receive(mistaken)).rejects.toBe(error)
      expect(context.server.requests).toHaveLength(2)
    }
  )

  test('at once: the rest of the body is not read', async () => {
    let written = 0
    const closed = new Promise<void>((resolve) => {
      context.server.respondWith('/v2/Products', (_, { response }) => {
        const pour = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x20))) written += 65_536
        }
        response.on('close', resolve).writeHead(200).on('drain', pour)
        pour()
      })
    })
    const recorder = new Recorder({ write: () => Promise.reject(new AppError('TOO_LARGE')) })
    expect(await errorFrom(receive(recorder))).toMatchObject({
      code: 'TOO_LARGE',
      status: 200
    })
    await closed
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })
})
