import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../src/renderer/src/features/catalogue/inspector/fieldState.ts'
import { productFields } from '../../../src/shared/models/fields.ts'
import { DOCUMENTED_FIELDS } from '../../../src/shared/models/product.ts'

const VALUES = { string: 'text', boolean: true, integer: 3, null: null, fraction: 1.5, list: [], object: {} }
/** Of the types that the document has. */
const ACCEPTED = {
  id: ['string'],
  text: ['string', 'null'],
  date: ['string', 'null'],
  integer: ['integer', 'null'],
  flag: ['boolean', 'null'],
  requiredFlag: ['boolean'],
  data: ['string', 'null'],
  amount: ['string']
} as const

test('a field with a value of another type than the document’s has the wrong type', () => {
  for (const name of DOCUMENTED_FIELDS) {
    const known = Object.entries(VALUES).filter(
      ([, value]) => fieldsOf({ [name]: value }, [])[0]?.state !== 'wrongType'
    )
    expect(
      known.map(([kind]) => kind),
      name
    ).toEqual(ACCEPTED[productFields[name].type])
  }
})

describe('the state of a field', () => {
  const stateOf = (record: Parameters<typeof fieldsOf>[0], notes: Parameters<typeof fieldsOf>[1] = []) =>
    Object.fromEntries(fieldsOf(record, notes).map(({ name, state }) => [name, state]))

  test('is told by the document', () => {
    const states = stateOf({ id: 'x', owner: null, weight: 1.5, isAvailable: null, name: 7, tier: null, toString: 'x' })
    expect(states).toMatchObject({
      id: 'known',
      owner: 'null',
      weight: 'wrongType',
      isAvailable: 'wrongType',
      name: 'wrongType',
      tier: 'unknown',
      label: 'missing'
    })
    expect(states['toString']).toBe('unknown')
  })

  test('dropped fields are told, by name where there is one; of what is still there only a part was dropped', () => {
    const fields = fieldsOf({ id: 'x', description: 'a' }, [
      { kind: 'credentialDropped', count: 1, field: 'apiKey' },
      { kind: 'credentialDropped', count: 2, field: 'description' },
      { kind: 'credentialDropped', count: 9 },
      { kind: 'wrongType', count: 1, field: 'weight' }
    ])
    expect(fields.filter(({ state }) => state === 'dropped').map(({ name }) => name)).toEqual(['apiKey', ''])
    expect(fields.find(({ name }) => name === 'description')?.state).toBe('known')
  })
})
