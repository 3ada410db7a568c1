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
