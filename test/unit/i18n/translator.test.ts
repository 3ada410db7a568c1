import { describe, expect, test } from 'vitest'
import { en } from '../../../src/shared/i18n/translate.ts'
import { createTranslator } from '../../../src/shared/i18n/translator.ts'

type Tree = { readonly [name: string]: string | Tree }
const messagesIn = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : messagesIn(value)))

describe('the translator', () => {
  const t = createTranslator({
    plain: 'Nothing to pay',
    named: 'Signed in as {name}',
    plural: '{count} file | {count} files',
    literal: "name{'@'}host"
  })

  test('fills in names, chooses plural forms, and reads literals', () => {
    expect(t('plain')).toBe('Nothing to pay')
    expect(t('named', { name: 'Ada' })).toBe('Signed in as Ada')
    expect([1, 2].map((count) => t('plural', { count }, count))).toEqual(['1 file', '2 files'])
    expect(t('literal')).toBe('name@host')
  })

  test('returns a message without placeholders as the engine would', () => {
    const plain = messagesIn(en).filter((message) => createTranslator({ message })('message') === message)
    expect(plain.length).toBeGreaterThan(500)
    // The placeholder sends each through the engine.
    const byEngine = plain.map((message) => createTranslator({ message: `${message}{end}` })('message', { end: '' }))
    expect(byEngine).toEqual(plain)
  })
})
