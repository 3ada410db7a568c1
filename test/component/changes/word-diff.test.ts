import { describe, expect, it } from 'vitest'
import { wordDiff } from '../../../src/renderer/src/components/changes/wordDiff.ts'

const shown = (before: string, after: string): string | null =>
  wordDiff(before, after)
    ?.map(({ added, removed, value }) => (added ? `[+${value}+]` : removed ? `[-${value}-]` : value))
    .join('') ?? null

describe('word differences', () => {
  it.each([
    ['one two three four', 'one 2 three four', 'one [-two-][+2+] three four'],
    ['one two', 'one two three', 'one two [+three+]'],
    ['one two three', 'two three', '[-one -]two three'],
    ['kept and the old end here', 'kept and a new finish here', 'kept and [-the old end-][+a new finish+] here'],
    ['Łódź, São Paulo', 'Łódź, São Luís', 'Łódź, São [-Paulo-][+Luís+]'],
    ['same', 'same', 'same']
  ])('%s → %s', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected)
  })

  it.each([
    ['red green blue', 'seven eight nine'],
    ['', 'a new text'],
    ['a b c', 'a  b c']
  ])('are not shown for %j → %j: little in common, or white space only', (before, after) => {
    expect(wordDiff(before, after)).toBe(null)
  })
})
