/** A PDF of one page with a few lines of text, after ISO 32000-1. */

const A4 = '595 842'

/** @param lines ASCII; the first one is larger */
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

/** Escapes text; a non-ASCII character would shift the offsets after it. */
const escaped = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, '\\$&')
