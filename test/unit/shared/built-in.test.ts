import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { definitionFile } from '../../../src/main/core/provider-schema.ts'
import { holdsCredential } from '../../../src/shared/models/credential-text.ts'
import { DEFAULTS } from '../../../src/shared/models/provider.ts'
import { BUILT_IN, PROVIDER_IDS } from '../../../src/shared/providers/built-in.ts'

const fileOf = (id: string): string =>
  readFileSync(new URL(`../../../src/shared/providers/${id}.json`, import.meta.url), 'utf8')

test.each(PROVIDER_IDS)('%s is a definition with the source and date of its facts, and no credential', (id) => {
  const file: unknown = JSON.parse(fileOf(id))
  expect(definitionFile.parse(file)).toEqual(file)
  expect(BUILT_IN[id]).toEqual({ ...DEFAULTS, ...(file as object) })
  expect(BUILT_IN[id].source).not.toBeNull()
  expect(BUILT_IN[id].read).not.toBeNull()
  expect(fileOf(id).split(/["\n]/).filter(holdsCredential)).toEqual([])
})
