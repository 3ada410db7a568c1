import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { normaliseBaseUrl } from '../../../src/main/provider/api/security/url-rules.ts'
import { parseDefinitionFile } from '../../../src/main/provider/definitions/definition-file.ts'
import { definitionFileSchema, definitionParts } from '../../../src/main/provider/definitions/definition-schema.ts'
import { holdsCredential } from '../../../src/shared/models/credential-text.ts'
import { DEFAULTS } from '../../../src/shared/models/provider.ts'
import { BUILT_IN, definitionLabel, PROVIDER_IDS } from '../../../src/shared/providers/built-in.ts'

const fileOf = (id: string): string =>
  readFileSync(new URL(`../../../src/shared/providers/${id}.json`, import.meta.url), 'utf8')

test.each(PROVIDER_IDS)('%s is a definition with the source and date of its facts, and no credential', (id) => {
  const file: unknown = JSON.parse(fileOf(id))
  expect(definitionFileSchema().parse(file)).toEqual(file)
  expect(BUILT_IN[id]).toEqual({ ...DEFAULTS, ...(file as object) })
  expect(BUILT_IN[id].source).not.toBeNull()
  expect(BUILT_IN[id].read).not.toBeNull()
  expect(fileOf(id).split(/["\n]/).filter(holdsCredential)).toEqual([])
})

test('a definition’s name has no version, and its label in a list has one if another has the same name', () => {
  expect(PROVIDER_IDS.filter((id) => /\bv\d/i.test(BUILT_IN[id].name))).toEqual([])
  expect(new Set(PROVIDER_IDS.map(definitionLabel)).size).toBe(PROVIDER_IDS.length)
  expect(definitionLabel('hypeproxy-v2')).toBe('HypeProxy (API v2)')
})

describe('docs/providers.md', () => {
  const document = readFileSync(new URL('../../../docs/providers.md', import.meta.url), 'utf8')

  test.each(PROVIDER_IDS)('lists %s with the source and date of its facts', (id) => {
    const { source, read } = BUILT_IN[id]
    const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    expect(rows).toContainEqual(['', definitionLabel(id), source, read, ''])
  })

  test('names each part', () => {
    expect(
      Object.keys({ ...definitionParts, baseUrl: '' }).filter((part) => !document.includes(`\`${part}\``))
    ).toEqual([])
  })

  test('has an example that can be imported', () => {
    const example = /```json\n(.+?)```/s.exec(document)?.[1] ?? ''
    expect(parseDefinitionFile(example, normaliseBaseUrl)).toMatchObject({ provider: null, name: 'My host' })
  })
})
