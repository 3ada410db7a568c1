/** Node has no rename that replaces nothing. */
import { link, open, rename, rm } from 'node:fs/promises'

/** FAT and some network drives have no hard links. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EINVAL', 'EISDIR', 'UNKNOWN'])

/** Gives a complete file its name. @returns false if there is a file of that name now */
export async function moveIfAbsent(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path)
    await rm(part, { force: true })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!WITHOUT_LINKS.has(codeOf(error))) throw error
    return moveWithoutLink(part, path)
  }
}

/** An empty file takes the name, so that the rename replaces nothing else. */
async function moveWithoutLink(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx')).close()
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(part, path)
    return true
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? '')
