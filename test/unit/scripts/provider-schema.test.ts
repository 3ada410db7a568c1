import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { MEMBERS_FILE, membersOf, membersText, SCHEMA_FILE, schemaText } from '../../../scripts/provider-schema.mjs'
import { normaliseBaseUrl } from '../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'
import { PLAN_PLACES } from '../../../src/shared/models/provider.ts'

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

/** Of each part. */
async function examplesOf(): Promise<Record<string, unknown[]>> {
  const { properties } = JSON.parse(await schemaText()) as { properties: Record<string, { examples: unknown[] }> }
  return Object.fromEntries(Object.entries(properties).map(([name, { examples }]) => [name, examples]))
}
const memberOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name]

describe('the members of a definition', () => {
  const members = async () => membersOf(JSON.parse(await schemaText()) as object)

  test('are in docs/providers.md: the parts in the table that npm run schema writes, the others in its text', async () => {
    const document = await readFile(MEMBERS_FILE, 'utf8')
    expect(document).toBe(await membersText(JSON.parse(await schemaText()) as object))
    const names = (await members()).map(({ name }) => name.split('.').at(-1) ?? '')
    const isNamed = (name: string) => [`\`${name}\``, `"${name}"`, `.${name}\``].some((code) => document.includes(code))
    expect([...names, ...PLAN_PLACES].filter((name) => !isNamed(name))).toEqual([])
  })

  test('each have a meaning, values and an example', async () => {
    const all = await members()
    const examples = await examplesOf()
    const hasExample = ({ name }: { name: string }) => {
      const [part = '', ...inner] = name.split('.')
      return examples[part]?.some((example) => inner.reduce(memberOf, example) !== undefined)
    }
    expect(all.filter((member) => !hasExample(member)).map(({ name }) => name)).toEqual([])
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

  test('have limits in characters, of which an emoji is one', async () => {
    const all = await members()
    const valuesOf = (member: string) => all.find(({ name }) => name === member)?.values
    expect(valuesOf('name')).toBe('text, at most 60 characters')
    expect(valuesOf('authorization.user')).toBe('text, at most 256 characters')
    const name = (length: number) => JSON.stringify({ name: '😀'.repeat(length), baseUrl: 'https://api.example.com' })
    expect(parseDefinitionFile(name(60), normaliseBaseUrl).name).toHaveLength(120)
    expect(() => parseDefinitionFile(name(61), normaliseBaseUrl)).toThrow('BAD_REQUEST')
  })

  test('have examples that can be imported', async () => {
    const needed = { name: 'Host', baseUrl: 'https://api.example.com', profile: { path: '/me' } }
    for (const [part, examples] of Object.entries(await examplesOf()))
      for (const example of examples) {
        const file = JSON.stringify({ ...needed, [part]: example })
        const { baseUrl, ...read } = parseDefinitionFile(file, normaliseBaseUrl)
        const isOfFile = ['$schema', 'portside', 'version'].includes(part)
        expect({ baseUrl, ...read }).toMatchObject(isOfFile ? { name: 'Host' } : { [part]: example })
      }
  })
})
