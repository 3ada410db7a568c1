/** The folder of --profile-dir. The app empties and deletes parts of its data folder, so it must not take one that is in use. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMarked } from '../desktop/identity.ts'
import { isRegularFile, makeFolder } from '../storage/files.ts'

/** File managers leave them in folders that look empty. */
const OF_THE_SYSTEM = new Set(['.DS_Store', 'desktop.ini', 'Thumbs.db'])

/** Makes the folder if it is missing. @returns why it can't be used, in one sentence and a next step; null if it can */
export function chooseDataFolder(folder: string): string | null {
  let names: string[]
  try {
    makeFolder(folder)
    names = readdirSync(folder)
  } catch {
    return `${folder} can’t hold the data. Choose another folder with --profile-dir=PATH.`
  }
  if (names.every((name) => OF_THE_SYSTEM.has(name)) || isOurs(folder)) return null
  return `${folder} holds files that aren’t Portside’s. Choose an empty folder with --profile-dir=PATH.`
}

/** A start that ends early leaves a mark, and no registry yet. */
const isOurs = (folder: string): boolean => isMarked(folder) || isRegularFile(join(folder, 'portside.db'))
