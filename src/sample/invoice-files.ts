/** PDFs of the sample's invoices. */
import type { SampleInvoice } from './invoices.ts'
import type { Texts } from './texts.ts'

/** Of those that have a PDF, counted from the oldest: new ones may come. */
const GONE = 34
const BEHIND_SIGN_IN = 32

const SIGN_IN_PAGE =
  '<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1><p>Your link has expired. Sign in to see this invoice.</p>'

const linkOf = (invoice: SampleInvoice): unknown =>
  invoice['hostedInvoicePdfUrl'] ?? invoice['hostedInvoicePdf'] ?? invoice['invoice_pdf'] ?? null

/** @param isFaulty two of the files can't be had */
export function invoiceFile(
  path: string,
  invoices: readonly SampleInvoice[],
  { isFaulty, texts }: { isFaulty: boolean; texts: Texts }
): Response | null {
  const linked = invoices.filter((invoice) => linkOf(invoice) !== null)
  const index = linked.findIndex((invoice) => path === `/${String(invoice['id'])}.pdf`)
  const invoice = linked[index]
  const age = linked.length - index
  if (!invoice || (isFaulty && age === GONE)) return null
  if (isFaulty && age === BEHIND_SIGN_IN)
    return new Response(SIGN_IN_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  return new Response(onePage(linesOf(invoice, texts)), { headers: { 'content-type': 'application/pdf' } })
}

function linesOf(invoice: SampleInvoice, { t }: Texts): string[] {
  const number = invoice['number'] ?? invoice['thirdPartyInvoiceId'] ?? invoice['id']
  const issued = String(invoice['createdAt'] ?? invoice['creationDateTime'] ?? invoice['issue_date'])
  const cents = invoice['amount_cents']
  const amount = typeof cents === 'number' ? cents / 100 : (invoice['totalAmount'] ?? invoice['finalAmount'])
  return [
    t('sample.pdf.invoice', { number: String(number) }),
    t('sample.pdf.issued', { day: issued.slice(0, 10) }),
    t('sample.pdf.total', { amount: `${Number(amount).toFixed(2)} ${String(invoice['currency'] ?? '')}`.trim() }),
    t('sample.pdf.note')
  ]
}

const A4 = '595 842'

export function onePage([title = '', ...lines]: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = [
    'BT /F1 18 Tf 72 760 Td',
    `(${escaped(title)}) Tj`,
    '/F1 11 Tf 0 -12 Td',
    ...lines.map((line) => `0 -20 Td (${escaped(line)}) Tj`),
    'ET'
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4}] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  // Each entry of the table has 20 bytes, the line's end included.
  const entries = ['0000000000 65535 f \n', ...places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`)]
  const table = file.length
  file += `xref\n0 ${entries.length}\n${entries.join('')}`
  file += `trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return new TextEncoder().encode(file)
}

/** In WinAnsiEncoding, which is Latin-1 but for a few signs. Octal: a character that UTF-8 lengthens would shift the offsets after it. */
const escaped = (text: string): string =>
  text
    .replaceAll('’', '\u0092')
    .replaceAll(/[\\()]/g, '\\$&')
    .replaceAll(/[^\x20-\x7e]/g, (sign) => {
      const code = sign.charCodeAt(0)
      return code < 256 ? `\\${code.toString(8).padStart(3, '0')}` : '?'
    })
