/** A field before and after, as a person would say it. */
import type { FieldChange } from '../../../../shared/models/change.ts'
import { formatDateTime, formatMoment, formatNumber, formatTime, t, type MessageKey } from '../../i18n.ts'
// Whose fields these are.

export interface Said {
  text: string
  /** `nothing`: there is no value; `code`: as it came; `text`: the platform's or a person's words. */
  kind: 'nothing' | 'code' | 'text'
}

export interface SaidChange {
  /** As the platform calls it; unique within its entry. */
  field: string
  /** null: a field that the API document doesn't know, which has no other name. */
  label: string | null
  before: Said
  after: Said
  /** Of a text, or so long that it is not said in one line. */
  long: boolean
  cut: boolean
  /** Both say the same, as far as they are kept. */
  beyond: boolean
}

const OWN = ['name', 'tagline', 'description', 'longHtmlDescription'] as const
const KNOWN = [
  ...(['isAvailable', 'isFeatured', 'isAllowed', 'isInMarketplace', 'label', 'weight', 'shortName'] as const),
  ...(['creationDateTime', 'lastUpdateDateTime', 'owner', 'id', 'icon', 'imagePath'] as const),
  ...(['contextData', 'customData', 'preHook', 'postHook'] as const)
] as const
const LABELS = new Map<string, MessageKey>([
  ...OWN.map((field) => [field, `changes.field.${field}`] as const),
  ...KNOWN.map((field) => [field, `product.field.${field}`] as const)
])
const DATES: readonly string[] = ['creationDateTime', 'lastUpdateDateTime']
const CODES: readonly string[] = [
  'owner',
  'id',
  'icon',
  'imagePath',
  'contextData',
  'customData',
  'preHook',
  'postHook'
]

/** Longest value that stands in a line, in characters. */
const SHORT = 80

export function sayChange({ field, before, after, cut }: FieldChange): SaidChange {
  const label = LABELS.get(field)
  let was = sayValue(field, before)
  let is = sayValue(field, after)
  // What differs in its type only, such as a number written as text, is shown as it came.
  if (was.text === is.text && before !== after) [was, is] = [asItCame(before), asItCame(after)]
  return {
    field,
    label: label === undefined ? null : t(label),
    before: was,
    after: is,
    long: [was, is].some(({ text }) => text.length > SHORT || text.includes('\n')),
    cut,
    beyond: before === after
  }
}

function sayValue(field: string, json: string | null): Said {
  if (json === null) return { text: t('changes.nothing'), kind: 'nothing' }
  const value = read(json)
  if (value === undefined) return { text: json, kind: 'code' }
  if (value === null) return { text: t('changes.nothing'), kind: 'nothing' }
  if (typeof value === 'boolean') return { text: t(value ? 'common.yes' : 'common.no'), kind: 'text' }
  if (typeof value === 'number') return { text: field === 'weight' ? formatNumber(value) : json, kind: 'text' }
  if (typeof value !== 'string') return { text: JSON.stringify(value, null, 2), kind: 'code' }
  if (value.trim() === '') return { text: t('changes.blank'), kind: 'nothing' }
  if (DATES.includes(field)) return { text: formatDateTime(value), kind: 'text' }
  return { text: value, kind: CODES.includes(field) ? 'code' : 'text' }
}

const asItCame = (json: string | null): Said =>
  json === null ? { text: t('changes.absent'), kind: 'nothing' } : { text: json, kind: 'code' }

/** The value of a JSON text, one that was cut off inside a text too; undefined: it can't be told. */
function read(json: string): unknown {
  const whole = parsed(json)
  if (whole !== undefined || !json.startsWith('"')) return whole
  // The cut may have gone through an escape, such as \u00e9.
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

/** When a refresh was: the day by its name where it has one. `now` in ms since 1970. */
export function whenText(iso: string, now: number): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const time = formatTime(iso)
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  if (at.toDateString() === new Date(now).toDateString()) return t('changes.today', { time })
  if (at.toDateString() === yesterday.toDateString()) return t('changes.yesterday', { time })
  return formatMoment(iso)
}
