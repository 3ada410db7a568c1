import { expect, test } from 'vitest'
import { fold, type Folded } from '../../../../src/main/provider/readers/security/fold-text.ts'
import { heldBytes } from '../../../support/heap.ts'

const LENGTH = 200_000

test.each(['ⓐ', '\u200b', '\u{1d400}'])('a text of very many of %j takes little more memory than itself', (sign) => {
  const text = sign.repeat(LENGTH)
  fold(sign)
  const before = heldBytes()
  const folded: Folded = fold(text)
  // Two texts of two bytes a letter. An object for each letter would have eighty.
  expect(heldBytes() - before).toBeLessThan(12 * LENGTH)
  expect(folded.seen).toHaveLength(sign === '\u200b' ? 0 : LENGTH)
  const places = folded.places?.()
  expect(places?.starts.at(-1) ?? 0).toBe(sign === '\u200b' ? 0 : text.length - sign.length)
  expect(places?.ends.at(-1) ?? text.length).toBe(text.length)
})
