/** Products of which their own address said more, or something else, than the list does. */
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { readProduct } from '../../../../src/main/api/readers/read-product.ts'
import { ALL, folder } from '../fixtures.ts'
import { openCatalogue, keysOf, saved, changeTexts } from './catalogue.ts'

type Raw = ProductRecord['raw']

/** What a product's own address says. */
const shown = (key: string, raw: Raw): ProductRecord => readProduct(raw, key, (text) => text).value
const LIST: Raw[] = [
  { id: 'a', name: 'Alpha', weight: 1 },
  { id: 'b', name: 'Beta', weight: 1 }
]
const LONG = { id: 'a', name: 'Alpha anew', weight: 2, longHtmlDescription: '<p>lengthy</p>', extra: [1] }

test('fields that the list lacks survive refreshes; the list’s fields win', async () => {
  const path = folder()
  const first = openCatalogue(path)
  await saved(first, LIST)
  await first.save(shown('a', LONG))
  expect(first.product('a')?.record.raw).toEqual(LONG)
  first.close()
  const catalogue = openCatalogue(path)
  for (const _time of ['first', 'second']) {
    expect(await saved(catalogue, LIST)).toBe(0)
    const { record, row } = catalogue.product('a') ?? expect.unreachable()
    expect(record.raw).toEqual({ ...LONG, ...LIST[0] })
    expect(record.product).toEqual({ id: 'a', name: 'Alpha', weight: 1, longHtmlDescription: '<p>lengthy</p>' })
    expect(record.unknownFields).toEqual(['extra'])
    expect(row).toMatchObject({ name: 'Alpha', weight: 1 })
    expect(catalogue.page({ ...ALL, text: 'lengthy' }).rows.map(({ key }) => key)).toEqual(['a'])
    expect(catalogue.page({ ...ALL, text: 'anew' }).matched).toBe(0)
  }
})

describe('a product’s own URL', () => {
  test('may return no id, or another: the product keeps its key, and the list its notes', async () => {
    const catalogue = openCatalogue()
    const list = [{ id: 'a', name: 'Alpha', weight: 'heavy' }, ...LIST.slice(1)]
    await saved(catalogue, list)
    const notes = [{ kind: 'wrongType', field: 'weight', count: 1 }]
    expect(catalogue.info()?.notes).toEqual(notes)
    for (const raw of [{ name: 'without' }, { id: 'z', name: 'other', weight: 7 }]) {
      await catalogue.save(shown('a', raw))
      expect(await saved(catalogue, list)).toBe(0)
      expect(await keysOf(catalogue)).toEqual(['a', 'b'])
      expect(catalogue.info()?.notes).toEqual(notes)
      // Nor when the list became another in between.
      expect(await saved(catalogue, list.toReversed())).toBe(0)
      expect(await keysOf(catalogue)).toEqual(['b', 'a'])
      expect(catalogue.info()?.notes).toEqual(notes)
      expect(await saved(catalogue, list)).toBe(0)
    }
    expect(await changeTexts(catalogue)).toEqual([])
  })

  test('is not stored for a product that the list lacks', async () => {
    const catalogue = openCatalogue()
    const validators = { etag: 'e', lastModified: null, of: 'x' }
    await saved(catalogue, LIST, { validators })
    await catalogue.save(shown('z', LONG))
    expect(await keysOf(catalogue)).toEqual(['a', 'b'])
    expect(catalogue.info()?.validators).toEqual(validators)
  })
})
