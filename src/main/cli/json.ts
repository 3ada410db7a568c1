/** JSON on standard output: one line, in which no character can act on a terminal. */

/** JSON.stringify escapes only the first 32 control codes. */
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
