/** Real files in a folder that the user chose, and a system that refuses single steps. */
import type * as Fs from 'node:fs'
import type * as FsPromises from 'node:fs/promises'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SafeFolderFiles, type FolderFilesParts } from '../../../src/main/desktop/files/folder-files.ts'

type Step = 'link' | 'open' | 'access' | 'rename' | 'readdir'

/** What happens before a call of the system, or in its place. */
const before = vi.hoisted(() => new Map<string, () => unknown>())
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>()
  const slowed =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await before.get(name)?.()
      return call(...args)
    }
  return {
    ...fs,
    link: slowed('link', fs.link),
    open: slowed('open', fs.open),
    access: slowed('access', fs.access),
    rename: slowed('rename', fs.rename),
    readdir: slowed('readdir', fs.readdir as (path: string) => Promise<string[]>)
  }
})

/** Files that were read. */
const reads = vi.hoisted((): unknown[] => [])
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  const createReadStream: typeof fs.createReadStream = (path, ...more) => {
    reads.push(path)
    return fs.createReadStream(path, ...more)
  }
  return { ...fs, createReadStream }
})

const failing = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code })
}
const at = (step: Step, run: () => unknown): void => void before.set(step, run)

const PDF = Buffer.from('%PDF-1.4 one')
const OTHER = Buffer.from('%PDF-1.4 two')

let folder: string
let revealed: string[]
let files: SafeFolderFiles
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'portside-folder-')))
  revealed = []
  files = make()
})
afterEach(() => {
  before.clear()
  rmSync(folder, { recursive: true, force: true })
})

const make = (more: Partial<FolderFilesParts> = {}): SafeFolderFiles =>
  new SafeFolderFiles({ mark: () => Promise.resolve(), reveal: (path) => void revealed.push(path), ...more })

const begun: { path: string; part: string; sha256: string }[] = []
beforeEach(() => void begun.splice(0))

const save = (name: string, bytes = PDF, folders: string[] = []) =>
  files.save({ folder, folders, name, bytes }, async (each) => void begun.push(each))

const pathsIn = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

