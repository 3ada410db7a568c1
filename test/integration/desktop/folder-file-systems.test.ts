/** Files in a folder on real file systems: full, read-only, and with a process that is killed in the middle. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SafeFolderFiles } from '../../../src/main/desktop/files/folder-files.ts'

const CHILD = join(import.meta.dirname, 'folder-files-child.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Told {
  check?: string | null
  begun?: { path: string; part: string; sha256: string }
  saved?: { path?: string; problem?: string }
  left?: string[]
}
const linesOf = (output: string): Told[] =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Told)

/** A process may have mounts that no other one sees. */
const canMount = process.platform === 'linux' && spawnSync('unshare', ['-rm', 'true'], { stdio: 'ignore' }).status === 0

/** Saves in a newly mounted file system. @param mount options of mount(8) */
function saveOnMount(mount: string, count: number, size: number): Told[] {
  const script = 'mount -t tmpfs -o "$1" portside-test "$2" && shift && exec "$0" "$CHILD" "$@"'
  const args = [mount, folder, String(count), String(size)]
  const { stdout, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', script, process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, CHILD }
  })
  expect(stderr).toBe('')
  return linesOf(stdout)
}

test.skipIf(!canMount)('a disk with less than the reserve is said, keeps what was saved and has no half file', () => {
  expect(saveOnMount('size=128k', 1, 1)[0]).toEqual({ check: 'full' })
  const told = saveOnMount('size=201m', 2, 6_000_000)
  expect(told).toMatchObject([
    { check: null },
    { begun: { path: '2026/1.pdf' } },
    { saved: { path: '2026/1.pdf' } },
    { saved: { problem: 'full' } },
    { left: ['2026', '2026/1.pdf'] }
  ])
})

test.skipIf(!canMount)('a read-only file system is said, also to root', () => {
  expect(saveOnMount('ro', 1, 1)).toEqual([{ check: 'readOnly' }, { saved: { problem: 'readOnly' } }, { left: [] }])
})

test('a process that is killed in the middle leaves no half file, and the next one goes on', async () => {
  const child = spawn(process.execPath, [CHILD, folder, '1000', String(4 * 1024 * 1024)])
  const told: Told[] = []
  for await (const line of createInterface(child.stdout)) {
    told.push(JSON.parse(line) as Told)
    // Right after the start of one: it is being written.
    if (told.filter(({ begun }) => begun).length === 3) child.kill('SIGKILL')
  }
  const begun = told.flatMap((each) => each.begun ?? [])
  const names = (): string[] => readdirSync(join(folder, '2026')).toSorted()
  for (const name of names().filter((each) => each.endsWith('.pdf'))) {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, '2026', name)))
      .digest('hex')
    expect(begun.find(({ path }) => path === `2026/${name}`)?.sha256).toBe(hash)
  }
  const files = new SafeFolderFiles({ mark: () => Promise.resolve(), reveal: () => undefined })
  const last = begun.at(-1)
  if (!last) throw new Error('Nothing was begun.')
  const result = await files.resume({ folder, ...last })
  expect(names().filter((name) => !name.endsWith('.pdf'))).toEqual([])
  expect(result).toEqual({ complete: names().includes(last.path.slice('2026/'.length)) })
})
