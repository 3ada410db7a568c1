/** Files and folders of the cache: private to the person, set aside when damaged. */
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What SQLite keeps beside a file in WAL mode; all three go together. */
const SIDES = ['', '-wal', '-shm']
const ASIDE = '.aside-'

/** Folder 0700 and file 0600, where the system has modes. SQLite gives -wal and -shm the file's own mode. */
export function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(dirname(file), 0o700)
  chmodSync(file, 0o600)
}

/**
 * Renames a file, its -wal and -shm to `<name>.aside-<time>`, so that they can still be opened together.
 * Of earlier ones only this newest stays: what happens at every start must not fill the disk.
 * @returns the new path
 */
export function setAside(file: string, now: Date = new Date()): string {
  const aside = `${file}${ASIDE}${now.toISOString().replaceAll(/[:.]/g, '-')}`
  for (const earlier of readdirSync(dirname(file))) {
    if (earlier.startsWith(basename(file) + ASIDE)) rmSync(join(dirname(file), earlier), { force: true })
  }
  for (const side of SIDES) {
    try {
      renameSync(file + side, aside + side)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return aside
}
