/** Moves the data of earlier `npm start` runs, which used the folder that an installed copy uses, to the present folder. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { moveProfile } from './storage/move-profile.ts'
import { INSTALLED, isMarkedAsInstalled } from './desktop/system/identity.ts'

export interface EarlierProfileParts {
  /** The system's folder for application data. */
  appData: string
  /** The data folder of this app, whose instance lock it holds. */
  dataFolder: string
  /** Any of these files shows that a copy is installed. */
  signsOfInstall: string[]
}

/** @returns a line for the terminal, or null when there is nothing to say */
export function moveEarlierProfile({ appData, dataFolder, signsOfInstall }: EarlierProfileParts): string | null {
  const earlier = join(appData, INSTALLED.name)
  if (isMarkedAsInstalled(earlier) || signsOfInstall.some((file) => existsSync(file))) return null
  try {
    const outcome = moveProfile(earlier, dataFolder)
    if (outcome === 'moved') return `moved the data of earlier npm start runs from ${earlier} to ${dataFolder}.`
    if (outcome === 'in use')
      return `data of earlier npm start runs in ${earlier} is in use, so it moves at a later start.`
    return null
  } catch {
    // The data and the keychain entries stay where they are.
    return `couldn’t move the data of earlier npm start runs; it is still in ${earlier}.`
  }
}
