/** Flags and days that say something of an invoice's state beside its status: that it was paid, cancelled or archived, or is a draft. */
import { cut } from '../../shared/i18n/format.ts'
import { dayAfter, dayOf, today } from '../../shared/models/day.ts'
import type { Json } from '../../shared/models/json.ts'
import type { Find, FoundField, Names } from './field-names.ts'
import { flagIn, type Paid } from './invoice-amounts.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'

/** `text`: the fields as they came, such as `is_draft: true`. */
export interface PaidSign {
  /** 'both': one field says so, and another one the opposite. */
  says: 'paid' | 'unpaid' | 'both'
  /** By the day of payment alone, which may be that of a part. */
  isDay: boolean
  /** A `payment_date` that may be the due day, or a `paid_at` that isn't over. In zones to the east, tomorrow has begun. */
  isDoubtful: boolean
  text: string
}

export interface EndSign {
  says: 'void' | 'draft' | 'archived'
  text: string
}

type ReadTime = (value: Json) => string | null

const LONGEST_SIGN = 80

/** A field as it came. */
function signText(place: string, value: Json): string {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value)
  return cut(`${place}: ${text}`, LONGEST_SIGN)
}

/** A value with the field as it came. */
export interface Sign<T> {
  value: T
  text: string
}

export function findSign<T>(find: Find, names: Names, read: (value: Json) => T | null): Sign<T> | null {
  const { value, place }: FoundField<{ read: T; raw: Json }> = find(names, (raw) => {
    const its = read(raw)
    return its === null ? null : { read: its, raw }
  })
  return value === null || place === null ? null : { value: value.read, text: signText(place, value.raw) }
}

/** A day that can't be read is a day, too: a date of cancelling, in whatever order, says that it was cancelled. */
const isDayLike = (value: Json): boolean =>
  typeof value === 'string' && /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(value.trim())

const ENDS = [
  ['void', FIELD_NAMES.isVoid],
  ['draft', FIELD_NAMES.isDraft],
  ['archived', FIELD_NAMES.isArchived]
] as const

export function endSignOf(look: Find, time: ReadTime): EndSign | null {
  const isSaid = (value: Json): true | null =>
    flagIn(value) === true || time(value) !== null || isDayLike(value) ? true : null
  for (const [says, names] of ENDS) {
    const sign = findSign(look, names, isSaid)
    if (sign) return { says, text: sign.text }
  }
  return null
}

export interface PaymentDays {
  paidAt: Sign<{ day: string | null }> | null
  /** null: there is none, or it is the due day. */
  paymentDate: Sign<{ day: string | null }> | null
  isDoubtful: boolean
}

/** @param dueAt as read */
export function paymentDays(
  look: Find,
  paidNames: Names,
  { time, dueAt, now }: { time: ReadTime; dueAt: string | null; now: Date }
): PaymentDays {
  const dayIn = (value: Json): { day: string | null } | null => {
    const day = dayOf(time(value))
    return day !== null || isDayLike(value) ? { day } : null
  }
  const paidAt = findSign(look, paidNames, dayIn)
  const given = paidAt === null ? findSign(look, FIELD_NAMES.paymentDate, dayIn) : null
  const [day, dueDay] = [given?.value.day ?? null, dayOf(dueAt)]
  const isDueDay = day !== null && (day > today(now) || day === dueDay)
  const paidDay = paidAt?.value.day ?? null
  const isPlanned = paidDay !== null && paidDay > dayAfter(today(now), 1)
  const isDoubtful = paidAt === null ? day === null || dueDay === null : isPlanned
  return { paidAt, paymentDate: isDueDay ? null : given, isDoubtful }
}

/** @param paid what the field `paid` holds */
export function paidFlagOf(look: Find, paid: Paid | null): Sign<boolean> | null {
  if (paid === null || 'amount' in paid) return findSign(look, FIELD_NAMES.isPaid, flagIn)
  const field = findSign(look, FIELD_NAMES.paid, (value) => value)
  return field && { value: 'time' in paid || paid.flag, text: field.text }
}

/** @param isTime the flag is a day: `paid: "2026-10-01"` */
export function paidSign(flag: Sign<boolean> | null, days: PaymentDays, isTime: boolean): PaidSign | null {
  const day = days.paidAt ?? days.paymentDate
  if (flag === null) return day && { says: 'paid', isDay: true, isDoubtful: days.isDoubtful, text: day.text }
  if (flag.value) return { says: 'paid', isDay: isTime, isDoubtful: false, text: flag.text }
  const sign = { isDay: false, isDoubtful: false }
  return days.paidAt === null
    ? { ...sign, says: 'unpaid', text: flag.text }
    : { ...sign, says: 'both', text: `${flag.text} · ${days.paidAt.text}` }
}
