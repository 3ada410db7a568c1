import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ArchiveEntry } from '../../../src/main/ports/index.ts'
import { writeStream } from '../../../src/main/desktop/files/text-file.ts'
import { zipOf } from '../../../src/main/desktop/files/zip.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'

const folder = mkdtempSync(join(tmpdir(), 'portside-zip-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'a.zip')

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})

const entry = (
  name: string,
  content: ArchiveEntry['content'],
  modified = new Date(2026, 10, 20, 12)
): ArchiveEntry => ({
  name,
  modified,
  content
})
async function* coming(...entries: (ArchiveEntry | Error)[]): AsyncGenerator<ArchiveEntry> {
  for (const one of entries) {
    if (one instanceof Error) throw one
    yield one
  }
}
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => error
  )

test('extracts to the same files, with names in any script', async () => {
  const pdf = crypto.getRandomValues(new Uint8Array(60_000))
  await writeStream(path, zipOf(coming(entry('pdf/Zürich 🦊 株式.pdf', pdf), entry('invoices.csv', '\uFEFFgrün\r\n'))))
  const files = unzipSync(readFileSync(path))
  expect(Object.keys(files)).toEqual(['pdf/Zürich 🦊 株式.pdf', 'invoices.csv'])
  expect(files['pdf/Zürich 🦊 株式.pdf']).toEqual(pdf)
  expect(Buffer.from(files['invoices.csv']!).toString()).toBe('\uFEFFgrün\r\n')
  expect(readdirSync(folder)).toEqual(['a.zip'])
})

test('only its owner can read a file that is extracted', async () => {
  await writeStream(path, zipOf(coming(entry('a.pdf', 'a'))))
  const archive = readFileSync(path)
  // In the central directory: the high half of the external attributes, 38 bytes from the record's start.
  const record = archive.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  expect((archive.readUInt16LE(record + 40) & 0o777).toString(8)).toBe('600')
})

test('an empty archive is valid', async () => {
  await writeStream(path, zipOf(coming()))
  expect(unzipSync(readFileSync(path))).toEqual({})
})

test.each([
  [new Date(2026, 10, 20, 12, 30, 10), '2026-11-20 12:30:10'],
  [new Date(1601, 0, 1), '1980-01-01 00:00:00'],
  [new Date(2525, 0, 1), '2107-12-31 00:00:00']
])('an entry of %s has a date that an archive can have', async (date, written) => {
  await writeStream(path, zipOf(coming(entry('a', 'a', date))))
  const bytes = readFileSync(path)
  const time = bytes.readUInt16LE(10)
  const day = bytes.readUInt16LE(12)
  const two = (count: number): string => String(count).padStart(2, '0')
  expect(
    `${1980 + (day >> 9)}-${two((day >> 5) & 15)}-${two(day & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`
  ).toBe(written)
})

describe('an archive that ends early', () => {
  test.each([new AppError('CANCELLED'), new TypeError('boom')])(
    'by %s leaves what was there, and nothing else',
    async (error) => {
      writeFileSync(path, 'before')
      const entries = coming(entry('a', new Uint8Array(100_000)), entry('b', 'b'), error)
      expect(await errorOf(writeStream(path, zipOf(entries)))).toBe(error)
      expect(readdirSync(folder)).toEqual(['a.zip'])
      expect(readFileSync(path, 'utf8')).toBe('before')
    }
  )

  test('before its first entry, too', async () => {
    const error = new AppError('CANCELLED')
    expect(await errorOf(writeStream(path, zipOf(coming(error))))).toBe(error)
    expect(readdirSync(folder)).toEqual([])
  })

  test('ends its source when it can’t be written', async () => {
    let ended = false
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      try {
        for (let count = 0; count < 1_000; count += 1) yield entry(`${count}`, new Uint8Array(1_000))
      } finally {
        ended = true
      }
    }
    const pieces = zipOf(entries())
    await pieces.next()
    await pieces.next()
    await pieces.return(undefined)
    expect(ended).toBe(true)
  })
})

test('requests an entry only after the previous one was read', async () => {
  let made = 0
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (; made < 20;) {
      made += 1
      yield entry(`${made}`, new Uint8Array(10_000))
    }
  }
  let taken = 0
  let most = 0
  for await (const piece of zipOf(entries())) {
    if (piece.length === 10_000) taken += 1
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, made - taken)
  }
  expect(taken).toBe(20)
  expect(most).toBe(1)
})

test('rejects too many entries', async () => {
  let made = 0
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (; made < 70_000;) yield entry(`${(made += 1)}`, '')
  }
  const reading = (async () => {
    for await (const piece of zipOf(entries())) if (piece.length > 1e9) return
  })()
  expect(await errorOf(reading)).toEqual(new AppError('TOO_LARGE'))
  expect(made).toBe(65_535)
})
