import { afterEach, describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../../src/main/api/security/sanitize.ts'
import { createFields } from '../../../src/main/api/readers/field-names.ts'
import type { Json } from '../../../src/shared/models/json.ts'

const TOTAL = ['total', 'amount', 'details.net.total']
const DUE = ['dueDate', 'due_date']
const fields = createFields([TOTAL, DUE])
const numberOf = (value: Json): number | null => (typeof value === 'number' ? value : null)
const totalOf = (record: JsonObject): number | null => fields(record)(TOTAL, numberOf).value

describe('which field counts', () => {
  test.each<[string, JsonObject, number]>([
    ['the first in order of trust', { amount: 2, total: 1 }, 1],
    ['a name as it is known before a respelled one of more trust', { TO_TAL: 2, amount: 1 }, 1],
    ['of respelled ones the first in order of trust', { AMOUNT: 2, 'To-tal': 1 }, 1],
    ['the next, where one holds nothing', { total: '', amount: null, To_tal: 1 }, 1],
    ['one in objects, however they are spelled', { Details: { NET: { 'to tal': 1 } } }, 1],
    ['one in an object as it is known', { details: { net: { TOTAL: 2, total: 1 } } }, 1]
  ])('%s', (_name, record, value) => {
    expect(totalOf(record)).toBe(value)
  })

  test('is the same for every record of a list in which no two have the same fields', () => {
    for (let at = 0; at < 1000; at += 1) {
      const name = [...'total'].map((letter, bit) => ((at >> bit) & 1 ? `${letter}_` : letter)).join('')
      expect(totalOf({ [`other${at}`]: 5, [name + '-'.repeat(at >> 5)]: at })).toBe(at)
    }
  })

  test('is the same after a record whose names look like those of this one in a row', () => {
    const TOTAL_AMOUNT = ['totalAmount']
    const NEITHER = ['total', 'amount']
    const both = createFields([TOTAL_AMOUNT, NEITHER])
    expect(both({ 'total\namount': 1 })(TOTAL_AMOUNT, numberOf).value).toBe(1)
    expect(both({ total: 2, amount: 3 })(NEITHER, numberOf).value).toBe(2)
  })

  test('a list that was not named is a mistake', () => {
    expect(() => fields({})(['total'], numberOf)).toThrow(TypeError)
  })
})

describe('what it costs', () => {
  afterEach(() => vi.restoreAllMocks())

  test('each field is looked at once, however many lists ask', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_none, at) => [`cost${at}`, at]))
    const lists = Array.from({ length: 20 }, (_none, at) => [`a${at}`, `b${at}.c`])
    const look = createFields(lists)
    const spelled = vi.spyOn(String.prototype, 'toLowerCase')
    const find = look(many)
    for (const names of lists) find(names, numberOf)
    expect(spelled.mock.calls.length).toBeGreaterThan(0)
    expect(spelled.mock.calls.length).toBeLessThan(1500)
  })

  test('also those of an object in the record, however often it is come by', () => {
    let looks = 0
    const inner = new Proxy(Object.fromEntries(Array.from({ length: 100 }, (_none, at) => [`x${at}`, at])), {
      ownKeys(target) {
        looks += 1
        return Reflect.ownKeys(target)
      }
    })
    const lists = Array.from({ length: 20 }, (_none, at) => [`details.no${at}`])
    const find = createFields(lists)({ details: inner, DETAILS: inner, de_tails: inner })
    for (const names of lists) expect(find(names, numberOf).value).toBeNull()
    expect(looks).toBe(1)
  })

  test('of very many spellings of one name a few are tried', () => {
    const spellings = Array.from({ length: 40 }, (_none, at) => [`to${'_'.repeat(at + 1)}tal`, 'x'])
    let tried = 0
    fields(Object.fromEntries(spellings))(TOTAL, () => {
      tried += 1
      return null
    })
    expect(tried).toBe(8)
  })
})
