/** Moves the app's data to another folder, unless a running app uses it. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { removeDatabase } from './files.ts'
import { readRegistryFile } from './registry.ts'
import { classify, isBusy } from './sqlite-error.ts'

const REGISTRY = 'portside.db'
const FOLDERS = ['accounts', 'opened']

type MoveOutcome = 'moved' | 'in use' | 'nothing to move'

/**
 * The list of accounts moves last. If the process ends before, the next call moves the rest. Chromium's own files stay.
 * @throws errors of the file system and of SQLite
 */
export function moveProfile(from: string, to: string): MoveOutcome {
  const file = join(from, REGISTRY)
  if (!existsSync(file) || hasData(to)) return 'nothing to move'
  const lock = lockExclusively(file)
  if (lock === 'in use') return 'in use'
  try {
    mkdirSync(to, { recursive: true, mode: 0o700 })
    for (const folder of FOLDERS) moveContents(join(from, folder), join(to, folder))
  } finally {
    // Windows renames no open file.
    lock?.close()
  }
  // Of an earlier start that could not move the data. A -wal of another database would damage the one that moves.
  removeDatabase(join(to, REGISTRY))
  const files = readdirSync(from).filter((name) => name.startsWith(REGISTRY) && name !== REGISTRY)
  for (const name of [...files, REGISTRY]) renameSync(join(from, name), join(to, name))
  return 'moved'
}

function hasData(folder: string): boolean {
  try {
    const registry = readRegistryFile(join(folder, REGISTRY))
    return registry !== null && (registry.accounts.length > 0 || registry.hasLock)
  } catch {
    // A damaged list may have had accounts.
    return true
  }
}

/**
 * Every open connection in WAL mode keeps a shared lock on the file, so an exclusive one shows that nobody has it open
 * (sqlite.org/wal.html, "Use of WAL Without Shared-Memory"). null: the file is damaged, and can be moved as it is.
 */
function lockExclusively(file: string): DatabaseSync | 'in use' | null {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    return db
  } catch (error) {
    db.close()
    if (isBusy(error)) return 'in use'
    if (classify(error) === 'damaged') return null
    throw error
  }
}

function moveContents(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(from)) renameSync(join(from, name), join(to, name))
}
