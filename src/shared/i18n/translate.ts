/** Main's `t`, for the messages of main and page. The page's is in renderer/src/i18n.ts. */
import { listText, type Locales } from './format.ts'
import { createTranslator, type MessageKeyOf, type Named, type Translator } from './translator.ts'
import main from './en/main.json' with { type: 'json' }
import page from './en/page.json' with { type: 'json' }

export const en = { ...page, ...main }
export type Messages = typeof en

/** English until another language is chosen: an error before that has words, too. */
class CurrentLanguage {
  #translator: Translator<Messages> = createTranslator('en', en)

  /** BCP 47. */
  get tag(): string {
    return this.#translator.language
  }

  /** @param messages complete, by test/unit/i18n */
  use(tag: string, messages: Messages): void {
    this.#translator = createTranslator(tag, messages)
  }

  translate(key: MessageKeyOf<Messages>, named?: Named, plural?: number): string {
    return this.#translator.translate(key, named, plural)
  }
}

export const language = new CurrentLanguage()

/** @param plural the count by which a plural form is chosen */
export const t = (key: MessageKeyOf<Messages>, named?: Named, plural?: number): string =>
  language.translate(key, named, plural)

/** @param region BCP 47, of the regional format */
export const localesFor = (region: string): Locales => ({ language: language.tag, region })

export const list = (texts: readonly string[]): string => listText(texts, language.tag)
