import {
  chmodSync,
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
import { chooseDataFolder } from '../../../src/main/app/data-folder.ts'
import { markFolder } from '../../../src/main/desktop/identity.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portside-folder-'))
  folder = join(root, 'chosen')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const REFUSED = expect.stringMatching(
  /holds files that aren’t Portside’s\. Choose an empty folder with --profile-dir=PATH\.$/
)
const UNUSABLE = expect.stringMatching(/can’t hold the data\. Choose another folder with --profile-dir=PATH\.$/)

/** A folder in use, with names that the app uses too. */
function fillFolder(): void {
  for (const name of ['opened', 'accounts/a']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'opened', 'letter.pdf'), 'mine')
  writeFileSync(join(folder, 'accounts', 'a', 'account.db'), 'mine')
}

test('makes a missing folder for this user only', () => {
  expect(chooseDataFolder(join(folder, 'deep'))).toBeNull()
  if (process.platform !== 'win32') expect([folder, join(folder, 'deep')].map(mode)).toEqual(['700', '700'])
})

test.skipIf(process.platform === 'win32')('takes an empty folder and leaves its mode', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, '.DS_Store'), '')
  expect(chooseDataFolder(folder)).toBeNull()
  expect(mode(folder)).toBe('755')
})

test('refuses a folder with other files, and changes nothing in it', () => {
  fillFolder()
  const before = readdirSync(folder, { recursive: true })
  expect(chooseDataFolder(folder)).toEqual(REFUSED)
  expect(readdirSync(folder, { recursive: true })).toEqual(before)
})

test('takes a folder with a mark', () => {
  fillFolder()
  markFolder(folder)
  expect(chooseDataFolder(folder)).toBeNull()
})

test('takes a folder with a registry', () => {
  fillFolder()
  writeFileSync(join(folder, 'portside.db'), '')
  expect(chooseDataFolder(folder)).toBeNull()
})

test('a file or folder of another program with the name of a mark is no mark', () => {
  fillFolder()
  writeFileSync(join(folder, 'portside-folder'), 'C:Q1…\nP:musl\n')
  mkdirSync(join(folder, 'portside.db'))
  expect(chooseDataFolder(folder)).toEqual(REFUSED)
  rmSync(join(folder, 'portside-folder'))
  mkdirSync(join(folder, 'portside-folder'))
  expect(chooseDataFolder(folder)).toEqual(REFUSED)
})

test.skipIf(process.platform === 'win32')('links are no marks, and no mark is written through a link', () => {
  fillFolder()
  symlinkSync(join(root, 'elsewhere'), join(folder, 'portside.db'))
  markFolder(root)
  symlinkSync(join(root, 'portside-folder'), join(folder, 'portside-folder'))
  symlinkSync(join(root, 'created'), join(folder, 'development'))
  expect(chooseDataFolder(folder)).toEqual(REFUSED)
  const reported = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  markFolder(folder)
  expect(reported).toHaveBeenCalledOnce()
  expect(existsSync(join(root, 'created'))).toBe(false)
})

test('refuses a file, and a folder below one', () => {
  writeFileSync(folder, 'mine')
  expect(chooseDataFolder(folder)).toEqual(UNUSABLE)
  expect(chooseDataFolder(join(folder, 'x'))).toEqual(UNUSABLE)
  expect(readFileSync(folder, 'utf8')).toBe('mine')
})

// Node's recursive mkdir never returns there.
test.skipIf(process.platform !== 'linux').each(['/proc/self/x/y', '/proc/x'])('refuses %s at once', (path) => {
  expect(chooseDataFolder(path)).toEqual(UNUSABLE)
})

test.skipIf(process.platform !== 'linux')('refuses a folder of the system', () => {
  expect(chooseDataFolder('/proc')).toEqual(REFUSED)
})
