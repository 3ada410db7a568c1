/** The app's texts, so that a spec finds things by the words that a user reads, and a changed word breaks no spec. */
import { Languages } from '../../src/main/desktop/languages.ts'
import { pluralFormOf } from '../../src/shared/i18n/plural-forms.ts'
import { en, type Messages } from '../../src/shared/i18n/translate.ts'

/** Of the language that `speak` chose last, at first of PORTSIDE_TEST_LANGUAGE. Its groups stay, so they may be taken apart. */
export const words: Messages = structuredClone(en)
let language = 'en'
let languagesFolder: string | null = null

/** @param tag BCP 47, of one of the app's languages, or of those in `folder` */
export function speak(tag: string, folder?: string): void {
  language = tag
  languagesFolder = folder ?? null
  fill(words, tag === 'en' ? en : new Languages(folder).messages(tag))
}

interface Tree {
  [name: string]: string | Tree
}
function fill(into: Tree, from: Tree): void {
  for (const [name, value] of Object.entries(from)) {
    const group = into[name]
    if (typeof value === 'object' && typeof group === 'object') fill(group, value)
    else into[name] = value
  }
}

/** What the app is started with, so that it speaks the same language. */
export const languageEnvironment = (): Record<string, string> => ({
  ...(language === 'en' ? {} : { LANGUAGE: language }),
  ...(languagesFolder === null ? {} : { PORTSIDE_LANGUAGES: languagesFolder })
})

/** A text with its places filled in: `say(words.error.TIMEOUT.sentence, { host })`. */
export function say(text: string, named: Record<string, string | number> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(named[name] ?? whole))
}

/** One of a text's forms for a number: `count('No products | One product | {count} products', 2)`. */
export function count(text: string, n: number): string {
  const forms = text.split(' | ')
  return say(forms[pluralFormOf(language, n, forms.length)] ?? text, { count: n, n })
}

/** Matches what begins with any plural form of a text of the app. Playwright's names have a plain space for a no-break space. */
export function pattern(text: string): RegExp {
  const escaped = text.replaceAll(/[.?()[\]]/g, '\\$&')
  const forms = escaped.replaceAll(' | ', '|').replaceAll(/\{\w+\}/g, '[\\d.,]+')
  return new RegExp(`^(${forms.replaceAll(/\s/g, '\\s')})`)
}

speak(process.env['PORTSIDE_TEST_LANGUAGE'] ?? 'en')
