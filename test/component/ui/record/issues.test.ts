import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import DataIssues from '../../../../src/renderer/src/ui/record/DataIssues.vue'
import { issueLines } from '../../../../src/renderer/src/ui/record/issueLines.ts'
import type { ReadingNote } from '../../../../src/shared/models/freshness.ts'

const removed = (field: string, count: number): ReadingNote => ({ kind: 'credentialDropped', field, count })

test('removed fields are one sentence, however many names they had', () => {
  expect(issueLines('catalogue', [removed('apiKey', 2), removed('password', 3)])).toEqual([
    '5 fields that look like credentials were removed.'
  ])
})

test('other issues name their field', () => {
  const notes: ReadingNote[] = [
    { kind: 'wrongType', field: 'weight', count: 1 },
    { kind: 'wrongType', field: 'name', count: 2 },
    removed('token', 1)
  ]
  expect(issueLines('catalogue', notes)).toEqual([
    '“weight” has an unexpected type.',
    '“name” has an unexpected type in 2 records.',
    'One field that looks like a credential was removed.'
  ])
})

test('an issue of a list counts its records, an issue of one record speaks of that record', () => {
  const noId: ReadingNote[] = [{ kind: 'noId', count: 1 }]
  expect(issueLines('catalogue', noId)).toEqual(['One product has no id, so Portside gave it one.'])
  expect(issueLines('invoices', noId)).toEqual(['One invoice has no id, so Portside gave it one.'])
  expect(issueLines('record', noId)).toEqual(['This record has no id, so Portside gave it one.'])
  expect(issueLines('profile', [{ kind: 'unknownShape', count: 2 }])).toEqual([
    'Portside can’t read a part of this record.'
  ])
})

test('the issues of a record are folded under their number, and nothing is shown where there are none', () => {
  const view = mount(DataIssues, { props: { notes: [removed('apiKey', 2), { kind: 'sameId', count: 1 }] } })
  expect(view.get('summary').text()).toBe('3 issues in the provider’s data')
  expect(view.get('details').attributes('open')).toBeUndefined()
  expect(view.findAll('li').map((line) => line.text())).toEqual([
    'Another record has the same id.',
    '2 fields that look like credentials were removed.'
  ])
  expect(
    mount(DataIssues, { props: { notes: [] } })
      .find('details')
      .exists()
  ).toBe(false)
})
