/**
 * Languages that there are not, made of English: texts are a third longer, and every letter that isn't a name's has an accent, so
 * that a cut, fixed or untranslated text shows. `ar-QM` is laid out from right to left.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pluralFormsOf } from '../../src/shared/i18n/plural-forms.ts'

export const PSEUDO = 'en-XA'
/** A region for private use. V8 13 drops those that begin with X, and the script with them. */
export const PSEUDO_RTL = 'ar-QM'

const ENGLISH = resolve(import.meta.dirname, '../../src/shared/i18n/en')

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aåbƀcçdðeéfƒgğhĥiîjĵkķlļmmnñoöpþqqrŕsštţuûvvwŵxxyýzžAÅBƁCÇDÐEÉFFGĞHĤIÎJĴKĶLĻMMNÑOÖPÞQQRŔSŠTŢUÛVVWŴXXYÝZŽ']
    .reduce<string[][]>(
      (pairs, letter, at) => (at % 2 === 0 ? [...pairs, [letter]] : (pairs.at(-1)?.push(letter), pairs)),
      []
    )
    .map(([plain = '', accented = '']) => [plain, accented])
)

/** Placeholders, plural bars and literals stay. */
const KEPT = /\{[^{}]*\}|\|/

const lengthened = (text: string): string => {
  const letters = text.trim().length
  const more = '~'.repeat(Math.ceil(letters / 3))
  return letters === 0 ? text : text.replace(/\s*$/, (end) => `${more}${end}`)
}

/** English forms, one for each plural that the language has. */
function formsIn(message: string, tag: string): string[] {
  const forms = message.split('|')
  const [one = '', other] = forms.slice(-2)
  if (other === undefined) return forms
  const none = forms.slice(0, -2)
  return [...none, ...pluralFormsOf(tag, none.length > 0).map(({ category }) => (category === 'one' ? one : other))]
}

function pseudoMessage(message: string, tag: string): string {
  const forms = formsIn(message, tag).map((form) => {
    const parts = form.split(new RegExp(`(${KEPT.source})`))
    const accented = parts.map((part) =>
      KEPT.test(part) ? part : [...part].map((letter) => ACCENTS[letter] ?? letter).join('')
    )
    return lengthened(accented.join(''))
  })
  return forms.join('|')
}

type Tree = { [name: string]: string | Tree }
const pseudoTree = (tree: Tree, tag: string): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? pseudoMessage(value, tag) : pseudoTree(value, tag)
    ])
  )

/** @returns a folder for PORTSIDE_LANGUAGES, with English and the languages that there are not. The caller deletes it. */
export function makePseudoLocales(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-languages-'))
  cpSync(ENGLISH, join(folder, 'en'), { recursive: true })
  for (const tag of [PSEUDO, PSEUDO_RTL]) {
    mkdirSync(join(folder, tag))
    for (const file of ['page.json', 'main.json']) {
      const english = JSON.parse(readFileSync(join(ENGLISH, file), 'utf8')) as Tree
      writeFileSync(join(folder, tag, file), JSON.stringify(pseudoTree(english, tag)))
    }
    // What a provider writes isn't the interface's.
    cpSync(join(ENGLISH, 'sample.json'), join(folder, tag, 'sample.json'))
  }
  return folder
}
