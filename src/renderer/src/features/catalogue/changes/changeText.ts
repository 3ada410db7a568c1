import { Banknote, CircleSlash2, Minus, Pencil, Plus, SlidersHorizontal } from '@lucide/vue'
import type { FieldChange, ProductChangeKind } from '../../../../../shared/models/change.ts'
import { productFields } from '../../../../../shared/models/fields.ts'
import { isDocumented, type ProductField } from '../../../../../shared/models/product.ts'
import { formatDateTime, formatMoment, formatNumber, formatTime, t, type MessageKey } from '../../../i18n.ts'

export const CHANGE_SIGNS = {
  new: { kind: 'settled', icon: Plus },
  gone: { kind: 'void', icon: Minus },
  availability: { kind: 'open', icon: CircleSlash2 },
  text: { kind: 'unknown', icon: Pencil },
  price: { kind: 'unknown', icon: Banknote },
  other: { kind: 'unknown', icon: SlidersHorizontal }
} as const satisfies Record<ProductChangeKind, object>

export interface ChangeLine {
  text: string
  /** `nothing`: no value; `code`: as received; `text`: written by the provider or the user. */
  kind: 'nothing' | 'code' | 'text'
}

export interface ChangeText {
  /** The API's field name; unique within its entry. */
  field: string
  /** null: a field that the API document doesn't have. */
  label: string | null
  before: ChangeLine
  after: ChangeLine
  long: boolean
  cut: boolean
  /** The stored parts are equal; the rest was cut. */
  beyond: boolean
}

/** Fields of the product page's heading have their own words here. */
const labelOf = (field: ProductField): MessageKey =>
  productFields[field].pane === 'heading'
    ? `catalogue.changes.field.${field as 'name' | 'tagline' | 'description' | 'longHtmlDescription'}`
    : `catalogue.product.field.${field as Exclude<ProductField, 'name' | 'tagline' | 'description' | 'longHtmlDescription'>}`
/** Another field may have the name of a placed one, such as `interval`. */
const documented = (field: string): ProductField | null => (isDocumented(field) ? field : null)

/** Maximum length of a value on one line, in characters. */
const SHORT = 80

export function changeText({ field, before, after, cut }: FieldChange): ChangeText {
  const known = documented(field)
  let was = sayValue(field, before)
  let is = sayValue(field, after)
  // Values that differ in type only, such as a number as text, are shown as received.
  if (was.text === is.text && before !== after) [was, is] = [asItCame(before), asItCame(after)]
  return {
    field,
    label: known && t(labelOf(known)),
    before: was,
    after: is,
    long: [was, is].some(({ text }) => text.length > SHORT || text.includes('\n')),
    cut,
    beyond: before === after
  }
}

function sayValue(field: string, json: string | null): ChangeLine {
  if (json === null) return { text: t('catalogue.changes.nothing'), kind: 'nothing' }
  const value = read(json)
  if (value === undefined) return { text: json, kind: 'code' }
  if (value === null) return { text: t('catalogue.changes.nothing'), kind: 'nothing' }
  if (typeof value === 'boolean') return { text: t(value ? 'ui.common.yes' : 'ui.common.no'), kind: 'text' }
  if (typeof value === 'number') return { text: field === 'weight' ? formatNumber(value) : json, kind: 'text' }
  if (typeof value !== 'string') return { text: JSON.stringify(value, null, 2), kind: 'code' }
  if (value.trim() === '') return { text: t('catalogue.changes.blank'), kind: 'nothing' }
  const known = documented(field)
  if (known && productFields[known].type === 'date') return { text: formatDateTime(value), kind: 'text' }
  const code = known !== null && ['technical', 'data'].includes(productFields[known].pane)
  return { text: value, kind: code ? 'code' : 'text' }
}

const asItCame = (json: string | null): ChangeLine =>
  json === null ? { text: t('catalogue.changes.absent'), kind: 'nothing' } : { text: json, kind: 'code' }

/** Parses a JSON text that may be cut inside a string; undefined: not readable. */
function read(json: string): unknown {
  const whole = parsed(json)
  if (whole !== undefined || !json.startsWith('"')) return whole
  // The cut may be inside an escape, such as \u00e9.
  const rest = json.replace(/…$/, '')
  for (let off = 0; off < 6; off++) {
    const text = parsed(`${rest.slice(0, rest.length - off)}"`)
    if (typeof text === 'string') return `${text}…`
  }
  return undefined
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}

/** Time of a refresh, with the day's name for recent ones. `now` in ms since 1970. */
export function changeTimeText(iso: string, now: number): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const time = formatTime(iso)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (at.toDateString() === new Date(now).toDateString()) return t('catalogue.changes.today', { time })
  if (at.toDateString() === yesterday.toDateString()) return t('catalogue.changes.yesterday', { time })
  return formatMoment(iso)
}
