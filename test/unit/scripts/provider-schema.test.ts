import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { EXAMPLES, MEMBERS_FILE, membersOf, membersText } from '../../../scripts/provider-members.mjs'
import { SCHEMA_FILE, schemaText } from '../../../scripts/provider-schema.mjs'
import { normaliseBaseUrl } from '../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'

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

describe('the table of members', () => {
  const members = async () => membersOf(JSON.parse(await schemaText()) as object)

  test('is what npm run schema writes into docs/providers.md', async () => {
    expect(await readFile(MEMBERS_FILE, 'utf8')).toBe(await membersText(JSON.parse(await schemaText()) as object))
  })

  test('has each member, with what it means and may be', async () => {
    const all = await members()
    expect(all.filter(({ meaning, values }) => meaning === '' || values === '').map(({ name }) => name)).toEqual([])
    const names = all.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['authorization.prefix', 'authorization.keyAs', 'invoices.pagingAt', 'signIn.tokenAt'],
        ...['products.paging.size', 'profileFields', 'accountBalance', 'timeoutSeconds']
      ])
    )
    expect(all.find(({ name }) => name === 'invoiceFields')?.values).toContain('`scale`')
    expect(all.find(({ name }) => name === 'products.paging.size')?.values).toBe('1 to 5000')
    expect(all.find(({ name }) => name === 'accountBalance')?.values).toBe('`credit`, `debt`. Not given: `credit`')
  })

  test('has examples that can be imported', () => {
    const needed = { name: 'Host', baseUrl: 'https://api.example.com', profile: { path: '/me' } }
    for (const [part, examples] of Object.entries(EXAMPLES))
      for (const example of examples) {
        const file = JSON.stringify({ ...needed, [part]: example })
        const { baseUrl, ...read } = parseDefinitionFile(file, normaliseBaseUrl)
        const isOfFile = ['$schema', 'portside', 'version'].includes(part)
        expect({ baseUrl, ...read }).toMatchObject(isOfFile ? { name: 'Host' } : { [part]: example })
      }
  })
})
