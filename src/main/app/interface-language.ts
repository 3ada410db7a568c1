import { chooseLanguage, type Languages } from '../desktop/languages.ts'
import type { PageMessages } from '../../shared/models/desktop.ts'
import { language } from '../../shared/i18n/translate.ts'

interface InterfaceLanguageParts {
  languages: Pick<Languages, 'tags' | 'messages' | 'pageMessages'>
  /** BCP 47; null: the system's. */
  chosen: () => string | null
  /** BCP 47, by the order of the user's wishes. */
  ofSystem: () => readonly string[]
}

/** Keeps the texts of main and page in the language of the settings. */
export class InterfaceLanguage {
  readonly #parts: InterfaceLanguageParts

  constructor(parts: InterfaceLanguageParts) {
    this.#parts = parts
    this.update()
  }

  /** Call when the setting may have changed. @returns whether the language has */
  update(): boolean {
    const { languages, chosen, ofSystem } = this.#parts
    const tag = chooseLanguage(chosen(), ofSystem(), languages.tags)
    if (tag === language.tag) return false
    language.use(tag, languages.messages(tag))
    return true
  }

  pageMessages(): PageMessages {
    const { tag } = language
    return { language: tag, json: this.#parts.languages.pageMessages(tag) }
  }
}
