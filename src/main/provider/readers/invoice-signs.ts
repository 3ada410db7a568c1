/** Flags and days that say something of an invoice's state beside its status: that it was paid, cancelled or archived, or is a draft. */
import { cut } from '../../../shared/i18n/format.ts'
import { dayAfter, dayOf, today } from '../../../shared/models/day.ts'
import type { Json } from '../../../shared/models/json.ts'
import { isAtItsPlace, type Find, type FoundField, type Names } from './field-names.ts'
import type { Paid } from './invoice-money.ts'
import {
  FIELD_NAMES,
  isOfPaper,
  isOpenOrPending,
  isOwedWord,
  isUnpaidWord,
  mayBeOrder,
  stateOf,
  stateOfPayment
} from './invoice-vocabulary.ts'
import { flagIn } from './read-scalars.ts'

/** `text`: the fields as they came, such as `is_draft: true`. */
export interface PaidSign {
  /** 'both': one field says so, and another one the opposite. */
  says: 'paid' | 'unpaid' | 'both'
  /** By the day of payment alone, which may be that of a part. */
  isDay: boolean
  /** A `payment_date` that may be the due day, or a `paid_at` that isn't over. In zones to the east, tomorrow has begun. */
  isDoubtful: boolean
  /** A flag or a day says so, and not only another status. */
  isConfirmed: boolean
  text: string
}

export interface EndSign {
  says: 'void' | 'draft' | 'archived'
  text: string
}

