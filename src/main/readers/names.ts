/** Names of fields, compared without case and separators, and lists of such names. */

export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** @param rows words, each separated by one space */
export const words = (...rows: string[]): readonly string[] => rows.flatMap((row) => row.split(' '))
