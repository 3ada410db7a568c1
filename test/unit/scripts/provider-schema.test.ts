import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SCHEMA_FILE, schemaText } from '../../../scripts/provider-schema.mjs'

test('docs/provider.schema.json is what npm run schema writes', async () => {
  expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(await schemaText())
})

test('each part and type has a description', async () => {
  const schema = JSON.parse(await schemaText()) as Record<
    'properties' | '$defs',
    Record<string, { description?: string }>
  >
  const all = Object.entries({ ...schema.properties, ...schema.$defs })
  expect(all.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([])
})
