/** Names of fields, compared without case and separators, and lists of such names. */

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const UNSEEN = /[\p{Cf}\uFE0E\uFE0F]/gu
const NEGATION = new RegExp(
  [
    '[?¿？⁇⁈⁉‽❓❔~～∼<>＜＞≤≥¬%％×✕✖✗✘❌❎☒☐□▢◻⬜⨯⊘🚫⛔🛑👎🙅]',
    // A stroke over the sign or letter before it: ≠ is one, too.
    String.raw`[\u0334-\u0338\u20D0-\u20E2\u20E4-\u20F0]`,
    // Before a word, but not after one.
    String.raw`^[^!！]*[!！].*[\p{L}\p{N}]`,
    String.raw`^[\p{Pd}\u2212][\p{L}\p{N}]`,
    // A box that isn't ticked.
    String.raw`\[\s*\]|\(\s*\)`
  ].join('|'),
  'su'
)

/** No word is longer, and `normalize` sorts the marks of one letter in quadratic time. */
const LONGEST_WORD = 200

/** Signs may turn a word's meaning round, or doubt it: "≠paid", "~~paid~~", "paid?". Others are writing: "(paid)", "✓ Paid". */
export const isNegated = (text: string): boolean =>
  text.length > LONGEST_WORD || NEGATION.test(text.replaceAll(UNSEEN, '').trim().normalize('NFD'))

/** A word, or several, in this script. */
export const isWord = (text: string): boolean => !isNegated(text) && !/(?![a-z\d])[\p{L}\p{N}]/iu.test(text)

/** @param rows words, each separated by one space */
export const words = (...rows: string[]): readonly string[] => rows.flatMap((row) => row.split(' '))