describe('saving', () => {
  test('makes the subfolders, and leaves the file alone with the mode of the system', async () => {
    expect(await save('a.pdf', PDF, ['2026', '11'])).toMatchObject({ path: '2026/11/a.pdf' })
    expect(pathsIn()).toEqual([join('2026', '11', 'a.pdf')])
    expect(readFileSync(join(folder, '2026', '11', 'a.pdf'))).toEqual(PDF)
    expect(begun).toMatchObject([{ path: '2026/11/a.pdf' }])
    if (process.platform !== 'win32') {
      expect(statSync(join(folder, '2026', '11', 'a.pdf')).mode & 0o777).toBe(0o666 & ~process.umask())
    }
  })

  test('gives a number to a name that is taken, also in another case, and overwrites nothing', async () => {
    writeFileSync(join(folder, 'A.PDF'), 'of the user')
    expect(await save('a.pdf')).toMatchObject({ path: 'a (2).pdf' })
    expect(await save('a.pdf', OTHER)).toMatchObject({ path: 'a (3).pdf' })
    expect(readFileSync(join(folder, 'A.PDF'), 'utf8')).toBe('of the user')
    expect(pathsIn()).toEqual(['A.PDF', 'a (2).pdf', 'a (3).pdf'])
  })

  test('counts a file with the same bytes as saved', async () => {
    writeFileSync(join(folder, 'a.pdf'), PDF)
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
    expect(pathsIn()).toEqual(['a.pdf'])
    expect(begun).toEqual([])
  })

  test('reads no other file with the same name and size twice', async () => {
    writeFileSync(join(folder, 'a.pdf'), '%PDF-1.4 own')
    reads.splice(0)
    for (const content of ['%PDF-1.4 two', '%PDF-1.4 six', '%PDF-1.4 ten']) await save('a.pdf', Buffer.from(content))
    expect(reads).toEqual([join(folder, 'a.pdf')])
    expect(await save('a.pdf', Buffer.from('%PDF-1.4 six'))).toMatchObject({ path: 'a (3).pdf' })
    expect(pathsIn()).toEqual(['a (2).pdf', 'a (3).pdf', 'a (4).pdf', 'a.pdf'])
  })

  test('a folder, a link or a pipe of that name is another file', async () => {
    mkdirSync(join(folder, 'a.pdf'))
    symlinkSync(join(folder, 'nowhere'), join(folder, 'b.pdf'))
    expect(await save('a.pdf')).toMatchObject({ path: 'a (2).pdf' })
    expect(await save('b.pdf')).toMatchObject({ path: 'b (2).pdf' })
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  test('uses a subfolder that differs in case only: on other systems it is the same one', async () => {
    mkdirSync(join(folder, 'WORK'))
    expect(await save('a.pdf', PDF, ['Work'])).toMatchObject({ path: 'WORK/a.pdf' })
  })

  test('takes the next name when another program takes this one at the last moment', async () => {
    at('link', () => {
      if (!existsSync(join(folder, 'a.pdf'))) writeFileSync(join(folder, 'a.pdf'), 'of another program')
    })
    expect(await save('a.pdf')).toMatchObject({ path: 'a (2).pdf' })
    expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('of another program')
    expect(pathsIn()).toEqual(['a (2).pdf', 'a.pdf'])
  })

  test('counts the same bytes as saved that another program saves at the last moment', async () => {
    at('link', () => writeFileSync(join(folder, 'a.pdf'), PDF))
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
    expect(pathsIn()).toEqual(['a.pdf'])
  })

  test('works without hard links, as on FAT', async () => {
    at('link', failing('EPERM'))
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
    expect(await save('a.pdf', OTHER)).toMatchObject({ path: 'a (2).pdf' })
    expect(readFileSync(join(folder, 'a.pdf'))).toEqual(PDF)
    at('rename', failing('EIO'))
    expect(await save('b.pdf')).toEqual({ problem: 'other' })
    expect(pathsIn()).toEqual(['a (2).pdf', 'a.pdf'])
  })

  test('writes nothing when the save can’t be recorded', async () => {
    const refused = files.save({ folder, folders: [], name: 'a.pdf', bytes: PDF }, () =>
      Promise.reject(new TypeError('not recorded'))
    )
    await expect(refused).rejects.toThrow('not recorded')
    expect(pathsIn()).toEqual([])
  })
})

describe('a folder that takes no file', () => {
  test('a chosen folder may be a link, but a subfolder must not lead out of it', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'portside-outside-'))
    const link = join(folder, 'chosen')
    symlinkSync(outside, link)
    const place = { folder: link, name: 'a.pdf', bytes: PDF }
    expect(await files.save({ ...place, folders: ['in'] }, async () => undefined)).toMatchObject({ path: 'in/a.pdf' })
    symlinkSync(join(outside, 'in'), join(outside, 'inner'))
    symlinkSync(folder, join(outside, 'outer'))
    expect(await files.save({ ...place, folders: ['inner'] }, async () => undefined)).toMatchObject({
      path: 'inner/a.pdf'
    })
    expect(await files.save({ ...place, folders: ['outer'] }, async () => undefined)).toEqual({ problem: 'link' })
    expect(readdirSync(folder)).toEqual(['chosen'])
    rmSync(outside, { recursive: true })
  })

  test('is gone, is no folder any more, or comes back', async () => {
    expect(await files.check(folder)).toBeNull()
    rmSync(folder, { recursive: true })
    expect(await files.check(folder)).toBe('gone')
    expect(await save('a.pdf', PDF, ['2026'])).toEqual({ problem: 'gone' })
    expect(existsSync(folder)).toBe(false)
    writeFileSync(folder, '')
    expect(await files.check(folder)).toBe('gone')
    rmSync(folder)
    mkdirSync(folder)
    expect(await files.check(folder)).toBeNull()
  })

  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EROFS', 'readOnly'],
    ['EACCES', 'readOnly'],
    ['ESTALE', 'gone'],
    ['EIO', 'other']
  ])('the system refuses with %s: %s', async (code, problem) => {
    at('open', failing(code))
    expect(await save('a.pdf')).toEqual({ problem })
    at('access', failing(code))
    expect(await files.check(folder)).toBe(problem)
    expect(pathsIn()).toEqual([])
  })

  test('a drive that hangs is given up, and asked again once it has answered', async () => {
    files = make({ deadlineMs: 1000 })
    const { promise, resolve } = Promise.withResolvers<void>()
    at('access', () => promise)
    expect(await files.check(folder)).toBe('noAnswer')
    expect(files.isHanging()).toBe(true)
    expect(await save('a.pdf')).toEqual({ problem: 'noAnswer' })
    expect(await files.exist([{ folder, path: 'a.pdf' }])).toEqual([null])
    resolve()
    await expect.poll(() => files.isHanging()).toBe(false)
    files = make()
    expect(await files.check(folder)).toBeNull()
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
  })
})

