import type { Json } from '../../shared/models/json.ts'
import { cut } from '../../shared/i18n/format.ts'

/** In characters. Longer texts slow the page down. */
const RAW_LIMIT = 200_000

export function rawText(raw: { [name: string]: Json }): string {
  const compact = JSON.stringify(raw)
  return compact.length > RAW_LIMIT ? cut(compact, RAW_LIMIT) : JSON.stringify(raw, null, 2)
}
