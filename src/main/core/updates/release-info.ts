/** Reads what a feed says of its newest release: the files latest.yml, latest-mac.yml and latest-linux.yml of electron-builder. */
import { z } from 'zod/mini'
import type { Release } from '../../../shared/models/updates.ts'
import { plainNotes } from './release-notes.ts'
import { UpdateError } from './update-error.ts'
import { isNewer, isRelease } from './version.ts'

export interface UpdateTarget {
  platform: NodeJS.Platform
  /** Such as x64. */
  arch: string
  /** Of the system, such as 10.0.19045. */
  systemVersion: string
  /** Of this app. */
  version: string
}

export interface ReleaseFile {
  url: string
  /** In base64. */
  sha512: string
  bytes: number
}

export interface ReleaseInfo {
  release: Release
  file: ReleaseFile
}

const LARGEST_FILE = 500_000_000
/** The folder of the feed has the files: a path leads elsewhere. No reserved characters, so nothing is encoded. */
const FILE_NAME = /^[0-9A-Za-z][0-9A-Za-z._+ -]{0,150}$/
const SHA512 = /^[0-9A-Za-z+/]{86}==$/
const EXTENSIONS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['.exe'],
  darwin: ['.zip'],
  linux: ['.deb', '.AppImage', '.rpm']
}
const ARCHITECTURES = ['x64', 'arm64', 'ia32', 'armv7l']
const X64_NAMES = ['x64', 'amd64', 'x86_64']

const text = z.string().check(z.maxLength(1_000_000))
const schema = z.object({
  version: z.string().check(z.maxLength(40)),
  files: z
    .array(
      z.object({
        url: z.string().check(z.maxLength(200), z.regex(FILE_NAME)),
        sha512: z.string().check(z.regex(SHA512)),
        size: z.int().check(z.gte(1), z.lte(LARGEST_FILE))
      })
    )
    .check(z.maxLength(20)),
  releaseNotes: z.optional(
    z.nullable(z.union([text, z.array(z.object({ version: text, note: z.nullable(text) })).check(z.maxLength(50))]))
  ),
  releaseDate: z.optional(z.string().check(z.maxLength(40))),
  minimumSystemVersion: z.optional(z.string().check(z.maxLength(40), z.regex(/^\d{1,6}(\.\d{1,6}){0,3}$/)))
})

/** The file's name, beside the feed's address. electron-builder calls it so. */
export function feedFileName({ platform, arch }: Pick<UpdateTarget, 'platform' | 'arch'>): string {
  if (platform === 'darwin') return 'latest-mac.yml'
  if (platform === 'win32') return 'latest.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/** @returns null unless the release is newer and runs on this system @throws UpdateError */
export function readReleaseInfo(sent: unknown, target: UpdateTarget): ReleaseInfo | null {
  const { success, data } = schema.safeParse(sent)
  if (!success || !isRelease(data.version)) throw new UpdateError('invalid')
  if (!isNewer(data.version, target.version)) return null
  if (isOlderSystem(target.systemVersion, data.minimumSystemVersion ?? '0')) return null
  const file = data.files.find(({ url }) => url === chooseFile(data.files, target))
  if (!file) throw new UpdateError('missing')
  const { url, sha512, size: bytes } = file
  const notes = typeof data.releaseNotes === 'string' ? data.releaseNotes : joinNotes(data.releaseNotes ?? [])
  const date = new Date(data.releaseDate ?? NaN)
  return {
    release: {
      version: data.version,
      notes: plainNotes(notes),
      date: Number.isNaN(date.getTime()) ? null : date.toISOString(),
      bytes
    },
    file: { url, sha512, bytes }
  }
}

const joinNotes = (notes: readonly { version: string; note: string | null }[]): string =>
  notes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')

/** One of this system: its processor's, or else one that names no processor. */
function chooseFile(files: readonly { url: string }[], { platform, arch }: UpdateTarget): string | undefined {
  const usable = files.map(({ url }) => url).filter((url) => EXTENSIONS[platform]?.some((end) => url.endsWith(end)))
  const names = (url: string, words: readonly string[]): boolean => words.some((word) => url.includes(word))
  return (
    usable.find((url) => names(url, arch === 'x64' ? X64_NAMES : [arch])) ??
    usable.find((url) => !names(url, [...ARCHITECTURES, ...X64_NAMES]))
  )
}

function isOlderSystem(own: string, least: string): boolean {
  const [ours, needed] = [own, least].map((version) => version.split('.').map((part) => Number.parseInt(part, 10) || 0))
  for (const [at, number] of (needed ?? []).entries()) {
    const difference = (ours?.[at] ?? 0) - number
    if (difference !== 0) return difference < 0
  }
  return false
}
