/** What is remembered of a catalogue holds until something in it changes, whoever changes it. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { putProduct } from '../../../../src/main/storage/catalogue/products.ts'
import { productPage } from '../../../../src/main/storage/catalogue/product-query.ts'
import { openSecondConnection, transaction } from '../../../../src/main/storage/database.ts'
import { ALL, folder, product } from '../fixtures.ts'
import { openCatalogue, store } from './stored.ts'

const list = ['cherry', 'apple', 'avocado'].map((name, weight) => product(name, { name, weight, isAvailable: true }))

/** Each way that something is remembered, asked twice. */
const asked = [
  { text: 'a' },
  { text: 'a', available: true },
  { sort: 'name' },
  { sort: 'weight', reverse: true }
] as const
const answers = (db: DatabaseSync): string[] =>
  [...asked, ...asked].map((query) => {
    const { rows, matched } = productPage(db, { ...ALL, ...query })
    return `${matched}: ${rows.map(({ key }) => key).join(' ')}`
  })
const twice = (all: string[]): string[] => [...all, ...all]

const BEFORE = twice(['2: apple avocado', '2: apple avocado', '3: apple avocado cherry', '3: avocado apple cherry'])
const AFTER = twice(['1: avocado', '1: avocado', '3: avocado cherry apple', '3: apple avocado cherry'])
const changed = product('apple', { name: 'zzz', weight: 9, isAvailable: true })

test('forgets after a change on its own connection', () => {
  const db = openCatalogue()
  store(db, list)
  expect(answers(db)).toEqual(BEFORE)
  transaction(db, () => putProduct(db, changed))
  expect(answers(db)).toEqual(AFTER)
})

test('forgets after another connection’s commit', () => {
  const file = join(folder(), 'catalogue.db')
  const db = openCatalogue(file)
  store(db, list)
  const other = openSecondConnection(file)
  try {
    expect(answers(db)).toEqual(BEFORE)
    other.exec('BEGIN IMMEDIATE')
    putProduct(other, changed)
    expect(answers(db)).toEqual(BEFORE)
    other.exec('COMMIT')
    expect(answers(db)).toEqual(AFTER)
  } finally {
    other.close()
  }
})

test('remembers nothing from a transaction that is rolled back', () => {
  const db = openCatalogue()
  store(db, list)
  db.exec('BEGIN IMMEDIATE')
  putProduct(db, changed)
  expect(answers(db)).toEqual(AFTER)
  db.exec('ROLLBACK')
  expect(answers(db)).toEqual(BEFORE)
})
