/** The app's texts, so that a spec finds things by the words that a user reads, and a changed word breaks no spec. */
import { en } from '../../src/shared/i18n/translate.ts'

export const words = en

/** A text with its places filled in: `say(words.error.TIMEOUT.sentence, { host })`. */
export function say(text: string, named: Record<string, string | number> = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(named[name] ?? whole))
}

/** One of a text's forms for a number: `count('No products | One product | {count} products', 2)`. */
export function count(text: string, n: number): string {
  const forms = text.split(' | ')
  const form = forms.length === 3 ? Math.min(n, 2) : n === 1 ? 0 : 1
  return say(forms[form] ?? text, { count: n, n })
}
