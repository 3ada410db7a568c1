import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { TempFiles } from '../../../src/main/desktop/files/temp-files.ts'
import { markAsDownloaded, type MarkingSystem } from '../../../src/main/desktop/files/mark-of-the-web.ts'
import { writeStream } from '../../../src/main/desktop/files/text-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'portside-mark-'))
const file = join(folder, 'a.pdf')
const bytes = new TextEncoder().encode('%PDF-1.7')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
})

function systemOf(platform: NodeJS.Platform, fails = false): MarkingSystem & { runs: string[][] } {
  const runs: string[][] = []
  return {
    platform,
    runs,
    now: () => new Date(0x6740_0000 * 1000 + 999),
    async run(program, args) {
      runs.push([program, ...args])
      if (fails) throw new Error('not permitted')
    }
  }
}

describe('the mark of a downloaded file', () => {
  it('is, on Windows, the internet zone in a stream of the file, without an address', async () => {
    writeFileSync(file, bytes)
    await markAsDownloaded(file, systemOf('win32'))
    // Elsewhere than on Windows this is a file of that name.
    expect(readFileSync(`${file}:Zone.Identifier`, 'utf8')).toBe('[ZoneTransfer]\r\nZoneId=3\r\n')
    expect(readFileSync(file)).toEqual(Buffer.from(bytes))
  })

  it('is, on macOS, the quarantine attribute with time and app, without an address', async () => {
    const system = systemOf('darwin')
    await markAsDownloaded(file, system)
    expect(system.runs).toEqual([
      [
        '/usr/bin/xattr',
        '-w',
        'com.apple.quarantine',
        expect.stringMatching(/^0081;67400000;Portside;[0-9A-F-]{36}$/),
        file
      ]
    ])
  })

  it('does not exist on Linux', async () => {
    writeFileSync(file, bytes)
    const system = systemOf('linux')
    await markAsDownloaded(file, system)
    expect(readdirSync(folder)).toEqual(['a.pdf'])
    expect(system.runs).toEqual([])
  })

  it('that can’t be set is an error of its own', async () => {
    await expect(markAsDownloaded(file, systemOf('darwin', true))).rejects.toThrow('not permitted')
  })

  it.skipIf(process.platform !== 'win32')('can be read back on Windows (needs NTFS)', async () => {
    await writeStream(file, [bytes], { mark: markAsDownloaded })
    expect(readFileSync(`${file}:Zone.Identifier`, 'utf8')).toContain('ZoneId=3')
    expect(readFileSync(file)).toEqual(Buffer.from(bytes))
  })

  it.skipIf(process.platform !== 'darwin')('can be read back on macOS (needs its attributes)', async () => {
    await writeStream(file, [bytes], { mark: markAsDownloaded })
    expect(execFileSync('/usr/bin/xattr', ['-p', 'com.apple.quarantine', file], { encoding: 'utf8' })).toMatch(
      /^0081;[0-9a-f]+;Portside;/
    )
  })
})

describe('a file that is to be marked', () => {
  it('has its mark before it takes its place, and while it can still be written', async () => {
    writeFileSync(file, 'before', { mode: 0o444 })
    const seen: unknown[] = []
    const mark = async (path: string): Promise<void> => {
      writeFileSync(path, 'x', { flag: 'a' })
      seen.push(path !== file, readFileSync(path, 'utf8'), readFileSync(file, 'utf8'))
    }
    await writeStream(file, ['after'], { mark })
    expect(seen).toEqual([true, 'afterx', 'before'])
    expect(readFileSync(file, 'utf8')).toBe('afterx')
  })

  it('is marked before a copy of it is handed to a viewer', async () => {
    const marked: string[] = []
    const copies = new TempFiles(join(folder, 'opened'), async (path) => {
      expect(readFileSync(path)).toEqual(Buffer.from(bytes))
      marked.push(path)
    })
    const path = await copies.make('a.pdf', bytes)
    expect(marked).toEqual([path])
    // The same copy again is marked already.
    expect(await copies.make('a.pdf', bytes)).toBe(path)
    expect(marked).toEqual([path])
  })
})
