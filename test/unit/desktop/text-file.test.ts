import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readText, writeStream } from '../../../src/main/desktop/files/text-file.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'

const folder = mkdtempSync(join(tmpdir(), 'portside-text-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const write = (name: string, ...pieces: string[]): Promise<void> => writeStream(path(name), pieces)
const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8)

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof AppError ? error.info : error)
  )

test('reads up to the allowed number of bytes', async () => {
  await write('a.json', 'grün')
  expect(readFileSync(path('a.json'))).toHaveLength(5)
  expect(await readText(path('a.json'), 5)).toBe('grün')
  expect(await errorOf(readText(path('a.json'), 4))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
  await write('a.json', '')
  expect(await readText(path('a.json'), 5)).toBe('')
})

test('drops a byte order mark, and rejects other encodings than UTF-8', async () => {
  writeFileSync(path('marked.json'), '\ufeff{}')
  writeFileSync(path('latin.json'), Buffer.of(0x22, 0xe4, 0x22))
  expect(await readText(path('marked.json'), 100)).toBe('{}')
  expect(await errorOf(readText(path('latin.json'), 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
})

test('rejects a folder or missing file without its path', async () => {
  for (const name of ['', 'missing.json']) {
    expect(await errorOf(readText(path(name), 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
  }
  expect(await errorOf(write('missing/a.json', ''))).toEqual({ code: 'STORAGE' })
})

test('rejects a device', async () => {
  const device = process.platform === 'win32' ? String.raw`\\.\NUL` : '/dev/zero'
  expect(await errorOf(readText(device, 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
})

describe('a stream', () => {
  let inside: string
  let count = 0
  const file = (name: string): string => join(inside, name)
  beforeEach(() => {
    inside = path(`stream-${(count += 1)}`)
    mkdirSync(inside)
  })

  /** What comes, and then maybe something else. */
  async function* coming(pieces: string[], then: () => void = () => undefined): AsyncGenerator<string> {
    yield* pieces
    then()
  }

  test('is in the file once it is complete, with no other file left', async () => {
    const before: string[] = []
    await writeStream(
      file('a.csv'),
      coming(['\uFEFFgrün,', '', '🦊\r\n'], () => {
        before.push(...readdirSync(inside))
      })
    )
    expect(before).toHaveLength(1)
    expect(before).not.toContain('a.csv')
    expect(readFileSync(file('a.csv'), 'utf8')).toBe('\uFEFFgrün,🦊\r\n')
    expect(readdirSync(inside)).toEqual(['a.csv'])
    await writeStream(file('a.csv'), coming([]))
    expect(readFileSync(file('a.csv'), 'utf8')).toBe('')
  })

  test('that is swapped for a link gets no name, and doesn’t stay', async () => {
    writeFileSync(file('own.txt'), 'of the user')
    const mark = async (part: string): Promise<void> => {
      rmSync(part)
      symlinkSync(file('own.txt'), part)
    }
    expect(await errorOf(writeStream(file('a.zip'), ['content'], { mark }))).toEqual({ code: 'STORAGE' })
    expect(readdirSync(inside)).toEqual(['own.txt'])
    expect(readFileSync(file('own.txt'), 'utf8')).toBe('of the user')
  })

  test('leaves 200 MB of the disk free, looked at for each piece; then nothing of it is left', async () => {
    const RESERVE = 200_000_000
    const frees = [RESERVE + 3, RESERVE + 3, RESERVE + 2]
    const freeBytes = async (folder: string): Promise<number | null> => {
      expect(folder).toBe(realpathSync(inside))
      return frees.shift() ?? null
    }
    writeFileSync(file('a.zip'), 'before')
    const writing = writeStream(file('a.zip'), coming(['one', 'two', 'six']), { freeBytes })
    expect(await errorOf(writing)).toEqual({ code: 'STORAGE', found: 'full' })
    expect(readdirSync(inside)).toEqual(['a.zip'])
    expect(readFileSync(file('a.zip'), 'utf8')).toBe('before')
    // Where the system doesn't say.
    await writeStream(file('a.zip'), coming(['one']), { freeBytes: async () => null })
    expect(readFileSync(file('a.zip'), 'utf8')).toBe('one')
  })

  test.each([new AppError('CANCELLED'), new TypeError('boom')])(
    'that fails half-way leaves what was there: %s',
    async (error) => {
      writeFileSync(file('a.csv'), 'before')
      const fail = (): void => {
        throw error
      }
      await expect(writeStream(file('a.csv'), coming(['half of'], fail))).rejects.toBe(error)
      await expect(writeStream(file('new.csv'), coming(['half of'], fail))).rejects.toBe(error)
      expect(readdirSync(inside)).toEqual(['a.csv'])
      expect(readFileSync(file('a.csv'), 'utf8')).toBe('before')
    }
  )

  test('into a missing folder fails without its path, before the first piece', async () => {
    let asked = false
    // eslint-disable-next-line require-yield
    async function* text(): AsyncGenerator<string> {
      asked = true
    }
    expect(await errorOf(writeStream(file('gone/a.csv'), text()))).toEqual({ code: 'STORAGE' })
    expect(asked).toBe(false)
    const away = (): void => rmSync(inside, { recursive: true })
    expect(await errorOf(writeStream(file('a.csv'), coming(['a', 'b'], away)))).toEqual({ code: 'STORAGE' })
  })

  test('can’t replace a folder', async () => {
    mkdirSync(file('folder'))
    expect(await errorOf(writeStream(file('folder'), coming(['a'])))).toEqual({ code: 'STORAGE' })
    expect(readdirSync(inside)).toEqual(['folder'])
  })

  test('works with the longest file name', async () => {
    const long = `${'n'.repeat(250)}.csv`
    await writeStream(file(long), coming(['a']))
    expect(readdirSync(inside)).toEqual([long])
  })

  test('follows a symbolic link', async () => {
    writeFileSync(file('real.csv'), 'before')
    symlinkSync('real.csv', file('link.csv'))
    await writeStream(file('link.csv'), coming(['after']))
    expect(lstatSync(file('link.csv')).isSymbolicLink()).toBe(true)
    expect(readFileSync(file('real.csv'), 'utf8')).toBe('after')
  })
})

describe.skipIf(process.platform === 'win32')('permissions of a written file (Windows has no modes)', () => {
  test('only its owner can read a new file', async () => {
    await write('new.csv', 'a')
    expect(mode(path('new.csv'))).toBe('600')
  })

  test.each(['644', '640', '600', '444'])('a replaced file keeps its mode: %s', async (before) => {
    const file = path(`kept-${before}.csv`)
    writeFileSync(file, 'before')
    chmodSync(file, parseInt(before, 8))
    await writeStream(file, ['after'])
    expect(readFileSync(file, 'utf8')).toBe('after')
    expect(mode(file)).toBe(before)
  })

  test('the mode is that of the file behind a link', async () => {
    writeFileSync(path('behind.csv'), 'before')
    chmodSync(path('behind.csv'), 0o640)
    symlinkSync('behind.csv', path('link.csv'))
    await write('link.csv', 'after')
    expect(mode(path('behind.csv'))).toBe('640')
  })

  test('only its owner can read it while it is written', async () => {
    const inside = path('writing')
    mkdirSync(inside)
    writeFileSync(join(inside, 'a.csv'), 'before')
    chmodSync(join(inside, 'a.csv'), 0o644)
    const seen: string[] = []
    async function* pieces(): AsyncGenerator<string> {
      yield 'a'
      seen.push(...readdirSync(inside).filter((name) => name !== 'a.csv'))
      expect(mode(join(inside, seen[0] ?? ''))).toBe('600')
    }
    await writeStream(join(inside, 'a.csv'), pieces())
    expect(seen).toHaveLength(1)
  })

  test('does not keep the set-user-ID bit', async () => {
    writeFileSync(path('suid.csv'), 'before')
    chmodSync(path('suid.csv'), 0o4755)
    await write('suid.csv', 'after')
    expect((statSync(path('suid.csv')).mode & 0o7777).toString(8)).toBe('755')
  })
})
