/** Free space of the disk that has a folder. Some file systems don't say, and then there is room. */
import { statfsSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { PDF_RESERVE_BYTES } from '../shared/models/pdf-folder.ts'

/** @returns bytes that this user can write; null: not known */
export const freeBytes = (folder: string): Promise<number | null> => statfs(folder).then(free, unlessBug)

export function freeBytesNow(folder: string): number | null {
  try {
    return free(statfsSync(folder))
  } catch (error) {
    return unlessBug(error)
  }
}

/** @param reserve bytes that stay free beside them */
export const hasRoom = (free: number | null, bytes: number, reserve = PDF_RESERVE_BYTES): boolean =>
  free === null || free >= bytes + reserve

const free = ({ bavail, bsize, blocks }: StatsFs): number | null => (blocks > 0 ? bavail * bsize : null)

function unlessBug(error: unknown): null {
  if (error instanceof Error && 'code' in error) return null
  throw error
}
