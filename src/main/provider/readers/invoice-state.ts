/** What an invoice's status, payment status, flags, days and amounts say about its state. */
import { cut } from '../../../shared/i18n/format.ts'
import { statusKey } from '../../../shared/models/connection.ts'
import { isZero } from '../../../shared/models/decimal.ts'
import type { Decimal } from '../../../shared/models/decimal.ts'
import type { InvoiceState } from '../../../shared/models/invoice.ts'
import type { PaymentWord } from './invoice-money.ts'
import type { EndSign, OwedSign, PaidSign } from './invoice-signs.ts'
import {
  isFinal,
  isNotIssued,
  isOfPaper,
  isOverdueWord,
  isOwedWord,
  isPartPaid,
  isUnpaidWord,
  mayBeOrder,
  stateOf,
  stateOfPayment
} from './invoice-vocabulary.ts'

export interface StateWords {
  /** The provider's status. */
  word: string | null
  payment: string | null
}

/** All that a record says of its state but its amounts. */
export interface StateSigns extends StateWords {
  /** The payment status as it came: `payment_status: unpaid`. */
  paymentText: string | null
  /** Another field that says that something is owed: `invoice_status: unpaid`. */
  owed: OwedSign | null
  /** A flag. */
  isOverdue: boolean
  paid: PaidSign | null
  end: EndSign | null
}

export interface StateVerdict {
  state: InvoiceState
  /** Fields that the status doesn't agree with, or that stand for it: `is_draft: true`. */
  otherWords: string | null
}

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(word)

export const providerStatus = (word: string | null): { providerStatus: string | null; statusIsNumber: boolean } => ({
  providerStatus: word === null ? null : cut(word, LONGEST_STATUS),
  statusIsNumber: word !== null && isNumber(word)
})
const LONGEST_STATUS = 200

const isAny = ({ word, payment }: StateWords, is: (word: string) => boolean): boolean =>
  (word !== null && is(word)) || (payment !== null && is(payment))

/** What the words say of the payment: they confirm an ambiguous remainder. null: there are none. */
export function paymentWord({ owed, ...words }: StateWords & Pick<StateSigns, 'owed'>): PaymentWord | null {
  if (isAny(words, isPartPaid)) return 'partPaid'
  const state = stateByWords(words)
  if (state === 'settled' && owed?.isSure) return 'other'
  if (state === 'settled' || state === 'open') return state
  return words.word === null && words.payment === null ? null : 'other'
}

export const isCalledOverdue = (signs: StateSigns): boolean => signs.isOverdue || isAny(signs, isOverdueWord)

/** Words that only an invoice has. */
export const isCalledOwed = (signs: StateSigns): boolean => signs.isOverdue || isAny(signs, isOwedWord)

/** Nothing is to pay of a draft or a failed order, whatever amounts it states. */
export const isUnissued = ({ word, end }: Pick<StateSigns, 'word' | 'end'>): boolean =>
  (word !== null && isNotIssued(word)) || end?.says === 'draft'

/** A payment word wins over the status's usual meaning. */
function stateByWords({ word, payment }: StateWords): InvoiceState {
  const state = word === null || isNumber(word) ? 'unknown' : stateOf(word)
  const isOrder = word !== null && mayBeOrder(word)
  if ((state === 'settled' && !isOrder) || state === 'void') return state
  const byPayment = payment === null || isNumber(payment) ? 'unknown' : stateOfPayment(payment)
  // A draft or a failed invoice is never to be paid, whatever its payment word says.
  const maybeOpen = state === 'open' || isOrder || (word !== null && isFinal(word))
  return byPayment !== 'unknown' && (byPayment !== 'open' || maybeOpen) ? byPayment : state
}

/** A word says that something is to pay, and not merely what was done with the paper. */
const isUnpaidByWord = ({ word, payment }: StateWords): boolean =>
  (word !== null && isUnpaidWord(word)) ||
  (payment !== null && stateOfPayment(payment) === 'open' && !isOfPaper(payment))

export interface Remainder {
  /** The confirmed remainder, or a total of zero. */
  amount: Decimal | null
  /** Less than the total. */
  isPart: boolean
  /** Also without a total, a field says that nothing remains. */
  isNone: boolean
}

/**
 * The user's meaning wins over words, words for the payment over a confirmed remainder, that over words for the paper. A
 * remainder of 0 settles an open invoice, and any remainder decides where the words say nothing. Where a flag or a day says
 * the opposite of the rest, the state is unknown.
 */
