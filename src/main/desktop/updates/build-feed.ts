/** What the build knows of updates (electron.vite.config.ts, docs/updates.md). */
export interface BuildFeed {
  /** Of the folder with the feed's files. Ends in a slash. */
  url: string
  /** Of the page where people find releases. */
  page: string
  /** As the certificate of Windows' installer names it; null: unsigned. */
  publisher: string | null
}

declare global {
  /** Set by the build. null: this build never looks for updates. */
  const UPDATE_FEED: BuildFeed | null
}

export const BUILD_FEED = typeof UPDATE_FEED === 'undefined' ? null : UPDATE_FEED
