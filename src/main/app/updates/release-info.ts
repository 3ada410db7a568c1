/** Reads what a feed says of its newest release: the content of electron-builder's latest.yml, latest-mac.yml and latest-linux.yml. */
import { z } from 'zod/mini'
import type { Release } from '../../../shared/models/updates.ts'
import { UpdateError } from './update-error.ts'
import { isRelease } from './version.ts'

const LARGEST_FILE = 500_000_000
const EXTENSIONS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['.exe'],
  darwin: ['.zip'],
  linux: ['.deb', '.AppImage', '.rpm']
}

const text = z.string().check(z.maxLength(1_000_000))
const schema = z.object({
  version: z.string().check(z.maxLength(40)),
  files: z
    .array(
      z.object({
        url: z.string().check(z.maxLength(200)),
        sha512: z.string().check(z.regex(/^[0-9A-Za-z+/]{86}==$/)),
        size: z.int().check(z.gte(1), z.lte(LARGEST_FILE))
      })
    )
    .check(z.maxLength(20)),
  releaseNotes: z.optional(
    z.nullable(z.union([text, z.array(z.object({ version: text, note: z.nullable(text) })).check(z.maxLength(50))]))
  ),
  releaseDate: z.optional(z.string().check(z.maxLength(40)))
})

/** @throws UpdateError for a preview, which no feed of releases has, and for a release without a file for the system */
export function readRelease(sent: unknown, platform: NodeJS.Platform): Release {
  const { success, data } = schema.safeParse(sent)
  if (!success || !isRelease(data.version)) throw new UpdateError('invalid')
  const file = data.files.find(({ url }) => EXTENSIONS[platform]?.some((end) => url.endsWith(end)))
  if (!file) throw new UpdateError('missing')
  const notes = typeof data.releaseNotes === 'string' ? data.releaseNotes : joinNotes(data.releaseNotes ?? [])
  const date = new Date(data.releaseDate ?? NaN)
  return {
    version: data.version,
    notes: plainNotes(notes),
    date: Number.isNaN(date.getTime()) ? null : date.toISOString(),
    bytes: file.size
  }
}

const joinNotes = (notes: readonly { version: string; note: string | null }[]): string =>
  notes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')

/** In characters. */
const LONGEST_NOTES = 4_000
/** Tags, as release notes of some servers have them. One expression without nesting, so it takes linear time. */
const TAG = /<\/?[a-z][^<>]*>|<!--/gi
/** All that is invisible or changes the direction of text, but line ends and the joiner of emoji. */
const UNFIT = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu

/** Plain text of bounded length. Nothing of it is ever interpreted. */
export function plainNotes(text: string): string {
  // What is cut off here would be cut off below.
  const words = text
    .slice(0, LONGEST_NOTES * 4)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(TAG, '')
    .replace(UNFIT, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return words.length > LONGEST_NOTES ? `${words.slice(0, LONGEST_NOTES).trimEnd()}…` : words
}