export function stateFor(
  signs: StateSigns,
  owed: Remainder,
  { meanings, missing }: { meanings: ReadonlyMap<string, InvoiceState>; missing: InvoiceState | null }
): StateVerdict {
  const { word, payment, paid, end } = signs
  const meant = word === null ? undefined : meanings.get(statusKey(word))
  if (meant !== undefined) return { state: meant, otherWords: null }
  const state = stateBeforeEnd(signs, owed)
  if (end === null) {
    const isSilent = word === null && payment === null && state.otherWords === null && state.state === 'unknown'
    return isSilent ? { state: missing ?? 'unknown', otherWords: null } : state
  }
  const byWords = stateByWords(signs)
  const isPaidElse = byWords === 'unknown' || (byWords === 'open' && paid?.says === 'paid')
  const otherWords = joined(end.text, state.otherWords ?? (isPaidElse ? paid?.text : null))
  if (byWords === 'void') return state
  // An archived invoice was paid, or isn't to be paid any more.
  if (end.says === 'archived' && state.state === 'settled') return state
  const isSaidOtherwise =
    byWords !== 'unknown' || (word !== null && isFinal(word)) || (paid !== null && paid.says !== 'unpaid')
  return { state: end.says === 'void' && !isSaidOtherwise ? 'void' : 'unknown', otherWords }
}

/** The fields of the payment that don't agree, except for a payment status that stands for the status. */
function saidOfPayment({ word, payment, paymentText, owed, paid }: StateSigns): string | null {
  if (paid === null) return null
  const ofPayment = payment === word || payment === null || isOfPaper(payment) ? null : paymentText
  return joined(owed === null || owed.of === 'payment' ? null : owed.text, ofPayment, paid.text)
}

export const joined = (...texts: (string | null | undefined)[]): string =>
  texts.filter((text) => text != null).join(' · ')

function stateBeforeEnd(signs: StateSigns, { amount, isPart, isNone }: Remainder): StateVerdict {
  const { word, payment, owed, paid } = signs
  const state = stateByWords(signs)
  const without = (state: InvoiceState): StateVerdict => ({ state, otherWords: null })
  const doubt: StateVerdict = { state: 'unknown', otherWords: saidOfPayment(signs) }
  const isOwed = amount !== null && !isZero(amount)
  if (state === 'void') {
    return owed?.of === 'paper' ? { state: 'unknown', otherWords: owed.text } : without(state)
  }
  if (state === 'settled') {
    // Of a completed order, something may remain to pay.
    const isOrder = word !== null && mayBeOrder(word)
    const isPaid = paid === null || paid.says === 'paid'
    const isConfirmed = isNone || (amount === null ? paid?.isConfirmed : !isOwed)
    const owedElse = owed?.isSure || !isConfirmed ? owed : null
    const isUnpaid = owedElse !== null && paid === null && (payment === null || stateOfPayment(payment) !== 'settled')
    if (isOrder && (isOwed || paid?.says === 'unpaid' || isUnpaid)) return without('open')
    if (owedElse === null) return isPaid ? without(state) : doubt
    return { state: 'unknown', otherWords: joined(owedElse.text, isPaid ? null : paid.text) }
  }
  if (isUnissued({ word, end: null })) return paid?.says === 'unpaid' ? without(state) : doubt
  if (amount !== null && !isOwed) return without('settled')
  if (paid?.says === 'both') return doubt
  if (paid?.says === 'paid') return stateOfPaid(signs, paid, { isOwed, isPart })
  if (state !== 'unknown') return without(state)
  if (isOwed) return without('open')
  // An unpaid draft is no open invoice, so that a flag which says "unpaid" decides only without a word.
  return without(paid !== null && (word === null || isFinal(word)) ? 'open' : 'unknown')
}

/** Of a record that a flag or a day calls paid. */
function stateOfPaid(
  signs: StateSigns,
  paid: PaidSign,
  { isOwed, isPart }: { isOwed: boolean; isPart: boolean }
): StateVerdict {
  const isConfirmed = paid.isConfirmed && !paid.isDay
  const isUnpaid = isUnpaidByWord(signs) || (signs.owed !== null && (signs.owed.isSure || !isConfirmed))
  // The day may be that of the latest payment, or one until which to pay.
  const isOfPart = paid.isDay && ((isOwed && isPart) || isAny(signs, isPartPaid))
  if (isOfPart || (paid.isDoubtful && (isUnpaid || isOwed))) return { state: 'open', otherWords: null }
  const isSure = !isUnpaid && !isOwed && !paid.isDoubtful
  return isSure ? { state: 'settled', otherWords: null } : { state: 'unknown', otherWords: saidOfPayment(signs) }
}
