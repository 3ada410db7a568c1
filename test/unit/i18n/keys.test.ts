import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const SRC = resolve(import.meta.dirname, '../../../src')
const EN = join(SRC, 'shared/i18n/en')
/** The messages of all files. No two files have the same topic. */
const en = readdirSync(EN)
  // For translators, and for packages (scripts/packaging/metainfo.mjs).
  .filter((name) => !['glossary.json', 'notes.json', 'store.json'].includes(name))
  .flatMap((name) => Object.entries(JSON.parse(readFileSync(join(EN, name), 'utf8')) as Record<string, object>))
const TOPICS = en.map(([topic]) => topic)

function keysOf(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
    typeof value === 'string' ? [before + name] : keysOf(value, `${before}${name}.`)
  )
}
const keys = keysOf(Object.fromEntries(en))

/** Rooms that say nothing: what looks like a key there is a name in the provider's records, a host or a call. */
const WORDLESS = ['main/provider/api', 'main/ipc'].map((room) => join(SRC, room))

const code = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
  .filter(({ parentPath }) => !WORDLESS.some((room) => parentPath.startsWith(room)))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n')

/** Quoted texts that could be keys, such as `shell.rail`. */
const literals = new Set(
  [...code.matchAll(/'([a-z]\w*(?:\.\w+)+)'/g)]
    .map((match) => match[1] ?? '')
    // Names of files and hosts are none.
    .filter((text) => !/\.(?:csv|db|ini|invalid|js|json|ts)$/.test(text))
)
/** Templates that could be keys, such as `error.${code}.sentence`, as patterns. */
const patterns = [...new Set([...code.matchAll(/`([\w.]*(?:\$\{[^`{}]*\}[\w.]*)+)`/g)].map((match) => match[1] ?? ''))]
  // Of a key that is put together, the topic or a name below it stands there as it is.
  .filter((template) => /^[a-z]\w*\.|\.[a-z]\w*/.test(template.replaceAll(/\$\{[^}]*\}/g, '$')))
  .map((template) => ({ template, pattern: new RegExp(`^${asPattern(template)}$`) }))
  .filter(({ template }) => /^(?:\$\{|[a-z]\w*\.)/.test(template))

function asPattern(template: string): string {
  return template
    .split(/\$\{[^}]*\}/)
    .map((part) => part.replaceAll('.', String.raw`\.`))
    .join(String.raw`[\w-]+`)
}

describe('the catalogue of texts', () => {
  test('has each topic in one file', () => {
    expect(TOPICS.filter((topic, at) => TOPICS.indexOf(topic) !== at)).toEqual([])
  })

  test('has no text that nothing says', () => {
    const unused = keys.filter((key) => !literals.has(key) && !patterns.some(({ pattern }) => pattern.test(key)))
    expect(unused).toEqual([])
  })

  test('has every text that is said by a whole key', () => {
    const ofATopic = [...literals].filter((text) => TOPICS.includes(text.split('.')[0] ?? ''))
    expect(ofATopic.length).toBeGreaterThan(100)
    expect(ofATopic.filter((text) => !keys.includes(text))).toEqual([])
  })

  test('has a text for every key that is put together', () => {
    const ofATopic = patterns.filter(({ template }) => TOPICS.includes(template.split('.')[0] ?? ''))
    expect(ofATopic.length).toBeGreaterThan(20)
    expect(ofATopic.filter(({ pattern }) => !keys.some((key) => pattern.test(key)))).toEqual([])
  })
})
