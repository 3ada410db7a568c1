/** JSON in columns: written by us, so anything unreadable there is damage. */
import { Damaged } from './sqlite-error.ts'

export function parse<T>(text: unknown): T {
  try {
    return JSON.parse(text as string) as T
  } catch {
    throw new Damaged('unreadable JSON in a column')
  }
}

/**
 * A string as a column that is only compared. The platform may name a record by any string; half a surrogate pair would
 * be replaced on its way into UTF-8, and two names become one. JSON's notation keeps each apart.
 */
export function keyText(text: string): string {
  return JSON.stringify(text)
}
