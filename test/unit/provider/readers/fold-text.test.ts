import { expect, test } from 'vitest'
import { fold, type Folded } from '../../../../src/main/provider/readers/security/fold-text.ts'
import { heldBytes } from '../../../support/heap.ts'

test.each(['ⓐ', '\u200b', '\u{1d400}'])('a text of a million of %j takes little more memory than itself', (sign) => {
  const text = sign.repeat(1_000_000)
  fold(sign)
  const before = heldBytes()
  const folded: Folded = fold(text)
  // Two texts of two bytes a letter. An object for each letter would have eighty.
  expect(heldBytes() - before).toBeLessThan(12 * 1_000_000)
  expect(folded.seen).toHaveLength(sign === '\u200b' ? 0 : 1_000_000)
  const places = folded.places?.()
  expect(places?.starts.at(-1) ?? 0).toBe(sign === '\u200b' ? 0 : text.length - sign.length)
  expect(places?.ends.at(-1) ?? text.length).toBe(text.length)
})
