import { describe, expect, test } from 'vitest'
import { fieldsOf } from '../../../src/renderer/src/features/catalogue/inspector/fieldState.ts'
import { DOCUMENTED_FIELDS } from '../../../src/shared/models/product.ts'
import { productSchema } from '../../support/replies.ts'

const VALUES = { string: 'text', boolean: true, integer: 3, null: null, fraction: 1.5, list: [], object: {} }

test('the documented types are the schema’s', () => {
  for (const name of DOCUMENTED_FIELDS) {
    const accepted = Object.entries(VALUES).filter(([, value]) => productSchema.safeParse({ [name]: value }).success)
    const known = Object.entries(VALUES).filter(
      ([, value]) => fieldsOf({ [name]: value }, [])[0]?.state !== 'wrongType'
    )
    expect(known, name).toEqual(accepted)
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
