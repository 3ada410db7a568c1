/** What the sample provider writes, in one language: messages of `sample.json`, names of countries, numbers and prices. */
import { createTranslator, type MessageKeyOf, type Named } from '../shared/i18n/translator.ts'
import english from '../shared/i18n/en/sample.json' with { type: 'json' }

export type SampleMessages = typeof english

export interface Texts {
  /** BCP 47. */
  readonly language: string
  /** @param plural the count by which a plural form is chosen */
  readonly t: (key: MessageKeyOf<SampleMessages>, named?: Named, plural?: number) => string
  /** A message of this name, which data chose; null: there is none. */
  readonly find: (key: string) => string | null
  /** @param code ISO 3166 */
  readonly country: (code: string) => string
  readonly number: (value: number) => string
  /** In euros. */
  readonly price: (cents: number) => string
}

function createTexts(language: string, messages: SampleMessages): Texts {
  const translator = createTranslator(language, messages)
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const numbers = new Intl.NumberFormat(language)
  const prices = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
  return {
    language,
    t: (key, named, plural) => translator.translate(key, named, plural),
    find: (key) => (translator.has(key) ? translator.translate(key) : null),
    country: (code) => countries.of(code) ?? code,
    number: (value) => numbers.format(value),
    price: (cents) => prices.format(cents / 100)
  }
}

export const ENGLISH = createTexts('en', english)

/** The language of the interface, which may change. */
export interface SampleLanguage {
  /** BCP 47. */
  tag: () => string
  messages: (tag: string) => SampleMessages
}

/** The texts in the language that the interface has now. */
export class CurrentTexts {
  readonly #language: SampleLanguage
  #texts = ENGLISH

  constructor(language: SampleLanguage) {
    this.#language = language
  }

  get(): Texts {
    const tag = this.#language.tag()
    if (tag !== this.#texts.language) this.#texts = createTexts(tag, this.#language.messages(tag))
    return this.#texts
  }
}