describe('a disk with little room', () => {
  const RESERVE = 200_000_000

  test('keeps the reserve free, for each file anew; nothing is begun for one that doesn’t fit', async () => {
    let free = RESERVE + PDF.length
    files = make({ freeBytes: async () => free })
    expect(await files.check(folder)).toBeNull()
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
    free -= 1
    expect(await save('b.pdf')).toEqual({ problem: 'full' })
    free = RESERVE - 1
    expect(await files.check(folder)).toBe('full')
    expect(begun).toHaveLength(1)
    expect(pathsIn()).toEqual(['a.pdf'])
    free = 2 * RESERVE
    expect(await save('b.pdf')).toMatchObject({ path: 'b.pdf' })
  })

  test('a file that is there already needs none, and where the system doesn’t say, files are saved', async () => {
    writeFileSync(join(folder, 'a.pdf'), PDF)
    files = make({ freeBytes: async () => 0 })
    expect(await save('a.pdf')).toMatchObject({ path: 'a.pdf' })
    files = make({ freeBytes: async () => null })
    expect(await save('b.pdf')).toMatchObject({ path: 'b.pdf' })
  })
})

describe('a folder that changes under the save', () => {
  let outside: string
  beforeEach(() => {
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'portside-outside-')))
    mkdirSync(join(outside, 'elsewhere'))
  })
  afterEach(() => rmSync(outside, { recursive: true, force: true }))

  const everything = (): string[] => [
    ...pathsIn(),
    ...readdirSync(outside, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
  ]
  /** Once. @param to where the real subfolder goes */
  const swap =
    (name: string, to: string, link = join(outside, 'elsewhere')) =>
    (): void => {
      if (existsSync(to)) return
      renameSync(join(folder, name), to)
      symlinkSync(link, join(folder, name))
    }

  test.each(['begin', 'open', 'link', 'mark'] as const)(
    'a subfolder that is swapped for a link before “%s”: nothing is written there, and no part stays',
    async (step) => {
      for (const to of [join(folder, 'moved'), join(outside, 'moved')]) {
        rmSync(join(folder, '2026'), { recursive: true, force: true })
        mkdirSync(join(folder, '2026'))
        const swapNow = swap('2026', to)
        files = make({ mark: async () => void (step === 'mark' && swapNow()) })
        if (step === 'open' || step === 'link') at(step, swapNow)
        const file = { folder, folders: ['2026'], name: 'a.pdf', bytes: PDF }
        const result = await files.save(file, async () => void (step === 'begin' && swapNow()))
        expect(result).toHaveProperty('problem')
        expect(existsSync(to)).toBe(true)
        before.clear()
        expect(everything()).toEqual(['2026'])
        rmSync(join(folder, '2026'))
      }
    }
  )

  test('a deeper subfolder, or one that is about to be made, leads nothing out either', async () => {
    mkdirSync(join(folder, '2026', '11'), { recursive: true })
    const file = { folder, folders: ['2026', '11'], name: 'a.pdf', bytes: PDF }
    mkdirSync(join(outside, 'elsewhere', '11'))
    expect(await files.save(file, async () => swap('2026', join(outside, 'moved'))())).toEqual({ problem: 'link' })
    expect(everything()).toEqual(['2026'])
    rmSync(join(folder, '2026'))
    mkdirSync(join(folder, '2026'))
    let reads = 0
    at('readdir', () => (reads += 1) === 2 && swap('2026', join(outside, 'second'))())
    expect(await files.save({ ...file, folders: ['2026', '12'] }, async () => undefined)).toEqual({ problem: 'link' })
    expect(readdirSync(join(outside, 'elsewhere'))).toEqual(['11'])
  })

  test('a link to another subfolder is noticed, too; the next save follows it', async () => {
    for (const name of ['2026', 'other']) mkdirSync(join(folder, name))
    const swapNow = swap('2026', join(folder, 'moved'), join(folder, 'other'))
    const file = { folder, folders: ['2026'], name: 'a.pdf', bytes: PDF }
    expect(await files.save(file, async () => swapNow())).toEqual({ problem: 'link' })
    expect(pathsIn()).toEqual(['2026'])
    expect(await files.save(file, async () => undefined)).toMatchObject({ path: '2026/a.pdf' })
    expect(readFileSync(join(folder, 'other', 'a.pdf'))).toEqual(PDF)
    expect(readdirSync(join(folder, 'moved'))).toEqual([])
  })

  test('a part that is swapped for a link or another file gets no name, and doesn’t stay', async () => {
    const target = join(outside, 'elsewhere', 'own.txt')
    for (const put of [
      (part: string) => symlinkSync(target, part),
      (part: string) => writeFileSync(part, 'of another')
    ]) {
      writeFileSync(target, 'of the user')
      const mark = async (part: string): Promise<void> => {
        rmSync(part)
        put(part)
      }
      files = make({ mark })
      expect(await save('a.pdf')).toEqual({ problem: 'link' })
      expect(pathsIn()).toEqual([])
      expect(readFileSync(target, 'utf8')).toBe('of the user')
    }
  })

  test('what a crash left is neither completed nor deleted through a link', async () => {
    const part = '.portside-00000000-0000-4000-8000-000000000000.part'
    const elsewhere = join(outside, 'elsewhere')
    writeFileSync(join(elsewhere, part), 'of another')
    writeFileSync(join(elsewhere, 'empty.pdf'), '')
    symlinkSync(elsewhere, join(folder, '2026'))
    for (const name of ['empty.pdf', 'gone.pdf']) {
      expect(await files.resume({ folder, path: `2026/${name}`, part, sha256: 'x' })).toEqual({ problem: 'link' })
    }
    expect(readdirSync(elsewhere).toSorted()).toEqual([part, 'empty.pdf'])
    expect(await files.resume({ folder, path: 'gone/a.pdf', part, sha256: 'x' })).toEqual({ complete: false })
  })

  test('after 10,000 equal names, the next name is still saved', async () => {
    for (let number = 1; number <= 10_000; number += 1) {
      writeFileSync(join(folder, number === 1 ? 'a.pdf' : `a (${number}).pdf`), 'x')
    }
    expect(await save('a.pdf')).toEqual({ problem: 'sameName' })
    expect(await save('b.pdf')).toMatchObject({ path: 'b.pdf' })
    expect(begun).toHaveLength(1)
  })
})

