/** A newer version of Portside, as the update feed describes it. */
export interface Release {
  version: string
  /** Plain text. Empty: the feed has none. */
  notes: string
  /** ISO 8601; null: the feed doesn't say. */
  date: string | null
  /** Of the file for this system. */
  bytes: number
}

export const UPDATE_PROBLEMS = [
  'offline', // this computer has no network
  'unreachable', // no whole answer from the feed
  'server', // the feed answers with an error or a redirect
  'missing', // the feed has nothing for this system
  'invalid', // the feed's description of the release can't be used
  'mismatch', // the file isn't the one that the feed describes
  'signature', // the file isn't signed by the publisher, or that couldn't be checked
  'storage', // the file can't be saved
  'install' // the version was installed at a quit, and this is still the old one
] as const
export type UpdateProblem = (typeof UPDATE_PROBLEMS)[number]

export interface UpdateState {
  /** 'off': the build has no feed. 'ready': downloaded, and installed when the app quits. */
  step: 'off' | 'idle' | 'checking' | 'downloading' | 'ready'
  /** False: new versions are only announced. */
  canInstall: boolean
  /** Of the last answer of the feed, ISO 8601. */
  checkedAt: string | null
  /** The newest version; null: none that is newer is known. */
  release: Release | null
  /** The user doesn't want this release. */
  isSkipped: boolean
  /** The user wants to be reminded of this release later: ISO 8601. */
  remindAt: string | null
  /** Of a download, in bytes. */
  received: number
  /** Of the last check, download or installation. */
  problem: UpdateProblem | null
  /** Host that is asked. */
  feedHost: string | null
  /** Host of the page with the releases. */
  pageHost: string | null
}

/** What the page says of updates outside the settings; null: nothing. */
export type UpdateNotice = { kind: 'available' | 'ready'; version: string } | null

export const NO_UPDATES: UpdateState = {
  step: 'off',
  canInstall: false,
  checkedAt: null,
  release: null,
  isSkipped: false,
  remindAt: null,
  received: 0,
  problem: null,
  feedHost: null,
  pageHost: null
}
