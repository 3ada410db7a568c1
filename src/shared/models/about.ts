/** What the app is made of, and what changed in this version. */

/** Of the programs and libraries that everything else depends on. */
export const PART_NAMES = ['electron', 'chromium', 'node', 'v8', 'sqlite', 'keytar'] as const
export type PartName = (typeof PART_NAMES)[number]

/** What About can open: a folder in the file manager, Electron's own list of licences in the browser. */
export const OPENABLE = ['dataFolder', 'chromiumLicences'] as const
export type Openable = (typeof OPENABLE)[number]

export interface AboutInfo {
  version: string
  /** null: not known. */
  parts: Record<PartName, string | null>
  /** `version`: the kernel's. */
  system: { platform: string; version: string; architecture: string }
  dataFolder: string
  logFolder: string
  settingsFile: string
  hasChromiumLicences: boolean
}

export interface LicenceRow {
  /** `name@version`, for `licenceText`. */
  key: string
  name: string
  version: string
  /** An SPDX expression, such as `MPL-2.0 OR Apache-2.0`. */
  licence: string
}

/** Characters of a licence's text in one answer. */
export const LICENCE_PIECE = 64 * 1024

/** The headings of keepachangelog.com, in its order. */
export const CHANGE_KINDS = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export interface VersionChanges {
  version: string
  /** null: not released yet. */
  date: string | null
  /** Entries are plain text. */
  groups: { kind: ChangeKind; entries: string[] }[]
}
