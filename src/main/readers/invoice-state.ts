/** What an invoice's status, payment status, flags and amounts say about its state. */
import { cut } from '../../shared/i18n/format.ts'
import { statusKey } from '../../shared/models/connection.ts'
import { isZero } from '../../shared/models/decimal.ts'
import type { Decimal } from '../../shared/models/decimal.ts'
import type { InvoiceState } from '../../shared/models/invoice.ts'
import type { PaymentWord } from './invoice-amounts.ts'
import { isFinal, isNotIssued, isPartPaid, mayBeOrder, stateOf, stateOfPayment } from './invoice-vocabulary.ts'

export interface StateWords {
  /** The provider's status. */
  word: string | null
  payment: string | null
  /** Whether it is paid. */
  flag: boolean | null
}

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(word)

export const providerStatus = (word: string | null): { providerStatus: string | null; statusIsNumber: boolean } => ({
  providerStatus: word === null ? null : cut(word, LONGEST_STATUS),
  statusIsNumber: word !== null && isNumber(word)
})
const LONGEST_STATUS = 200

/** What the words say of the payment: they confirm an ambiguous remainder. null: there are none. */
export function paymentWord(words: StateWords): PaymentWord | null {
  const { word, payment } = words
  if ((word !== null && isPartPaid(word)) || (payment !== null && isPartPaid(payment))) return 'partPaid'
  const state = stateByWords(words)
  if (state === 'settled' || state === 'open') return state
  return word === null && payment === null ? null : 'other'
}

/** Nothing is to pay of a draft or a failed order, whatever amounts it states. */
export const isUnissued = ({ word }: Pick<StateWords, 'word'>): boolean => word !== null && isNotIssued(word)

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

/**
 * The user's meaning wins over words, words over a confirmed remainder, that over a paid flag. A remainder of 0 settles an open
 * invoice, and any remainder decides where the words say nothing.
 * @param owed the confirmed remainder, or a total of zero
 */
export function stateFor(
  words: StateWords,
  owed: Decimal | null,
  { meanings, missing }: { meanings: ReadonlyMap<string, InvoiceState>; missing: InvoiceState | null }
): InvoiceState {
  const { word, payment, flag } = words
  const said = word === null ? undefined : meanings.get(statusKey(word))
  if (said !== undefined) return said
  const state = stateByWords(words)
  // Of a completed order, something may remain to pay.
  if (state === 'settled' && owed !== null && !isZero(owed) && word !== null && mayBeOrder(word)) return 'open'
  if (state === 'settled' || state === 'void' || isUnissued(words)) return state
  if (owed !== null && isZero(owed)) return 'settled'
  if (state !== 'unknown') return state
  if (owed !== null) return 'open'
  // An unpaid draft is no open invoice, so that a flag which says "unpaid" decides only without a word.
  if (flag !== null && (flag || word === null)) return flag ? 'settled' : 'open'
  return word === null && payment === null ? (missing ?? 'unknown') : 'unknown'
}
