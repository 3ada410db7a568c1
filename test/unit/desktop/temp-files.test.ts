import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { TempFiles } from '../../../src/main/desktop/files/temp-files.ts'
import { removeNow } from '../../../src/main/desktop/files/text-file.ts'
import { writeStream } from '../../../src/main/desktop/files/text-file.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'

const root = mkdtempSync(join(tmpdir(), 'portside-copies-'))
const folder = join(root, 'opened')
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = new TextEncoder().encode('%PDF-1.7')
const mode = (path: string): number => statSync(path).mode & 0o777

test.skipIf(process.platform === 'win32')('a copy, and where it is, can be read by this person only', async () => {
  const path = await new TempFiles(folder).make('a.pdf', bytes)
  expect(readFileSync(path)).toEqual(Buffer.from(bytes))
  expect(mode(path)).toBe(0o600)
  expect(mode(dirname(path))).toBe(0o700)
  expect(mode(folder)).toBe(0o700)
})

test('returns the same copy for the same content, while it exists', async () => {
  const copies = new TempFiles(folder)
  const first = await copies.make('a.pdf', bytes)
  expect(await copies.make('a.pdf', bytes)).toBe(first)
  expect(await copies.make('b.pdf', bytes)).not.toBe(first)
  rmSync(first)
  const again = await copies.make('a.pdf', bytes)
  expect(readFileSync(again)).toEqual(Buffer.from(bytes))
  copies.removeAll()
  expect(existsSync(await copies.make('a.pdf', bytes))).toBe(true)
})

test('a copy leaves 200 MB of the disk free', async () => {
  let free = 200_000_000 + bytes.length
  const copies = new TempFiles(folder, undefined, async () => free)
  const first = await copies.make('a.pdf', bytes)
  free -= 1
  await expect(copies.make('b.pdf', bytes)).rejects.toEqual(new AppError('STORAGE', { found: 'full' }))
  expect(await copies.make('a.pdf', bytes)).toBe(first)
  expect(readdirSync(folder)).toHaveLength(1)
})

test('removes a copy that is being written', async () => {
  for (let turns = 0; turns < 60; turns += 1) {
    const copies = new TempFiles(folder)
    const making = copies.make('a.pdf', bytes).catch((error: unknown) => error)
    for (let turn = 0; turn < turns % 12; turn += 1) await new Promise((done) => setImmediate(done))
    copies.removeAll()
    const came = await making
    if (typeof came !== 'string') expect(came).toEqual(new AppError('CANCELLED'))
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  }
})

test('removes a new copy when the check fails', async () => {
  const refuse = (): void => {
    if (existsSync(folder) && readdirSync(folder).some((own) => existsSync(join(folder, own, 'a.pdf')))) {
      throw new AppError('CANCELLED')
    }
  }
  const copies = new TempFiles(folder)
  await expect(copies.make('a.pdf', bytes, refuse)).rejects.toEqual(new AppError('CANCELLED'))
  expect(readdirSync(folder)).toEqual([])
})

test('makes another copy for the same name with other content', async () => {
  const copies = new TempFiles(folder)
  const first = await copies.make('a.pdf', bytes)
  const second = await copies.make('a.pdf', new Uint8Array())
  expect(readFileSync(first)).toEqual(Buffer.from(bytes))
  expect(readFileSync(second)).toHaveLength(0)
})

test('removes all copies, and at the next start those of an earlier launch', async () => {
  const copies = new TempFiles(folder)
  const path = await copies.make('a.pdf', bytes)
  expect(copies.removeAll()).toBe(true)
  expect(existsSync(folder)).toBe(false)
  expect(copies.removeAll()).toBe(true)
  const after = await copies.make('a.pdf', bytes)
  expect(existsSync(path)).toBe(false)
  new TempFiles(folder)
  expect(existsSync(after)).toBe(false)
})

test('reports a failed copy without its path', async () => {
  const copies = new TempFiles(join(root, 'file', 'opened'))
  writeFileSync(join(root, 'file'), '')
  expect(await copies.make('a.pdf', bytes).catch((error: unknown) => error)).toEqual(new AppError('STORAGE'))
  expect(copies.removeAll()).toBe(true)
})

test('what is only half written can be removed while it is written, as the program does when it ends', async () => {
  mkdirSync(folder)
  const parts = new Set<string>()
  const seen: string[][] = []
  async function* pieces(): AsyncGenerator<string | Uint8Array> {
    yield bytes
    seen.push(readdirSync(folder))
    for (const part of parts) removeNow(part)
    seen.push(readdirSync(folder))
    throw new AppError('CANCELLED')
  }
  await expect(writeStream(join(folder, 'a.zip'), pieces(), { parts })).rejects.toEqual(new AppError('CANCELLED'))
  expect(seen).toEqual([[expect.stringMatching(/^\.portside-.*\.part$/)], []])
  expect(parts.size).toBe(0)
  expect(readdirSync(folder)).toEqual([])
})

test('bytes and text come one after the other', async () => {
  mkdirSync(folder)
  async function* pieces(): AsyncGenerator<string | Uint8Array> {
    yield 'grün '
    yield Uint8Array.of(0, 255)
  }
  await writeStream(join(folder, 'a'), pieces())
  expect(readFileSync(join(folder, 'a'))).toEqual(Buffer.concat([Buffer.from('grün '), Buffer.of(0, 255)]))
})
