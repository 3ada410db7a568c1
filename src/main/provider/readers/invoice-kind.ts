/** What kind of paper a record is: an invoice, credit, or one that asks for no payment, such as a quote. */
import type { InvoiceKind } from '../../../shared/models/invoice.ts'
import { statusKey } from '../../../shared/models/connection.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { FieldsOf, Find, Names } from './field-names.ts'
import { findSign, type Sign } from './invoice-signs.ts'
import { FIELD_NAMES } from './invoice-vocabulary.ts'
import { isNegated, words } from './names.ts'
import { flagIn } from './read-scalars.ts'
import { isObject } from './records.ts'

export interface Paper {
  /** null: the record doesn't say. */
  kind: InvoiceKind | null
  /** The kind as it came: `type: offer`. */
  text: string | null
  /** A kind that isn't recognised, or two that contradict each other, as they came: `document_type: Foo`. */
  unrecognised: string | null
}

/**
 * Words of billing APIs, of the seven languages, and codes of UN/EDIFACT (1001, as in EN 16931), without separators. Left out
 * as unclear: a correction (of either sign), and "credit" alone, which may be credit that somebody buys.
 */
const KIND_WORDS: Record<InvoiceKind, readonly string[]> = {
  invoice: words(
    'invoice taxinvoice salesinvoice purchaseinvoice outinvoice ininvoice accrec accpay bill 380 384 386 388 389 326 393 394 395',
    'rechnung facture factura fatura счет счетфактура инвойс 发票 增值税发票'
  ),
  credit: words(
    'creditnote creditmemo creditinvoice salescreditnote purchasecreditnote cancellationinvoice cancellationnote',
    'refundinvoice refund payout outrefund inrefund accreccredit accpaycredit stornocredit 381 261 262 296 308 396 420 532',
    'gutschrift rechnungsgutschrift storno stornorechnung rechnungskorrektur ruckerstattung rueckerstattung erstattung',
    'avoir notedecredit factureavoir facturedavoir remboursement notadecredito abono facturadeabono reembolso estorno',
    'кредитнота кредитовоеавизо сторно возврат возвратсредств 贷项通知单 贷项凭单 贷记单 红字发票 退款 退款单'
  ),
  proforma: words(
    'proforma proformainvoice partialproforma 325 proformarechnung factureproforma facturaproforma faturaproforma',
    'проформа счетпроформа инвойспроформа проформаинвойс 形式发票'
  ),
  quote: words(
    'quote quotation salesquote salesquotation estimate costestimate offer 310 angebot kostenvoranschlag devis',
    'offredeprix presupuesto cotizacion oferta orcamento cotacao коммерческоепредложение смета 报价 报价单 估价单'
  ),
  orderConfirmation: words(
    'orderconfirmation salesorderconfirmation orderacknowledgement orderacknowledgment 231 auftragsbestatigung',
    'auftragsbestaetigung bestellbestatigung confirmationdecommande confirmaciondepedido confirmaciondelpedido',
    'confirmacaodepedido confirmacaodopedido подтверждениезаказа 订单确认 订单确认书'
  ),
  deliveryNote: words(
    'deliverynote deliveryslip packingslip despatchadvice dispatchnote 270 351 lieferschein bondelivraison',
    'bordereaudelivraison albaran albarandeentrega notadeentrega guiaderemessa накладная товарнаянакладная',
    '送货单 发货单 交货单'
  ),
  receipt: words(
    'receipt paymentreceipt salesreceipt quittung zahlungsbeleg zahlungsbestatigung zahlungsbestaetigung recu',
    'recudepaiement recibo recibodepago recibodepagamento comprovante comprovantedepagamento квитанция чек 收据'
  ),
  reminder: words(
    'dunning dunningletter dunningnotice reminder paymentreminder mahnung zahlungserinnerung relance lettrederelance',
    'rappeldepaiement recordatorio recordatoriodepago avisodecobranca lembretedepagamento напоминание',
    'напоминаниеобоплате 催款单 催款通知 催缴通知 付款提醒'
  )
}

