/** Any lists, one after the other, with single products renewed and refreshes given up in between: as a plain model has it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CatalogueStore } from '../../../src/main/catalogue/storage/catalogue-store.ts'
import type { ProductRecord } from '../../../src/main/ports/index.ts'
import { atOnce } from '../../../src/main/concurrency.ts'
import { readProduct } from '../../../src/main/provider/readers/read-product.ts'
import type { ReadingNote } from '../../../src/shared/models/freshness.ts'
import { productName, type Product } from '../../../src/shared/models/product.ts'
import { readList } from '../../support/product-list.ts'
import { ALL, folder } from '../storage/fixtures.ts'
import { openCatalogue, changesOf, saved, staged } from './catalogue.ts'
import { runs } from '../../support/depth.ts'

type Raw = ProductRecord['raw']

test('equals the model after every step', async () => {
  await fc.assert(
    fc.asyncProperty(pools.chain(stepsOf), async (taken) => {
      const path = folder()
      const model = createModel()
      let catalogue = openCatalogue(path)
      for (const step of taken) {
        if (step.kind === 'reopen') {
          catalogue.close()
          catalogue = openCatalogue(path)
        } else await take(catalogue, model, step)
        await isTheModels(catalogue, model)
      }
      catalogue.close()
    }),
    { numRuns: runs(150) }
  )
}, 120_000)

async function take(catalogue: CatalogueStore, model: Model, step: Exclude<Step, { kind: 'reopen' }>): Promise<void> {
  switch (step.kind) {
    case 'list': {
      const body = textOf(step.records)
      const secrets = [`nowhere-to-be-found-${step.secret}`]
      expect(await saved(catalogue, body, { secrets })).toBe(await model.list(body))
      return
    }
    case 'save': {
      const key = model.keys()[step.at] ?? 'not in the list'
      const { value } = atOnce(readProduct(step.raw, key, (text) => text))
      await catalogue.save(value)
      model.save(value)
      return
    }
    case 'cancel': {
      const id = staged(catalogue, textOf(step.records))
      const commit = async (): Promise<number> => catalogue.commit(id, { fetchedAt: 'never', validators: null })
      const storing = step.storing ? commit() : null
      catalogue.discardImport(id)
      await storing?.then(
        () => expect.unreachable(),
        (error: unknown) => expect(error).toMatchObject({ info: { code: 'CANCELLED' } })
      )
    }
  }
}

async function isTheModels(catalogue: CatalogueStore, model: Model): Promise<void> {
  const { rows, total, matched } = catalogue.page(ALL)
  expect(rows.map(({ key }) => key)).toEqual(model.keys())
  expect([total, matched]).toEqual([model.keys().length, model.keys().length])
  const records = await Promise.all(rows.map(async ({ key }) => catalogue.product(key)?.record))
  expect(records.map((record) => [record?.raw, record?.product])).toEqual(
    model.keys().map((key) => [model.shown(key).raw, model.shown(key).product])
  )
  expect(rows.map(({ name }) => name)).toEqual(records.map((record) => record && productName(record.product)))
  for (const word of WORDS) {
    const found = catalogue.page({ ...ALL, text: word }).rows.map(({ key }) => key)
    const having = model.keys().filter((key) => hasWord(model.shown(key), word))
    expect(new Set(found)).toEqual(new Set(having))
    expect(found).toHaveLength(having.length)
  }
  const told = changesOf(catalogue).map(({ kind, key, fields }) =>
    [kind, key, ...fields.map(({ field }) => field).sort()].join(' ')
  )
  expect(told).toEqual(model.told().slice(-100))
  expect(sorted(catalogue.info()?.notes ?? [])).toEqual(sorted(model.notes()))
}

// ── the model ───────────────────────────────────────────────────────────────────────────────────────────────────

type Model = ReturnType<typeof createModel>

function createModel() {
  let list: ProductRecord[] = []
  let notes: ReadingNote[] = []
  let any = false
  /** What a product's own address said of those that the list has. */
  const own = new Map<string, ProductRecord>()
  const told: string[] = []

  const shown = (key: string): ProductRecord => {
    const listed = list.find((one) => one.key === key)
    return own.get(key) ?? (listed as ProductRecord)
  }

  return {
    keys: () => list.map(({ key }) => key),
    shown,
    told: () => told,
    notes: () => notes,
    save(record: ProductRecord): void {
      if (list.some(({ key }) => key === record.key)) own.set(record.key, record)
    },
    async list(body: string): Promise<number> {
      const reading = await readList(body)
      const before = new Map(list.map((one) => [one.key, one]))
      const changes = [
        ...list.filter(({ key }) => reading.value.every((one) => one.key !== key)).map(({ key }) => `gone ${key}`),
        ...reading.value.flatMap((one) => {
          const old = before.get(one.key)
          if (!old) return [`new ${one.key}`]
          const differing = (name: keyof Product): boolean => same(old.product[name]) !== same(one.product[name])
          const texts = (['name', 'description'] as const).filter(differing)
          const others = [
            // With the same key, the id changes if two products shared the old one and the new one is unique.
            ...(differing('id') ? ['id'] : []),
            ...(differing('weight') ? ['weight'] : []),
            ...(same(old.raw['color']) === same(one.raw['color']) ? [] : ['color'])
          ]
          const fields = [...texts, ...others].sort()
          return fields.length > 0 ? [[texts.length > 0 ? 'text' : 'other', one.key, ...fields].join(' ')] : []
        })
      ]
      if (any) told.push(...changes)
      any = true
      list = reading.value
      notes = reading.notes
      for (const [key, record] of own) {
        const listed = list.find((one) => one.key === key)
        const more = listed ? withMore(listed, record, before.get(key)) : null
        if (more) own.set(key, more)
        else own.delete(key)
      }
      return changes.length
    }
  }
}