test('counts the PDFs that came since a moment, without links and other files', async () => {
  const since = new Date('2026-11-20T00:00:00Z')
  for (const [name, time] of [
    ['old.pdf', since.getTime() - 1000],
    ['first.pdf', since.getTime()],
    ['second.PDF', since.getTime() + 1000],
    ['other.txt', since.getTime() + 1000]
  ] as const) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), time / 1000, time / 1000)
  }
  symlinkSync(join(folder, 'first.pdf'), join(folder, 'link.pdf'))
  expect(await files.countSince(folder, since)).toEqual({ count: 2 })
  rmSync(folder, { recursive: true })
  expect(await files.countSince(folder, since)).toEqual({ problem: 'gone' })
})

describe('what a crash left', () => {
  const PART = '.portside-00000000-0000-4000-8000-000000000000.part'
  const left = async (): Promise<{ folder: string; path: string; part: string; sha256: string }> => {
    await save('a.pdf')
    const [{ sha256 } = { sha256: '' }] = begun
    return { folder, path: 'a.pdf', part: PART, sha256 }
  }

  test('an unfinished file is removed, and the save begins again', async () => {
    const record = await left()
    rmSync(join(folder, 'a.pdf'))
    writeFileSync(join(folder, PART), 'half')
    expect(await files.resume(record)).toEqual({ complete: false })
    expect(pathsIn()).toEqual([])
  })

  test('a file that had its name already is complete; the empty one that keeps a name is removed', async () => {
    const record = await left()
    expect(await files.resume(record)).toEqual({ complete: true })
    writeFileSync(join(folder, 'a.pdf'), '')
    expect(await files.resume(record)).toEqual({ complete: false })
    expect(pathsIn()).toEqual([])
    writeFileSync(join(folder, 'a.pdf'), 'of the user')
    expect(await files.resume(record)).toEqual({ complete: false })
    expect(pathsIn()).toEqual(['a.pdf'])
  })

  test('no other file is removed, whatever the record says', async () => {
    const record = await left()
    writeFileSync(join(folder, 'mine.part'), 'of the user')
    await files.resume({ ...record, part: 'mine.part' })
    expect(pathsIn()).toEqual(['a.pdf', 'mine.part'])
  })
})

test('says which files are there, and shows only those', async () => {
  await save('a.pdf', PDF, ['2026'])
  const [there, gone] = [
    { folder, path: '2026/a.pdf' },
    { folder, path: '2026/b.pdf' }
  ]
  expect(await files.exist([there, gone])).toEqual([true, false])
  expect(await files.reveal(there)).toBe(true)
  expect(await files.reveal(gone)).toBe(false)
  expect(revealed).toEqual([join(folder, '2026', 'a.pdf')])
})

test('a quit in the middle removes the unfinished file', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  at('link', () => {
    reached.resolve()
    return promise
  })
  const saving = save('a.pdf')
  await reached.promise
  expect(pathsIn()).toHaveLength(1)
  files.stop()
  expect(pathsIn()).toEqual([])
  resolve()
  expect(await saving).toHaveProperty('problem')
  expect(pathsIn()).toEqual([])
})
