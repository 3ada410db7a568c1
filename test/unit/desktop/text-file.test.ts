import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readText, writeText } from '../../../src/main/desktop/text-file.ts'
import { Fault } from '../../../src/shared/ipc/failure.ts'

const folder = mkdtempSync(join(tmpdir(), 'portside-text-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => (error instanceof Fault ? error.failure : error)
  )

test('what is written is read, to the last byte that is allowed', async () => {
  await writeText(path('a.json'), 'grün')
  expect(readFileSync(path('a.json'))).toHaveLength(5)
  expect(await readText(path('a.json'), 5)).toBe('grün')
  expect(await failure(readText(path('a.json'), 4))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
  await writeText(path('a.json'), '')
  expect(await readText(path('a.json'), 5)).toBe('')
})

test('a byte order mark is no part of the text; what is no UTF-8 is no text', async () => {
  writeFileSync(path('marked.json'), '\ufeff{}')
  writeFileSync(path('latin.json'), Buffer.of(0x22, 0xe4, 0x22))
  expect(await readText(path('marked.json'), 100)).toBe('{}')
  expect(await failure(readText(path('latin.json'), 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
})

test('what is no file, or not there, is told without its path', async () => {
  for (const name of ['', 'missing.json']) {
    expect(await failure(readText(path(name), 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
  }
  expect(await failure(writeText(path('missing/a.json'), ''))).toEqual({ code: 'CACHE' })
})

test('a device that never ends is no file', async () => {
  const device = process.platform === 'win32' ? String.raw`\\.\NUL` : '/dev/zero'
  expect(await failure(readText(device, 100))).toEqual({ code: 'BAD_REQUEST', found: 'file' })
})
