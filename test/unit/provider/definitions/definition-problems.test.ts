import { expect, test } from 'vitest'
import { definitionProblems } from '../../../../src/main/provider/definitions/definition-file.ts'

const partsOf = (definition: object): string[] =>
  definitionProblems(definition).map(({ found, part }) => `${found} ${part}`)

test('names every problem of a definition, not only the first', () => {
  const definition = {
    paymentTermDays: 900,
    profile: { path: 'me' },
    invoices: {},
    colour: 'red',
    statuses: { Offen: 'ajar' }
  }
  expect(partsOf(definition).toSorted()).toEqual(
    [
      'filePart paymentTermDays',
      'filePart profile.path',
      'filePart statuses.Offen',
      'fileMissing invoices.path',
      'fileUnknown colour'
    ].toSorted()
  )
  expect(definitionProblems({ paymentTermDays: 900 })).toEqual([
    {
      code: 'BAD_REQUEST',
      found: 'filePart',
      part: 'paymentTermDays',
      why: { reason: 'number', least: '0', most: '365' }
    }
  ])
})

test('needs no name, and leaves the address to the page', () => {
  expect(definitionProblems({})).toEqual([])
  expect(definitionProblems({ baseUrl: 'half an addr', invoices: { path: '/i' } })).toEqual([])
})

test('names calls that other members make unusable', () => {
  expect(partsOf({ invoices: { path: '/users/{userId}/invoices' } })).toEqual(['filePart invoices'])
  expect(partsOf({ invoices: { path: '/i?page=1', paging: { by: 'page', parameter: 'page' } } })).toEqual([
    'filePart invoices'
  ])
})

test.each(['invoice', 'invoicePdf', 'product'])('the path of one record, %s, needs an id', (name) => {
  expect(partsOf({ [name]: { path: '/one' } })).toEqual([`filePart ${name}.path`])
  expect(partsOf({ [name]: { path: '/one/{id}' } })).toEqual([])
})

test('names texts that look like a credential, but for a user name, which the page asks about', () => {
  const key = '4eC39HqLyjWDarjtT1zdp7dc'
  expect(partsOf({ legalName: key, statuses: { [key]: 'open' } })).toEqual([
    'fileCredential legalName',
    'fileCredential statuses.…'
  ])
  expect(partsOf({ authorization: { scheme: 'Basic', user: key } })).toEqual([])
})
