import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the build knows of updates (docs/releasing.md, "Updates"). */
export interface BuildFeed {
  /** Of the folder with the feed's files. Ends in a slash. */
  url: string
  /** Of the page where people find releases. */
  page: string
  /** As the certificate of Windows' installer names it; null: unsigned. */
  publisher: string | null
}

/** The build writes the file beside main's scripts, and a package checks it as it checks them. @returns null: this build never looks for updates */
export async function readBuildFeed(): Promise<BuildFeed | null> {
  const text = await readFile(join(import.meta.dirname, 'update-feed.json'), 'utf8')
  return JSON.parse(text) as BuildFeed | null
}
