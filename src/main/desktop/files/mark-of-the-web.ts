/**
 * Marks a file as downloaded, as browsers do, so that the system and the program that opens it are careful: the mark of the
 * web on Windows, the quarantine attribute on macOS. Linux has no such mark. Electron has no API for it.
 * LSFileQuarantineEnabled in Info.plist would mark every file that the app writes, its databases too, and break updaters
 * (electron-builder#3754). CSV and JSON get no mark: they hold no formulas of a provider, and Excel would open them read-only.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Zone 3 is the internet ([MS-FSCC] 5.6.1). It has no HostUrl, because a signed link would be readable by anyone who gets the file. */
const ZONE = '[ZoneTransfer]\r\nZoneId=3\r\n'

/** The flags that browsers write: downloaded, and not yet opened by the user. */
const QUARANTINE_FLAGS = '0081'

const XATTR_TIMEOUT_MS = 5000

export interface MarkingSystem {
  platform: NodeJS.Platform
  run: (program: string, args: string[]) => Promise<unknown>
  now: () => Date
}

const thisSystem: MarkingSystem = {
  platform: process.platform,
  run: (program, args) => promisify(execFile)(program, args, { timeout: XATTR_TIMEOUT_MS }),
  now: () => new Date()
}

/** @throws Error when the file system takes no mark, such as FAT; the file itself is unchanged */
export async function markAsDownloaded(path: string, system = thisSystem): Promise<void> {
  if (system.platform === 'win32') {
    // An alternate data stream: Node opens it by this name (nodejs/node#13868).
    await writeFile(`${path}:Zone.Identifier`, ZONE)
  } else if (system.platform === 'darwin') {
    const seconds = Math.floor(system.now().getTime() / 1000).toString(16)
    const value = `${QUARANTINE_FLAGS};${seconds};Portside;${randomUUID().toUpperCase()}`
    // Node can't set extended attributes; this program is part of macOS.
    await system.run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', value, path])
  }
}
