import { expect, test } from 'vitest'
import { jsonPlaces, lineAt, placeOf } from '../../../../src/renderer/src/features/accounts/connection/jsonPlaces.ts'
import { memberHelp } from '../../../../src/renderer/src/features/accounts/connection/memberHelp.ts'
import schema from '../../../../docs/provider.schema.json' with { type: 'json' }

const whole: object = schema
const text = `{
  "name": "A \\"b\\" {",
  "invoices": {
    "path": "/i",
    "list": [1, { "x": null }]
  }
}`

test('each member has its place, also in lists', () => {
  const { places, brokenAt } = jsonPlaces(text)
  expect(brokenAt).toBe(null)
  expect(places.map(({ path, from, to }) => [path.join('.'), lineAt(text, from), lineAt(text, to)])).toEqual([
    ['name', 2, 2],
    ['invoices', 3, 6],
    ['invoices.path', 4, 4],
    ['invoices.list', 5, 5],
    ['invoices.list.0', 5, 5],
    ['invoices.list.1', 5, 5],
    ['invoices.list.1.x', 5, 5]
  ])
})

test('what isn’t there is in the innermost member around it', () => {
  const { places } = jsonPlaces(text)
  expect(placeOf(['invoices', 'paging', 'by'], places)?.path).toEqual(['invoices'])
  expect(placeOf(['colour'], places)).toBe(undefined)
})

test.each<[text: string, line: number]>([
  ['', 1],
  ['{\n', 2],
  ['{\n"a": 1\n"b": 2\n}', 3],
  ['{\n"a": "x\n}', 2],
  ['{\n"a": 1,\n}', 3],
  ['{\n"a": \'x\'\n}', 2],
  ['{\n"a": 01\n}', 2],
  ['{"a": 1}\n{', 2],
  [`${'['.repeat(5000)}`, 1]
])('%j is broken in line %i, as JSON.parse says', (broken, line) => {
  expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError)
  const { brokenAt } = jsonPlaces(broken)
  expect(brokenAt).not.toBe(null)
  expect(lineAt(broken, brokenAt ?? 0)).toBe(line)
})

test('half a text has the places of what was read', () => {
  const half = '{"invoices": {"paging": {"by": "pa'
  expect(jsonPlaces(half).places.at(-1)).toEqual({ path: ['invoices', 'paging', 'by'], from: 25, to: half.length })
})

test.each<[path: string, known: string, text: string, names: string[]]>([
  ['', '', '', ['name', 'invoices']],
  ['invoices', 'invoices', 'The invoices.', ['path', 'paging']],
  ['invoices.paging.by', 'invoices.paging.by', 'cursorAt', ['page', 'offset']],
  ['authorization.prefix', 'authorization.prefix', 'One word before the key', []],
  ['statuses.Offen', 'statuses.Offen', '', ['settled']],
  ['dates', 'dates', '05/11/2026', ['dayFirst']],
  ['colour.x', '', '', ['name']]
])('%s is explained by the schema', (path, known, said, names) => {
  const help = memberHelp(whole, path === '' ? [] : path.split('.'))
  expect(help.path).toBe(known)
  expect(help.texts.join(' ')).toContain(said)
  expect(help.choices).toEqual(expect.arrayContaining(names))
  expect(help.choices).not.toContain('$schema')
})
