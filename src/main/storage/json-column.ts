/** JSON in columns. This program wrote it, so unreadable JSON means damage. */
import { Damaged } from './sqlite-error.ts'

export function parse<T>(text: unknown): T {
  try {
    return JSON.parse(text as string) as T
  } catch {
    throw new Damaged('unreadable JSON in a column')
  }
}

/** Returns `otherwise` for unreadable JSON, where that doesn't mean a damaged file. */
export function parseOr<T>(text: unknown, otherwise: T): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof Damaged) return otherwise
    throw error
  }
}

/**
 * A provider's key as a column for comparisons. A provider may use any string, and UTF-8 would replace lone surrogates, which
 * makes different keys equal. JSON notation preserves them.
 */
export function keyText(text: string): string {
  return JSON.stringify(text)
}
