/** JSON in columns: written by us, so anything unreadable there is damage. */
import { Damaged } from './sqlite-error.ts'

export function parse<T>(text: unknown): T {
  try {
    return JSON.parse(text as string) as T
  } catch {
    throw new Damaged('unreadable JSON in a column')
  }
}

/** The same where one unreadable value is no reason to give up the file. */
export function parseOr<T>(text: unknown, otherwise: T): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof Damaged) return otherwise
    throw error
  }
}

/**
 * A string as a column that is only compared. The platform may name a record by any string; half a surrogate pair would
 * be replaced on its way into UTF-8, and two names become one. JSON's notation keeps each apart.
 */
export function keyText(text: string): string {
  return JSON.stringify(text)
}
