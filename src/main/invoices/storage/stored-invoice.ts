/** An invoice as it is held in memory and written into the boxes of the file. */
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { InvoiceRecord } from '../../ports/index.ts'
import { parse } from '../../storage/query.ts'

type Rest = Omit<InvoiceRecord, 'invoice' | 'lineTexts'>

export interface StoredInvoice {
  readonly invoice: Invoice
  readonly lineTexts: string
  /** Record and links: bytes of JSON once the invoice was written or read, decoded when it is shown. As texts, 50,000 records would take 260 MB more. */
  rest: Rest | Buffer
}

export function storedInvoice({ invoice, lineTexts = '', ...rest }: InvoiceRecord): StoredInvoice {
  return { invoice, lineTexts, rest }
}

export function recordOf({ invoice, rest }: StoredInvoice): InvoiceRecord {
  return { invoice, ...decoded(rest) }
}

const decoded = (rest: Rest | Buffer): Rest => (Buffer.isBuffer(rest) ? parse<Rest>(rest.toString()) : rest)

/** Marks an invoice that the latest reply lacked. @param at ISO 8601: when the previous reply came; an earlier mark stays. */
export function agedInvoice(stored: StoredInvoice, at: string): StoredInvoice & { rest: Buffer } {
  const rest = decoded(stored.rest)
  return { ...stored, rest: encoded({ ...rest, receivedAt: rest.receivedAt ?? at }) }
}

/** Bytes of a box: one is encrypted, or decrypted and parsed, in about 10 ms. */
const BOX_BYTES = 500_000

/** JSON.stringify writes a line break in a text as \n, so a real one can separate records. */
const LINE_BREAK = Buffer.from('\n')

/** Boxes of three lines for each invoice. Their bytes are made for a whole box: a buffer for each line would be garbage of several times its size. */
export function* toBoxes(list: readonly StoredInvoice[]): Generator<Buffer, void> {
  let batch: StoredInvoice[] = []
  let lines: Lines[] = []
  let length = 0
  for (const stored of list) {
    const rest = Buffer.isBuffer(stored.rest) ? stored.rest.toString() : JSON.stringify(stored.rest)
    const three: Lines = [JSON.stringify(stored.invoice), rest, JSON.stringify(stored.lineTexts)]
    batch.push(stored)
    lines.push(three)
    for (const line of three) length += line.length
    if (length < BOX_BYTES) continue
    yield boxOf(batch, lines)
    batch = []
    lines = []
    length = 0
  }
  if (batch.length > 0) yield boxOf(batch, lines)
}

type Lines = readonly [invoice: string, rest: string, lineTexts: string]

function boxOf(batch: readonly StoredInvoice[], lines: readonly Lines[]): Buffer {
  const rests = Buffer.from(lines.map(([, rest]) => rest).join(''))
  let at = 0
  for (const [place, [, rest]] of lines.entries()) {
    const stored = batch[place]
    if (stored) stored.rest = rests.subarray(at, (at += Buffer.byteLength(rest)))
  }
  return Buffer.from(lines.flat().join('\n'))
}

export function fromBox(box: Buffer): StoredInvoice[] {
  const found: StoredInvoice[] = []
  const originals: Buffer[] = []
  let at = 0
  const nextLine = (): [from: number, to: number] => {
    const from = at
    const end = box.indexOf(LINE_BREAK, from)
    const to = end === -1 ? box.length : end
    at = to + 1
    return [from, to]
  }
  while (at < box.length) {
    const invoice = parse<Invoice>(box.toString('utf8', ...nextLine()))
    const rest = box.subarray(...nextLine())
    originals.push(rest)
    found.push({ invoice, rest, lineTexts: parse<string>(box.toString('utf8', ...nextLine())) })
  }
  // Without the box, which would stay in memory whole.
  const rests = inOneBuffer(originals)
  for (const [place, stored] of found.entries()) stored.rest = rests[place] ?? stored.rest
  return found
}

const encoded = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** A copy. A buffer for each small text would take several times its bytes. */
function inOneBuffer(parts: readonly Buffer[]): Buffer[] {
  const all = Buffer.concat(parts)
  let at = 0
  return parts.map(({ length }) => all.subarray(at, (at += length)))
}