/** A field beside the status that says that something is owed. */
export interface OwedSign {
  /** The payment of a void invoice may be called unpaid or overdue, too. */
  of: 'paper' | 'flag' | 'payment'
  /** Unlike "open", "pending" and a flag that stayed after a late payment, it counts beside a confirmed payment. */
  isSure: boolean
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

/** Of this century in this calendar and others, as 2026 is 1405, 1448, 2569 or 115. Other years, such as 1900 or 9999, stand for "none". */
const isYear = (number: string): boolean => /^(?:1[345]\d|20\d|25\d|1\d)\d$/.test(number)
/** A day, a month or a short year. */
const isShortNumber = (number: string): boolean =>
  /^\d{1,2}$/.test(number) && Number(number) >= 1 && Number(number) < 70

interface SignDay {
  /** null: it can't be read, but it is one. */
  day: string | null
  /** It is later than tomorrow: in zones to the east, that has begun. */
  isLater: boolean
}

/** A day that can't be read is a day, too: a date of cancelling, in whatever order, says that it was cancelled. */
function signDay(value: Json, time: ReadTime, now: Date): SignDay | null {
  const tomorrow = dayAfter(today(now), 1)
  const day = dayOf(time(value))
  if (day !== null) return { day, isLater: day > tomorrow }
  const numbers = typeof value === 'string' ? /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\b/.exec(value.trim()) : null
  const [first = '', middle = '', last = ''] = numbers?.slice(1) ?? []
  if (!isShortNumber(middle)) return null
  const year = [first, last].find(isYear) ?? null
  if (![first, last].every((number) => number === year || isShortNumber(number))) return null
  return { day: null, isLater: year !== null && year.startsWith('20') && year > tomorrow.slice(0, 4) }
}

const ENDS = [
  ['void', FIELD_NAMES.isVoid],
  ['draft', FIELD_NAMES.isDraft],
  ['archived', FIELD_NAMES.isArchived]
] as const

/** A day that is still to come, such as the end of a subscription, ends nothing yet. */
export function endSignOf(look: Find, time: ReadTime, now: Date): EndSign | null {
  const isSaid = (value: Json): true | null =>
    flagIn(value) === true || signDay(value, time, now)?.isLater === false ? true : null
  for (const [says, names] of ENDS) {
    const sign = findSign(look, names, isSaid)
    if (sign) return { says, text: sign.text }
  }
  return null
}

export interface PaymentDays {
  paidAt: Sign<SignDay> | null
  /** null: there is none, or it is the due day. */
  paymentDate: Sign<SignDay> | null
  isDoubtful: boolean
}

/** @param dueAt as read */
export function paymentDays(
  look: Find,
  paidNames: Names,
  { time, dueAt, now }: { time: ReadTime; dueAt: string | null; now: Date }
): PaymentDays {
  const dayIn = (value: Json): SignDay | null => signDay(value, time, now)
  const paidAt = findSign(look, paidNames, dayIn)
  const given = paidAt === null ? findSign(look, FIELD_NAMES.paymentDate, dayIn) : null
  const [day, dueDay] = [given?.value.day ?? null, dayOf(dueAt)]
  const isDueDay = day !== null && (day > today(now) || day === dueDay)
  const isDoubtful = paidAt === null ? day === null || dueDay === null : paidAt.value.isLater
  return { paidAt, paymentDate: isDueDay ? null : given, isDoubtful }
}

/** @param paid what the field `paid` holds */
export function paidFlagOf(look: Find, paid: Paid | null): Sign<boolean> | null {
  if (paid === null || 'amount' in paid) return findSign(look, FIELD_NAMES.isPaid, flagIn)
  const field = findSign(look, FIELD_NAMES.paid, (value) => value)
  return field && { value: 'time' in paid || paid.flag, text: field.text }
}

/** @param isTime the flag is a day: `paid: "2026-10-01"` @param byStatus another status that says so, where there is no flag */
export function paidSign(
  flag: Sign<boolean> | null,
  days: PaymentDays,
  isTime: boolean,
  byStatus: Sign<true> | null
): PaidSign | null {
  const day = days.paidAt ?? days.paymentDate
  const isDayPaid = day !== null && !days.isDoubtful
  const said = flag ?? byStatus
  if (said === null) {
    return day && { says: 'paid', isDay: true, isDoubtful: !isDayPaid, isConfirmed: isDayPaid, text: day.text }
  }
  const sign = { isDay: false, isDoubtful: false, isConfirmed: false }
  if (said.value) {
    return { ...sign, says: 'paid', isDay: isTime, isConfirmed: flag !== null || isDayPaid, text: said.text }
  }
  return days.paidAt === null
    ? { ...sign, says: 'unpaid', text: said.text }
    : { ...sign, says: 'both', text: `${said.text} · ${days.paidAt.text}` }
}

/**
 * What statuses beside the one that counts say of the payment.
 * @param names of the status: where it has a stated place, its other names don't count
 * @param wordIn the word of a status
 */
export function otherStatuses(
  look: Find,
  names: Names,
  status: string | null,
  wordIn: (value: Json) => string | null
): { paid: Sign<true> | null; owed: OwedSign | null } {
  const signIn = (names: Names, is: (word: string) => boolean): Sign<true> | null =>
    findSign(look, names, (value) => {
      const word = wordIn(value)
      return word !== null && is(word) ? true : null
    })
  const ofPaper = (is: (word: string) => boolean): Sign<true> | null =>
    isAtItsPlace(look, names) ? null : signIn(FIELD_NAMES.paperStatus, (word) => word !== status && is(word))
  const paper = ofPaper(isOwedWord) ?? ofPaper(isUnpaidWord)
  const flag = findSign(look, FIELD_NAMES.isOverdue, (value) => flagIn(value) || null)
  const isUnpaid = (word: string): boolean => stateOfPayment(word) === 'open' && !isOfPaper(word)
  const payment = signIn(FIELD_NAMES.payment, isUnpaid)
  const isSure =
    ofPaper(isOwedWord) !== null ||
    signIn(FIELD_NAMES.payment, (word) => isUnpaid(word) && !isOpenOrPending(word)) !== null
  const owed = paper ?? flag ?? payment
  const of = paper !== null ? 'paper' : flag !== null ? 'flag' : 'payment'
  return {
    paid: ofPaper((word) => stateOf(word) === 'settled' && !mayBeOrder(word)),
    owed: owed && { of, isSure, text: owed.text }
  }
}
