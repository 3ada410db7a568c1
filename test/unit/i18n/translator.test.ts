import { describe, expect, test } from 'vitest'
import { en } from '../../../src/shared/i18n/translate.ts'
import { createTranslator } from '../../../src/shared/i18n/translator.ts'

type Tree = { readonly [name: string]: string | Tree }
const messagesIn = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : messagesIn(value)))

/** Chooses among forms that are named after the counts they are for. */
const formsIn = (language: string, forms: string, counts: number[]): string[] => {
  const translator = createTranslator(language, { forms })
  return counts.map((count) => translator.translate('forms', {}, count))
}

describe('the translator', () => {
  const english = createTranslator('en', {
    plain: 'Nothing to pay',
    named: 'Signed in as {name}',
    plural: '{count} file | {count} files',
    group: { literal: "name{'@'}host" }
  })

  test('fills in names, chooses plural forms, and reads literals', () => {
    expect(english.translate('plain')).toBe('Nothing to pay')
    expect(english.translate('named', { name: 'Ada' })).toBe('Signed in as Ada')
    expect([1, 2].map((count) => english.translate('plural', { count }, count))).toEqual(['1 file', '2 files'])
    expect(english.translate('group.literal')).toBe('name@host')
  })

  test('tells which keys have a message', () => {
    const keys = ['plain', 'group.literal', 'group', 'group.other', 'other', 'constructor', '__proto__.x', '']
    expect(keys.filter((key) => english.has(key))).toEqual(['plain', 'group.literal'])
  })

  test.each([
    ['en', 'one | other', [0, 1, 2, 5, 21], ['other', 'one', 'other', 'other', 'other']],
    ['en', 'none | one | other', [0, 1, 2], ['none', 'one', 'other']],
    ['de', 'one | other', [0, 1, 2], ['other', 'one', 'other']],
    ['fr', 'one | other', [0, 1, 2, 1_000_000], ['one', 'one', 'other', 'other']],
    ['pt-BR', 'none | one | other', [0, 1, 2], ['none', 'one', 'other']],
    ['es', 'one | other', [0, 1, 1_000_000], ['other', 'one', 'other']],
    ['zh-CN', 'other', [0, 1, 2], ['other', 'other', 'other']],
    ['zh-CN', 'none | other', [0, 1, 2], ['none', 'other', 'other']],
    [
      'ru',
      'one | few | many',
      [0, 1, 2, 5, 11, 21, 22, 25, 111],
      'many one few many many one few many many'.split(' ')
    ],
    ['ru', 'none | one | few | many', [0, 1, 3, 10], ['none', 'one', 'few', 'many']],
    ['pl', 'one | few | many', [1, 2, 5, 21, 22], ['one', 'few', 'many', 'many', 'few']],
    ['ar', 'zero | one | two | few | many | other', [0, 1, 2, 3, 11, 100], 'zero one two few many other'.split(' ')]
  ])('chooses in %s from “%s”', (language, forms, counts, chosen) => {
    expect(formsIn(language, forms, counts)).toEqual(chosen)
  })

  test('returns a message without placeholders as the engine would', () => {
    const byTranslator = (message: string): string => createTranslator('en', { message }).translate('message')
    const plain = messagesIn(en).filter((message) => byTranslator(message) === message)
    expect(plain.length).toBeGreaterThan(500)
    // The placeholder sends each through the engine.
    const byEngine = plain.map((message) =>
      createTranslator('en', { message: `${message}{end}` }).translate('message', { end: '' })
    )
    expect(byEngine).toEqual(plain)
  })
})
