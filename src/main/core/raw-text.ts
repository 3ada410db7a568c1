/** A record as text to read: indented, unless it is so large that only its beginning is shown. */
import type { Json } from '../../shared/models/json.ts'
import { cut } from '../../shared/i18n/format.ts'

/** Characters of JSON; beyond them nobody reads, and the page would only get slow. */
export const RAW_LIMIT = 200_000

export function rawText(raw: { [name: string]: Json }): string {
  const compact = JSON.stringify(raw)
  return compact.length > RAW_LIMIT ? cut(compact, RAW_LIMIT) : JSON.stringify(raw, null, 2)
}
