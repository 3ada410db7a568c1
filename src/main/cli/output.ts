/** What the output of several commands is made of: sentences for errors and parts of lists, and JSON on one line. */
import type { ErrorInfo } from '../../shared/ipc/error.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import { errorSentence as sentenceOf } from '../../shared/i18n/error-text.ts'
import { t } from '../../shared/i18n/translate.ts'

export function partialText(partial: PartialList | null): string | null {
  if (partial === null) return null
  const { received, total } = partial
  if (received === 0) return total === null ? t('quickCheck.noneReceived') : t('quickCheck.noneOf', { total })
  return total === null
    ? t('quickCheck.firstOnly', { received }, received)
    : t('quickCheck.firstOf', { received, total }, received)
}

export const errorSentence = (error: ErrorInfo | null): string => sentenceOf(t, error ?? { code: 'INTERNAL' })

/** No character can act on a terminal: JSON.stringify escapes only the first 32 control codes. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) =>
    letter
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join('')
  )

/** The start of an object whose list is printed in parts: its other members, and the name of the list. */
export const jsonStart = (members: object, list: string): string =>
  `${jsonText(members).slice(0, -1)},${jsonText(list)}:[`

/** The end of such an object: the members after the list. */
export const jsonEnd = (members: object): string => `],${jsonText(members).slice(1)}`
