/** The languages of the interface: one folder each, with the messages of page, main and sample provider. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { en, type Messages } from '../../shared/i18n/translate.ts'
import type sample from '../../shared/i18n/en/sample.json'

/** The build copies the folders beside main's code. PORTSIDE_LANGUAGES names another folder, for tests of an app that isn't packaged. */
function folderOfLanguages(): string {
  const isBuilt = basename(import.meta.dirname) === 'main'
  const own = isBuilt ? join(import.meta.dirname, 'languages') : join(import.meta.dirname, '../../shared/i18n')
  return process.env['PORTSIDE_LANGUAGES'] ?? own
}

const TAG = /^[a-z]{2,3}(-[a-zA-Z0-9]{2,8})*$/

/** Files are read when they are needed. It takes about a millisecond, and no text may be shown before. */
export class Languages {
  readonly #folder: string
  #tags: readonly string[] | null = null

  /** @param folder another one for tests */
  constructor(folder = folderOfLanguages()) {
    this.#folder = folder
  }

  /** BCP 47, such as `pt-BR`. */
  get tags(): readonly string[] {
    return (this.#tags ??= readdirSync(this.#folder).filter((name) => TAG.test(name)))
  }

  /** @param tag one of `tags` */
  messages(tag: string): Messages {
    if (tag === 'en') return en
    // Of the same form as the English ones, by test/unit/i18n.
    return { ...(this.#parse(tag, 'page.json') as Messages), ...(this.#parse(tag, 'main.json') as Messages) }
  }

  /** The page's messages, as JSON. @param tag one of `tags` */
  pageMessages(tag: string): string {
    return this.#read(tag, 'page.json')
  }

  /** @param tag one of `tags` */
  sampleMessages(tag: string): typeof sample {
    return this.#parse(tag, 'sample.json') as typeof sample
  }

  #parse(tag: string, file: string): unknown {
    return JSON.parse(this.#read(tag, file))
  }

  #read(tag: string, file: string): string {
    return readFileSync(join(this.#folder, tag, file), 'utf8')
  }
}

/** @param chosen by the settings; null: the system's @param ofSystem by the order of the user's wishes. BCP 47 */
export const chooseLanguage = (chosen: string | null, ofSystem: readonly string[], tags: readonly string[]): string =>
  chosen !== null && tags.includes(chosen) ? chosen : matchLanguage(ofSystem, tags)

/**
 * The language that a user can read, by the order of their wishes: of the same language and script, best of the same region.
 * A reader of Traditional Chinese isn't given Simplified Chinese. @returns English if none fits
 */
export function matchLanguage(wishes: readonly string[], tags: readonly string[]): string {
  for (const wish of wishes.map(maximized).filter((locale) => locale !== null)) {
    const readable = tags
      .map((tag) => ({ tag, locale: maximized(tag) }))
      .filter(({ locale }) => locale?.language === wish.language && locale.script === wish.script)
    const best = readable.find(({ locale }) => locale?.region === wish.region) ?? readable[0]
    if (best) return best.tag
  }
  return 'en'
}

/** With the script and region that go without saying. null: no tag, such as "C". */
function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return null
  }
}
