/** Reading and writing a text file that the person chose; no Electron in it, so that it can be tested. */
import { open, stat, writeFile } from 'node:fs/promises'
import { Fault } from '../../shared/ipc/failure.ts'

/** @throws CACHE when it can't be written */
export async function writeText(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, 'utf8')
  } catch {
    // The system's message names the path.
    throw new Fault('CACHE')
  }
}

/** @throws BAD_REQUEST (found 'file') when it is longer (bytes), no file, no UTF-8 or can't be read */
export async function readText(path: string, longest: number): Promise<string> {
  try {
    // Asked before it is opened: opening a pipe would wait for somebody to write into it.
    const { size } = await stat(path).then((found) => (found.isFile() ? found : { size: Infinity }))
    if (size > longest) throw new Fault('BAD_REQUEST', { found: 'file' })
    return new TextDecoder('utf-8', { fatal: true }).decode(await readAtMost(path, longest))
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('BAD_REQUEST', { found: 'file' })
  }
}

/** One byte more is asked for, so that a file that grows meanwhile is noticed. */
async function readAtMost(path: string, longest: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const bytes = new Uint8Array(longest + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length)
      length += bytesRead
      if (length > longest) throw new Fault('BAD_REQUEST', { found: 'file' })
      if (bytesRead === 0) return bytes.subarray(0, length)
    }
  } finally {
    await file.close()
  }
}
