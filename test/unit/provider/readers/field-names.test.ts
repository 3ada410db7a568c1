import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFields } from '../../../../src/main/provider/readers/field-names.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

const TOTAL = ['total', 'amount', 'details.net.total']
const fields = createFields()
const numberOf = (value: Json): number | null => (typeof value === 'number' ? value : null)
const totalOf = (record: JsonObject): number | null => fields(record)(TOTAL, numberOf).value

describe('finds', () => {
  test.each<[string, JsonObject, number]>([
    ['the first name in order of trust', { amount: 2, total: 1 }, 1],
    ['any spelling of it', { AMOUNT: 2, 'To-tal': 1 }, 1],
    ['the next name, where one holds nothing', { total: '', amount: null, To_tal: 1 }, 1],
    ['a field in nested objects', { Details: { NET: { 'to tal': 1 } } }, 1]
  ])('%s', (_name, record, value) => {
    expect(totalOf(record)).toBe(value)
  })

  test('the same in every record of a list in which no two have the same fields', () => {
    for (let at = 0; at < 1000; at += 1) {
      const name = [...'total'].map((letter, bit) => ((at >> bit) & 1 ? `${letter}_` : letter)).join('')
      expect(totalOf({ [`other${at}`]: 5, [name + '-'.repeat(at >> 5)]: at })).toBe(at)
    }
  })
})

describe('costs', () => {
  afterEach(() => vi.restoreAllMocks())

  test('one look at each field, however many lists of names ask', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_none, at) => [`cost${at}`, at]))
    const lists = Array.from({ length: 20 }, (_none, at) => [`a${at}`, `b${at}.c`])
    const spelled = vi.spyOn(String.prototype, 'toLowerCase')
    const find = createFields()(many)
    for (const names of lists) find(names, numberOf)
    expect(spelled.mock.calls.length).toBeGreaterThan(0)
    expect(spelled.mock.calls.length).toBeLessThan(1500)
  })

  test('a few tries for very many spellings of one name', () => {
    const spellings = Array.from({ length: 40 }, (_none, at) => [`to${'_'.repeat(at + 1)}tal`, 'x'])
    let tried = 0
    fields(Object.fromEntries(spellings))(TOTAL, () => {
      tried += 1
      return null
    })
    expect(tried).toBe(8)
  })
})
