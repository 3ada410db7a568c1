/** Every language says what English says: the same keys, placeholders and plural forms, in its own words. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pluralFormsOf } from '../../../src/shared/i18n/plural-forms.ts'
import { createTranslator } from '../../../src/shared/i18n/translator.ts'

const FOLDER = resolve(import.meta.dirname, '../../../src/shared/i18n')
const languages = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const others = languages.filter((tag) => tag !== 'en')

/** Of messages; the others are for translators. */
const FILES = readdirSync(join(FOLDER, 'en')).filter((name) => !['glossary.json', 'notes.json'].includes(name))

type Tree = { readonly [name: string]: string | Tree }
/** Empty if there is no such file, which a test of its own reports. */
function read(tag: string, file: string): unknown {
  const path = join(FOLDER, tag, file)
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (thrown) {
    throw new Error(`src/shared/i18n/${tag}/${file} isn’t valid JSON: ${String(thrown)}`, { cause: thrown })
  }
}

/** Messages by their keys, in their order. */
function flat(tree: Tree, before = ''): [key: string, message: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[before + name, value]] : flat(value, `${before}${name}.`)
  )
}
const messagesOf = (tag: string): Map<string, string> => new Map(FILES.flatMap((file) => flat(read(tag, file) as Tree)))
const english = messagesOf('en')

/** Without the literals such as `{'{id}'}`. */
const placeholdersIn = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort()
const literalsIn = (message: string): string[] =>
  [...message.matchAll(/\{'([^']*)'\}/g)].map((match) => match[1] ?? '').sort()
const formsIn = (message: string): string[] => message.split('|').map((form) => form.trim())
const withoutPlaceholders = (message: string): string => message.replaceAll(/\{[^}]*\}/g, '…')
/** The placeholders that name the count. */
const COUNTS = ['count', 'n']

/** What is the same in any language: names, codes, examples, and words that languages share. */
const isLanguageless = (message: string): boolean =>
  !/\p{L}{2,}/u.test(
    message
      .replaceAll(/\{[^}]*\}/g, '')
      .replaceAll(
        /\b(Portside|PDFs?|CSV|JSON|ZIP|ICS|API|HTTP|ID|OK|PIN|URL|VAT|Telegram|Authorization|Bearer|Token|Static|Basic|X-[\w-]+|apikey|ms|s)\b/g,
        ''
      )
  )

interface Glossary {
  /** Each term with the beginnings of words that stand for it, lower case. */
  terms: Record<string, string[]>
  /** Keys of messages that say it in another way on purpose. */
  otherwise: string[]
  /** Keys of messages that are the same as in English on purpose. */
  same: string[]
}
const glossaryOf = (tag: string): Glossary => ({
  terms: {},
  otherwise: [],
  same: [],
  ...(read(tag, 'glossary.json') as Partial<Glossary>)
})

/** English terms as they occur in messages: a pattern for each. */
const TERMS = read('en', 'glossary.json') as Record<string, { pattern: string; meaning: string }>

test('the glossary has the 40 terms of the field, each with its meaning', () => {
  expect(Object.keys(TERMS).length).toBeGreaterThanOrEqual(40)
  for (const { pattern, meaning } of Object.values(TERMS)) {
    const word = new RegExp(`\\b(?:${pattern})\\b`, 'i')
    expect(
      [...english.values()].some((message) => word.test(message)),
      pattern
    ).toBe(true)
    expect(meaning).toMatch(/^[A-Z].*\.$/)
  }
})

test('a note for translators is of a message that there is', () => {
  const notes = Object.entries(read('en', 'notes.json') as Tree)
  expect(notes.length).toBeGreaterThan(20)
  expect(notes.filter(([key]) => !english.has(key)).map(([key]) => key)).toEqual([])
})

/** What is the same in every language: options, URLs, paths, names of headers, fields and files, and numbers with signs in them. */
const codeIn = (message: string): string[] =>
  message
    .replaceAll(/\{[^}]*\}/g, ' ')
    .match(
      /(?<![\w-])--[a-z][\w-]*|https?:\/\/(?:[\w*./-]*\w)?|(?<!\w)\/\w[\w/]*|\bX-[\w-]+|\bdata\.\w+|\b\w+(?:\.\w+)*\.(?:csv|html)\b|\d+(?:[./]\d+)+|\bCOMMAND\b/g
    ) ?? []