/** Kinds of invoices that APIs tell apart, in fields that name nothing else. Lago has most of them. */
const INVOICE_TYPES: ReadonlySet<string> = new Set(
  words(
    'standard normal regular default simplified commercial commercialinvoice recurring recurringinvoice subscription oneoff',
    'onetime addon progressivebilling advancecharges charge debitnote downpayment downpaymentinvoice deposit depositinvoice',
    'prepaymentinvoice advanceinvoice partialinvoice finalinvoice serviceinvoice accountreceivable sales'
  )
)

const LONGEST_WORD = 64

/** Without accents and separators. */
const plainWord = (word: string): string =>
  word.length > LONGEST_WORD || isNegated(word)
    ? ''
    : word
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, '')

const KINDS: ReadonlyMap<string, InvoiceKind> = new Map(
  Object.entries(KIND_WORDS).flatMap(([kind, all]) => all.map((word) => [plainWord(word), kind as InvoiceKind]))
)

/** In a bare `type`, any other number is more likely an id than a code. */
const isOtherNumber = (word: string): boolean => /^\d+$/.test(word) && word !== '380' && word !== '381'

const kindOfWord = (word: string): InvoiceKind | null => {
  const plain = plainWord(word)
  return KINDS.get(plain) ?? KINDS.get(plain.replace(/s$/, '')) ?? null
}

/** Where only kinds of papers stand, which a word decides. */
const strictKindOf = (word: string, meanings: ReadonlyMap<string, InvoiceKind>): InvoiceKind | null =>
  meanings.get(statusKey(word)) ?? kindOfWord(word) ?? (INVOICE_TYPES.has(plainWord(word)) ? 'invoice' : null)

function wordIn(fields: FieldsOf, value: Json): string | null {
  if (isObject(value)) return fields(value)(FIELD_NAMES.kindWord, (inner) => wordOf(inner)).value
  return wordOf(value)
}

function wordOf(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Flags that name a kind, by their names. */
const FLAGS = [
  ['credit', FIELD_NAMES.isCredit],
  ['proforma', FIELD_NAMES.isProforma],
  ['quote', FIELD_NAMES.isQuote]
] as const

function flagKind(look: Find): Sign<InvoiceKind> | null {
  for (const [kind, names] of FLAGS) {
    const flag = findSign(look, names, (value) => flagIn(value) || null)
    if (flag) return { value: kind, text: flag.text }
  }
  return null
}

/**
 * A word that isn't known leaves the kind open where only kinds stand. In a bare `type`, which often names what was bought, it says
 * nothing.
 * @param names of the fields that hold nothing else, and the place that the definition states
 */
export function paperOf(fields: FieldsOf, look: Find, names: Names, meanings: ReadonlyMap<string, InvoiceKind>): Paper {
  const strict = findSign(look, names, (value) => value)
  const word = strict && wordIn(fields, strict.value)
  const own = word === null ? null : strictKindOf(word, meanings)
  if (strict !== null && own === null) return { kind: null, text: null, unrecognised: strict.text }
  const bare = findSign(look, FIELD_NAMES.bareKind, (value) => {
    const its = wordIn(fields, value)
    return its === null || isOtherNumber(its) ? null : kindOfWord(its)
  })
  // An API calls each of its papers an invoice, so that this says nothing against another kind.
  const others = [bare, flagKind(look)].filter((one) => one !== null && one.value !== 'invoice') as Sign<InvoiceKind>[]
  const kinds = new Set([...(own === null ? [] : [own]), ...others.map(({ value }) => value)])
  if (kinds.size > 1) {
    const texts = [strict?.text, ...others.map(({ text }) => text)].filter((text) => text !== undefined)
    return { kind: null, text: null, unrecognised: texts.join(' · ') }
  }
  const text = (own === null ? others[0] : strict)?.text ?? null
  return { kind: [...kinds][0] ?? bare?.value ?? null, text, unrecognised: null }
}
