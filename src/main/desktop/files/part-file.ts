/** The unfinished file of a save, while it is open. Another program may move its folder, or put a link in its place. */
import type { FileHandle } from 'node:fs/promises'
import { lstat, readlink, rm } from 'node:fs/promises'
import { basename } from 'node:path'

/** @returns whether this path names the open file itself: no link to it, and no other file */
export async function isAt(file: FileHandle, path: string): Promise<boolean> {
  const own = await file.stat({ bigint: true })
  const there = await lstat(path, { bigint: true }).catch(nullIfAbsent)
  return there !== null && there.ino === own.ino && there.dev === own.dev
}

/** Also from where its folder was moved to: Linux says where an open file is. Nothing else is removed. */
export async function removePart(file: FileHandle, path: string): Promise<void> {
  const at = process.platform === 'linux' ? await readlink(`/proc/self/fd/${file.fd}`).catch(() => path) : path
  // Under another name, it is complete.
  if (basename(at) === basename(path) && (await isAt(file, at))) await rm(at, { force: true })
}

/** For errors of the system. */
export function nullIfAbsent(error: unknown): null {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  return null
}
