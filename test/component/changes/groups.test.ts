import { describe, expect, it } from 'vitest'
import { removedKeys, groupsOf, MAX_KEPT_CHANGES } from '../../../src/renderer/src/components/changes/groups.ts'
import { change } from './fixtures.ts'

const rows = [
  change(5, { at: 'b', kind: 'changed' }),
  change(4, { at: 'b', kind: 'changed' }),
  change(3, { at: 'b', kind: 'gone' }),
  change(2, { at: 'a' }),
  change(1, { at: 'a', kind: 'gone' })
]

describe('the ledger by refreshes', () => {
  it('counts what each found', () => {
    expect(groupsOf(rows, 5, 2)).toMatchObject([
      { at: 'b', counts: { new: 0, gone: 1, changed: 2 }, unseen: true },
      { at: 'a', counts: { new: 1, gone: 1, changed: 0 }, unseen: false }
    ])
  })

  it('does not count the oldest before all of it is there, or when some of it had to leave', () => {
    expect(groupsOf(rows, 6, 0).map(({ counts }) => counts === null)).toEqual([false, true])
    expect(groupsOf(rows, MAX_KEPT_CHANGES, 0).map(({ counts }) => counts === null)).toEqual([false, true])
    const full = Array.from({ length: MAX_KEPT_CHANGES }, (_, n) => change(MAX_KEPT_CHANGES - n))
    expect(groupsOf(full, MAX_KEPT_CHANGES, 0)[0]?.counts).toBe(null)
  })

  it('marks nothing while it is not known what was seen', () => {
    expect(groupsOf(rows, 5, null).some(({ unseen }) => unseen)).toBe(false)
  })
})

it('a product is gone when the newest that is said of it says so', () => {
  const gone = removedKeys([
    change(4, { key: 'back', kind: 'new' }),
    change(3, { key: 'left', kind: 'gone' }),
    change(2, { key: 'back', kind: 'gone' }),
    change(1, { key: 'left', kind: 'changed' })
  ])
  expect([...gone]).toEqual(['left'])
})
