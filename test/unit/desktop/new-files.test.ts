/** Files that the system refuses at a certain step, and a folder in which others write as well. */
import type * as FsPromises from 'node:fs/promises'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NewFiles } from '../../../src/main/desktop/files/new-files.ts'

/** What happens before a call of the system, or in its place. */
const before = vi.hoisted((): { link: () => unknown; rename: () => unknown } => ({
  link: () => null,
  rename: () => null
}))
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>()
  return {
    ...fs,
    link: async (...paths: Parameters<typeof fs.link>) => {
      before.link()
      return fs.link(...paths)
    },
    rename: async (...paths: Parameters<typeof fs.rename>) => {
      before.rename()
      return fs.rename(...paths)
    }
  }
})

const PDF = Buffer.from('%PDF-1.4')
const fails = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code })
}
const mark = (): Promise<void> => Promise.resolve()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-files-'))
})
afterEach(() => {
  before.link = before.rename = () => null
  rmSync(folder, { recursive: true, force: true })
})

test('saves a file once, for this user only, and leaves nothing else', async () => {
  const save = () => new NewFiles(folder, mark).save('a.pdf', PDF)
  expect(await save()).toEqual({ path: join(folder, 'a.pdf'), isNew: true })
  expect(await save()).toEqual({ path: join(folder, 'a.pdf'), isNew: false })
  expect(readdirSync(folder)).toEqual(['a.pdf'])
  if (process.platform !== 'win32') expect(statSync(join(folder, 'a.pdf')).mode & 0o777).toBe(0o600)
})

test('another file, a folder and a link of that name stay', async () => {
  const elsewhere = join(folder, 'elsewhere')
  writeFileSync(elsewhere, PDF)
  symlinkSync(elsewhere, join(folder, 'a.pdf'))
  mkdirSync(join(folder, 'a (2).pdf'))
  writeFileSync(join(folder, 'a (3).pdf'), '%PDF-1.5')
  expect(await new NewFiles(folder, mark).save('a.pdf', PDF)).toEqual({ path: join(folder, 'a (4).pdf'), isNew: true })
  expect(readFileSync(elsewhere)).toEqual(PDF)
  expect(readFileSync(join(folder, 'a (3).pdf'), 'utf8')).toBe('%PDF-1.5')
})

test('a file that another program makes meanwhile is not overwritten', async () => {
  before.link = () => {
    before.link = () => null
    writeFileSync(join(folder, 'a.pdf'), 'theirs')
  }
  expect((await new NewFiles(folder, mark).save('a.pdf', PDF)).path).toBe(join(folder, 'a (2).pdf'))
  expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('theirs')
  expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.pdf'])
})

test('a file system without hard links takes files too, and overwrites none', async () => {
  before.link = fails('EPERM')
  const files = new NewFiles(folder, mark)
  expect((await files.save('a.pdf', PDF)).isNew).toBe(true)
  expect((await files.save('a.pdf', Buffer.from('%PDF-1.6'))).path).toBe(join(folder, 'a (2).pdf'))
  before.rename = fails('EIO')
  await expect(files.save('b.pdf', PDF)).rejects.toMatchObject({ problem: 'notWritable' })
  expect(readdirSync(folder).sort()).toEqual(['a (2).pdf', 'a.pdf'])
})

test.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'notWritable'],
  ['EACCES', 'notWritable'],
  ['ENOENT', 'noFolder']
])('%s is the problem of the folder, and leaves no part', async (code, problem) => {
  before.link = fails(code)
  await expect(new NewFiles(folder, mark).save('a.pdf', PDF)).rejects.toMatchObject({ problem })
  expect(readdirSync(folder)).toEqual([])
})

test('makes one folder, but no path, and takes no file for one', async () => {
  const inside = join(folder, 'new')
  await new NewFiles(inside, mark).prepare()
  await new NewFiles(inside, mark).prepare()
  expect(existsSync(inside)).toBe(true)
  writeFileSync(join(folder, 'file'), '')
  for (const path of [join(folder, 'x', 'y'), join(folder, 'file')]) {
    await expect(new NewFiles(path, mark).prepare()).rejects.toMatchObject({ problem: 'noFolder' })
  }
})

test('an error of the mark leaves no part', async () => {
  const files = new NewFiles(folder, () => Promise.reject(new TypeError('a bug')))
  await expect(files.save('a.pdf', PDF)).rejects.toThrow('a bug')
  expect(readdirSync(folder)).toEqual([])
})
