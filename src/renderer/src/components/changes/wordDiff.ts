import { diffWords, type ChangeObject } from 'diff'

/** Below this share of common text, two whole texts are easier to compare. */
const LEAST_ALIKE = 0.35

/**
 * Word differences in reading order, removed before added. For texts of about a thousand characters.
 * @returns null when the texts have too little in common, or differ in white space only
 */
export function wordDiff(before: string, after: string): ChangeObject<string>[] | null {
  const pieces = diffWords(before, after)
  const same = pieces.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + value.length), 0)
  const alike = same / Math.max(before.length, after.length, 1) >= LEAST_ALIKE
  return alike && (before === after || pieces.length > 1) ? pieces : null
}