describe.each(others)('%s', (tag) => {
  const messages = messagesOf(tag)
  const { terms, otherwise, same } = glossaryOf(tag)
  const glossary = `src/shared/i18n/${tag}/glossary.json`
  const pairs = [...messages].map(([key, message]) => ({ key, message, source: english.get(key) ?? '' }))
  const wrong = (isWrong: (pair: (typeof pairs)[number]) => boolean): string[] =>
    pairs
      .filter(isWrong)
      .map(({ key, message, source }) => `${key}: ${message}${message === source ? '' : ` (English: ${source})`}`)

  test('has the files of a language', () => {
    const files = [...FILES, 'README.md', 'glossary.json'].toSorted()
    expect(readdirSync(join(FOLDER, tag)).toSorted(), `src/shared/i18n/${tag} has these files`).toEqual(files)
  })

  test('has each message of English and no other, in the same order', () => {
    expect(
      [...english.keys()].filter((key) => !messages.has(key)),
      'Add these keys'
    ).toEqual([])
    expect(
      [...messages.keys()].filter((key) => !english.has(key)),
      'Remove these keys, which English doesn’t have'
    ).toEqual([])
    expect([...messages.keys()], 'Put the keys in the order that they have in English').toEqual([...english.keys()])
  })

  test('fills in the same values', () => {
    expect(
      wrong(({ message, source }) => {
        const isSame = placeholdersIn(message).join() === placeholdersIn(source).join()
        return !isSame || literalsIn(message).join() !== literalsIn(source).join()
      }),
      'Use the {placeholders} and literals of the English message'
    ).toEqual([])
  })

  test('keeps what programs read', () => {
    expect(
      wrong(({ message, source }) => !codeIn(source).every((code) => message.includes(code))),
      'Keep options, URLs, paths, file names and numbers as they are in English'
    ).toEqual([])
  })

  test('has a form for each plural, with the count wherever a form goes with several', () => {
    const categories = pluralFormsOf(tag, false).map(({ category }) => category)
    expect(
      wrong(({ message, source }) => {
        const [forms, englishForms] = [formsIn(message), formsIn(source)]
        if (englishForms.length === 1) return forms.length > 1
        const hasNone = englishForms.length > 2
        const kinds = pluralFormsOf(tag, hasNone)
        const counted = hasNone ? forms.slice(1) : forms
        if (counted.length !== kinds.length) return true
        const hasCount = (form = ''): boolean => placeholdersIn(form).some((name) => COUNTS.includes(name))
        if (!hasCount(englishForms.at(-1))) return false
        return counted.some((form, at) => !kinds[at]?.isOfOneCount && !hasCount(form))
      }),
      `Write the forms ${categories.join(' | ')}, and one for none before them where English has three. Only a form for a single count may leave {count} or {n} out`
    ).toEqual([])
  })

  test('is translated', () => {
    expect(
      wrong(({ key, message, source }) => message === source && !isLanguageless(source) && !same.includes(key)),
      `Translate these messages, or add their keys to "same" in ${glossary}`
    ).toEqual([])
    expect(
      same.filter((key) => messages.get(key) !== english.get(key)),
      `Remove these keys from "same" in ${glossary}, because their messages differ from English`
    ).toEqual([])
  })

  test('every message can be compiled', () => {
    const texts = [...messages].map(([key, message], at) => ({ key, message, name: `m${at}` }))
    const translator = createTranslator(tag, Object.fromEntries(texts.map(({ name, message }) => [name, message])))
    const problems = texts.flatMap(({ key, message, name }) => {
      try {
        const places = Object.fromEntries(placeholdersIn(message).map((place) => [place, place]))
        return translator.translate(name, places, 2).trim() === '' ? [`${key}: empty`] : []
      } catch (thrown) {
        return [`${key}: ${message} (${String(thrown).split('\n')[0]})`]
      }
    })
    expect(problems, "Correct the braces. Write {, }, @ and | in a text as {'{'}, {'}'}, {'@'} and {'|'}").toEqual([])
  })

  test('uses the terms of its glossary', () => {
    expect(Object.keys(terms), `"terms" of ${glossary} has the terms of en/glossary.json, in their order`).toEqual(
      Object.keys(TERMS)
    )
    const strays = Object.entries(TERMS).flatMap(([term, { pattern }]) => {
      const word = new RegExp(`\\b(?:${pattern})\\b`, 'i')
      const stems = terms[term] ?? []
      return wrong(({ key, message, source }) => {
        const plain = message.toLocaleLowerCase(tag)
        return (
          word.test(withoutPlaceholders(source)) &&
          !otherwise.includes(key) &&
          !stems.some((stem) => plain.includes(stem))
        )
      }).map((found) => `${term} (${stems.join(', ')}) in ${found}`)
    })
    expect(
      strays,
      `Use a word in brackets for the term. In ${glossary}, add another beginning to "terms", or the key to "otherwise" if the message says it in another way`
    ).toEqual([])
    expect(
      otherwise.filter((key) => !messages.has(key)),
      `Remove these keys from "otherwise" in ${glossary}, because no message has them`
    ).toEqual([])
  })

  test('names a list and the record beside it differently, as regions of one page', () => {
    for (const topic of ['catalogue', 'invoices']) {
      expect(messages.get(`${topic}.paneLabel`), `Name ${topic}.paneLabel differently from listLabel`).not.toBe(
        messages.get(`${topic}.listLabel`)
      )
    }
  })

  test('has no straight quotes or three dots, and ends as the English message does', () => {
    const end = (message: string): string =>
      /[.?:…](?=$)/u.exec(message.trim().replace('。', '.').replace('？', '?').replace('：', ':'))?.[0] ?? ''
    expect(
      wrong(({ message, source }) => /"|\.\.\./.test(message) && !/"|\.\.\./.test(source)),
      'Use the quotation marks of the language, and … for three dots'
    ).toEqual([])
    expect(
      wrong(({ message, source }) => (end(source) === '…') !== (end(message) === '…')),
      'End with … where English does, and only there'
    ).toEqual([])
  })
})
