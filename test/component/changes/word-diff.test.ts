import { describe, expect, it } from 'vitest'
import { wordDiff } from '../../../src/renderer/src/components/changes/wordDiff.ts'
import type { Piece } from '../../../src/renderer/src/components/changes/wordDiff.ts'

const shown = (pieces: Piece[] | null): string | null =>
  pieces?.map(({ kind, text }) => ({ same: text, out: `[-${text}-]`, in: `[+${text}+]` })[kind]).join('') ?? null
const side = (pieces: Piece[], without: Piece['kind']): string =>
  pieces.map(({ kind, text }) => (kind === without ? '' : text)).join('')

describe('two texts, word by word', () => {
  it.each([
    ['one two three four', 'one 2 three four', 'one [-two-][+2+] three four'],
    ['one two', 'one two three', 'one two[+ three+]'],
    ['one two three', 'two three', '[-one -]two three'],
    ['kept and the old end here', 'kept and a new finish here', 'kept and [-the old end-][+a new finish+] here'],
    ['Łódź, São Paulo', 'Łódź, São Luís', 'Łódź, São [-Paulo-][+Luís+]'],
    ['same', 'same', 'same']
  ])('%s → %s', (before, after, expected) => {
    expect(shown(wordDiff(before, after))).toBe(expected)
  })

  it('with little in common are left whole', () => {
    expect(wordDiff('red green blue', 'seven eight nine')).toBe(null)
    expect(wordDiff('', 'a new text')).toBe(null)
  })

  it('can be read back from the pieces, whatever they are', () => {
    let seed = 7
    const next = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most
    const some = (most: number): string =>
      Array.from({ length: next(most) }, () => ['a', 'b', 'c', ' ', '\n', '<p>', 'é'][next(7)]).join('')
    let told = 0
    for (let round = 0; round < 400; round++) {
      const before = some(40)
      const from = next(before.length + 1)
      const after = before.slice(0, from) + some(12) + before.slice(from + next(8)) + some(4)
      const pieces = wordDiff(before, after)
      if (pieces === null) continue
      told += 1
      expect([side(pieces, 'in'), side(pieces, 'out')]).toEqual([before, after])
    }
    expect(told).toBeGreaterThan(50)
  })
})