/** The list's fields, and those that neither this list has nor the one before, only the product's own address; null: there are none. */
function withMore(
  listed: ProductRecord,
  shown: ProductRecord,
  before: ProductRecord | undefined
): ProductRecord | null {
  const own = Object.entries(shown.raw).filter(([name]) => !(name in listed.raw) && !(name in (before?.raw ?? {})))
  if (own.length === 0) return null
  const raw = { ...Object.fromEntries(own), ...listed.raw }
  const { product } = atOnce(readProduct(raw, listed.key, (text) => text)).value
  return { ...listed, raw, product }
}

const same = (value: unknown): string => JSON.stringify(value) ?? 'not there'
const sorted = (notes: readonly ReadingNote[]): string[] => notes.map((note) => JSON.stringify(note)).sort()
const hasWord = ({ product }: ProductRecord, word: string): boolean =>
  [product.name, product.description].some((text) => text?.split(' ').includes(word))

// ── what is tried ───────────────────────────────────────────────────────────────────────────────────────────────

const WORDS = ['amber', 'birch', 'cedar', 'delta']

type Step = { kind: 'reopen' } | { kind: 'save'; at: number; raw: Raw } | ListStep
interface Written {
  raw: Raw
  /** Of the bytes only. */
  space: number
  turned: boolean
}
type ListStep =
  { kind: 'list'; records: Written[]; secret: number } | { kind: 'cancel'; records: Written[]; storing: boolean }

function textOf(records: readonly Written[]): string {
  const written = records.map(({ raw, space, turned }) =>
    JSON.stringify(turned ? Object.fromEntries(Object.entries(raw).reverse()) : raw, null, space)
  )
  return `[${written.join(',')}]`
}

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined })
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }).map((some) => some.join(' '))
/** Few ids, so that most of them come again; some are given twice, missing or none. */
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'a~2', '', 7, null)
const raws: fc.Arbitrary<Raw> = fc
  .record({
    id: fc.oneof({ weight: 5, arbitrary: ids }, { weight: 1, arbitrary: fc.constant(undefined) }),
    name: maybe(words),
    description: maybe(words),
    weight: maybe(fc.constantFrom(1, 2, 'heavy')),
    color: maybe(fc.constantFrom('red', 'blue'))
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Raw)
/** Records that all lists of one run are made of, so that most come again, in the same bytes or nearly so. */
const pools = fc.array(fc.record({ raw: raws, space: fc.constantFrom(0, 0, 0, 1), turned: fc.boolean() }), {
  minLength: 1,
  maxLength: 8
})

function stepsOf(pool: Written[]): fc.Arbitrary<Step[]> {
  const records = fc.array(fc.constantFrom(...pool), { maxLength: 8 })
  const listed = fc.record({ kind: fc.constant('list' as const), records, secret: fc.constantFrom(1, 1, 1, 1, 2) })
  const renewed = fc.record({ kind: fc.constant('save' as const), at: fc.integer({ min: 0, max: 8 }), raw: raws })
  const cancelled = fc.record({ kind: fc.constant('cancel' as const), records, storing: fc.boolean() })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 6, arbitrary: listed },
    { weight: 3, arbitrary: renewed },
    { weight: 1, arbitrary: cancelled },
    { weight: 1, arbitrary: fc.constant({ kind: 'reopen' as const }) }
  )
  return fc.array(step, { minLength: 1, maxLength: 12 })
}
