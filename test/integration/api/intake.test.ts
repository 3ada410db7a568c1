/** The body of a product list on its way into an intake: what is handed over, when, and what becomes of an intake that fails. */
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import type { ListArrival, ListIntake } from '../../../src/main/core/ports/index.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { errorFrom, withPlatform } from './context.ts'

const context = withPlatform()
const host = (): string => new URL(context.server.baseAddress).host
const never = <T>(): Promise<T> => new Promise(() => undefined)

const EMPTY: ListArrival = { rest: new TextEncoder().encode('[]'), found: 0, products: 0 }

/** An intake that writes down what is done to it. */
function intakeOf(parts: Partial<ListIntake> = {}): ListIntake & { log: string[] } {
  const log: string[] = []
  return {
    log,
    begin(reading) {
      log.push(`begin ${reading.secrets.map((secret) => secret === context.access.token).join()}`)
      parts.begin?.(reading)
    },
    take(piece) {
      log.push('take')
      return parts.take?.(piece) ?? Promise.resolve()
    },
    end() {
      log.push('end')
      return parts.end?.() ?? Promise.resolve(EMPTY)
    }
  }
}

const answer = (body: string | Uint8Array<ArrayBuffer> = '[{"id":"a"}]', init: ResponseInit = {}): void => {
  context.server.respondWith('/v2/Products', () => new Response(body, init))
}

describe('what it is given', () => {
  test('the secret first, the body in pieces, the end last', async () => {
    answer()
    const intake = intakeOf()
    expect(await context.api.products(context.access, {}, {}, intake)).toEqual({ validators: null, partial: null })
    expect(intake.log).toEqual(['begin true', 'take', 'end'])
  })

  test('a new beginning for every try', async () => {
    let turn = 0
    context.server.respondWith('/v2/Products', (_, { request, response }) => {
      if (turn++ > 0) return Response.json([{ id: 'a' }])
      response.writeHead(200, { 'content-length': '1000' })
      response.write('[{"id":"half"},', () => request.socket.destroy())
      return undefined
    })
    const intake = intakeOf()
    await context.api.products(context.access, {}, {}, intake)
    expect(intake.log).toEqual(['begin true', 'take', 'begin true', 'take', 'end'])
  })

  test.each([
    ['a refusal', 403],
    ['keychainError', 500],
    ['a part', 206]
  ])('%s is not for it to end', async (_name, status) => {
    answer('{"message":"No"}', { status })
    const intake = intakeOf()
    await errorFrom(context.api.products(context.access, {}, { once: true }, intake))
    expect(intake.log).not.toContain('end')
    if (status !== 206) expect(intake.log).toEqual(['begin true'])
  })

  test('pieces of at most 64 kB with a buffer of their own, however the body comes', async () => {
    const body = JSON.stringify(Array.from({ length: 5000 }, (_none, at) => ({ id: `p${at}`, name: 'x'.repeat(90) })))
    const bytes = new TextEncoder().encode(body)
    const whole: typeof fetch = () =>
      Promise.resolve(new Response(new ReadableStream({ start: (stream) => (stream.enqueue(bytes), stream.close()) })))
    for (const network of [whole, fetch]) {
      answer(gzipSync(bytes), { headers: { 'content-encoding': 'gzip' } })
      const pieces: Uint8Array[] = []
      const intake = intakeOf({ take: async (piece) => void pieces.push(piece) })
      await new ProviderApi({ fetchFor: () => network }).products(context.access, {}, {}, intake)
      expect(pieces.length).toBeGreaterThan(5)
      for (const piece of pieces) {
        expect(piece.byteLength).toBeLessThanOrEqual(65_536)
        expect(piece.byteLength).toBe(piece.buffer.byteLength)
      }
      expect(Buffer.concat(pieces).toString()).toBe(body)
      expect(bytes.byteLength).toBe(body.length)
    }
  })
})

describe('one that is slow', () => {
  test('gets the next piece when it is done with the one before', async () => {
    answer(new Uint8Array(300_000).fill(0x20))
    let taking = 0
    let most = 0
    const intake = intakeOf({
      async take() {
        most = Math.max(most, ++taking)
        await new Promise((resolve) => setImmediate(resolve))
        taking -= 1
      },
      end: () => (taking === 0 ? Promise.resolve(EMPTY) : never<ListArrival>())
    })
    await context.api.products(context.access, {}, {}, intake)
    expect(most).toBe(1)
  })

  test.each(['take', 'end'] as const)('is not waited for beyond the deadline: %s', async (step) => {
    answer()
    const api = new ProviderApi({ fetchFor: () => fetch, deadlineMs: 50 })
    const error = await errorFrom(api.products(context.access, {}, {}, intakeOf({ [step]: never })))
    expect(error).toEqual({ code: 'TIMEOUT', host: host() })
  })

  test.each(['take', 'end'] as const)('is left when the caller wants no more: %s', async (step) => {
    answer()
    const controller = new AbortController()
    const stop = <T>(): Promise<T> => {
      controller.abort()
      return never()
    }
    const work = context.api.products(context.access, {}, { signal: controller.signal }, intakeOf({ [step]: stop }))
    expect(await errorFrom(work)).toEqual({ code: 'CANCELLED', host: host() })
  })
})

describe('one that fails', () => {
  test.each(['take', 'end'] as const)('over the reply: its AppError says which one it was: %s', async (step) => {
    answer()
    const intake = intakeOf({ [step]: () => Promise.reject(new AppError('BAD_REPLY', { found: 'malformed' })) })
    expect(await errorFrom(context.api.products(context.access, {}, {}, intake))).toEqual({
      code: 'BAD_REPLY',
      host: host(),
      status: 200,
      found: 'malformed'
    })
    expect(context.server.requests).toHaveLength(1)
  })

  test.each(['take', 'end'] as const)(
    'by itself: that is not the provider’s, and not tried again: %s',
    async (step) => {
      answer()
      const broken = intakeOf({ [step]: () => Promise.reject(new AppError('STORAGE')) })
      expect(await errorFrom(context.api.products(context.access, {}, {}, broken))).toEqual({ code: 'STORAGE' })
      const error = new TypeError('a mistake of ours')
      const mistaken = intakeOf({ [step]: () => Promise.reject(error) })
      await expect(context.api.products(context.access, {}, {}, mistaken)).rejects.toBe(error)
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
    const intake = intakeOf({ take: () => Promise.reject(new AppError('TOO_LARGE')) })
    expect(await errorFrom(context.api.products(context.access, {}, {}, intake))).toMatchObject({
      code: 'TOO_LARGE',
      status: 200
    })
    await closed
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })
})
