import { describe, expect, test } from 'vitest'
import { jsonOf, type Reply } from '../../../src/main/api/http/reply.ts'
import { drain } from '../../../src/main/api/http/transport.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'

const reply = (text: string): Reply => ({
  status: 200,
  host: 'host.example',
  header: () => null,
  bytes: new TextEncoder().encode(text)
})

const error = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (thrown) {
    return toErrorInfo(thrown)
  }
}

describe('a whole body', () => {
  test.each([
    ['[1]', [1]],
    ['\ufeff{"a":"é"}', { a: 'é' }],
    ['"text"', 'text'],
    [' null ', null]
  ])('%j is read', (text, value) => {
    expect(jsonOf(reply(text))).toEqual(value)
  })

  test.each([
    ['', 'empty'],
    [' \r\n\t', 'empty'],
    ['\ufeff', 'empty'],
    ['<!doctype html>[[[', 'html'],
    ['[1,', 'malformed'],
    ['[1]]', 'malformed'],
    ['Hello', 'malformed'],
    ['['.repeat(513) + ']'.repeat(513), 'unknownShape']
  ])('%j is not', (text, found) => {
    expect(error(() => jsonOf(reply(text)))).toEqual({ code: 'BAD_REPLY', host: 'host.example', status: 200, found })
  })

  test('that would parse into more than a hundred thousand parts is too large, whatever its bytes', () => {
    const tooLarge = { code: 'TOO_LARGE', host: 'host.example', status: 200 }
    expect(jsonOf(reply(`[${'{},'.repeat(49_999)}0]`))).toHaveLength(50_000)
    expect(error(() => jsonOf(reply(`[${'{},'.repeat(50_000)}0]`)))).toEqual(tooLarge)
    // What is inside a text is no part.
    expect(jsonOf(reply(`["${'{},'.repeat(600_000)}"]`))).toHaveLength(1)
  })
})

describe('draining', () => {
  /** Gives what is in the list, one piece at each read; then it ends, or goes on for ever. */
  const source = (pieces: string[], forever = false) => {
    let at = 0
    let calledOff = false
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces[at++]
        if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
        else if (!forever) controller.close()
        else return new Promise(() => undefined)
      },
      cancel() {
        calledOff = true
      }
    })
    return { stream, calledOff: () => calledOff }
  }
  const idle = new AbortController().signal

  test('hands on each piece', async () => {
    const taken: Uint8Array[] = []
    const take = (piece: Uint8Array): void => void taken.push(piece)
    expect(await drain(source(['ab', 'c']).stream, 3, idle, take)).toBe(true)
    expect(await drain(null, 0, idle, take)).toBe(true)
    expect(Buffer.concat(taken).toString()).toBe('abc')
  })

  test('stops at the cap and calls the rest off', async () => {
    const taken: number[] = []
    const { stream, calledOff } = source(['ab', 'cd', 'ef'], true)
    expect(await drain(stream, 3, idle, (piece) => void taken.push(piece.length))).toBe(false)
    expect(taken).toEqual([2])
    expect(calledOff()).toBe(true)
  })

  test('ends with the signal while it waits for more', async () => {
    const controller = new AbortController()
    const { stream, calledOff } = source(['ab'], true)
    const work = drain(stream, 10, controller.signal, () => controller.abort())
    await expect(work).rejects.toThrow()
    expect(calledOff()).toBe(true)
  })

  test.each([
    ['pieces', Array.from({ length: 30 }, () => 'x')],
    ['one large piece', ['x'.repeat(30 * 64 * 1024)]]
  ])('lets the event loop turn while %s is there already', async (_name, pieces) => {
    let turns = 0
    const turn = (): void => {
      turns += 1
      immediate = setImmediate(turn)
    }
    let immediate = setImmediate(turn)
    // 30 times 2 ms.
    await drain(source(pieces).stream, 1e8, idle, () => {
      const until = performance.now() + 2
      while (performance.now() < until);
    })
    clearImmediate(immediate)
    expect(turns).toBeGreaterThan(3)
  })
})
