import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { ReadingNote } from '../../../src/shared/model/freshness.ts'
import ReadingNotes from '../../../src/renderer/src/components/record/ReadingNotes.vue'

const lines = (notes: ReadingNote[]): string[] => {
  const view = mount(ReadingNotes, { props: { of: 'catalogue', notes } })
  const items = view.findAll('li')
  return items.length > 0 ? items.map((item) => item.text()) : [view.text()]
}

test('fields that were dropped are one line, however many names they had', () => {
  const dropped = (field: string, count: number): ReadingNote => ({ kind: 'credentialDropped', field, count })
  expect(lines([dropped('apiKey', 2), dropped('password', 3)])).toEqual([
    '5 fields that look like credentials were dropped.'
  ])
})

test('other notes keep their field', () => {
  expect(
    lines([
      { kind: 'wrongType', field: 'weight', count: 1 },
      { kind: 'wrongType', field: 'name', count: 2 },
      { kind: 'credentialDropped', count: 1 }
    ])
  ).toEqual([
    '“weight” was of another type than documented in one record and left out; the raw fields have it.',
    '“name” was of another type than documented in 2 records and left out; the raw fields have it.',
    'One field that looks like a credential was dropped.'
  ])
})
