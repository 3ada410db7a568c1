/** Names of fields, compared without case and separators, and lists of such names. */

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** A word, or several with the usual joiners. Other signs may turn its meaning round: "≠paid", "~~paid~~", "paid?". */
export const isWord = (text: string): boolean => /^[a-z\d]+(?:[\s_.'’-]+[a-z\d]+)*[.!]?$/i.test(text.trim())

/** @param rows words, each separated by one space */
export const words = (...rows: string[]): readonly string[] => rows.flatMap((row) => row.split(' '))
