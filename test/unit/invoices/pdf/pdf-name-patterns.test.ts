import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePattern, pathFor, shownPath, type PatternValues } from '../../../../src/main/invoices/pdf/pdf-names.ts'
import { INVOICE_STATES } from '../../../../src/shared/models/invoice.ts'
import { DEFAULT_PATTERN, PATTERN_FIELDS, PATTERN_PROBLEMS } from '../../../../src/shared/models/pdf-folder.ts'

const INVOICE = {
  key: 'the-key',
  number: 'R/2026:7',
  issuedDay: '2026-11-01',
  currency: 'EUR',
  total: '-120.50',
  state: 'settled'
} as const
const VALUES: PatternValues = { invoice: INVOICE, account: 'Work', provider: 'HypeProxy' }

function pathOf(pattern: string, invoice: Partial<PatternValues['invoice']> = {}, values = VALUES): string {
  const parsed = parsePattern(pattern)
  if (!parsed.pattern) throw new Error(`wrong: ${parsed.problem.kind}`)
  return shownPath(pathFor(parsed.pattern, { ...values, invoice: { ...INVOICE, ...invoice } }))
}

test.each([
  [DEFAULT_PATTERN, '2026/11/Work R-2026-7.pdf'],
  ['{year}-{month}-{day} {provider}.PDF', '2026-11-01 HypeProxy.pdf'],
  ['  {currency} {total}, {state}.pdf ', 'EUR -120.50, paid.pdf'],
  ['ab:c/{number}.pdf', 'ab-c/R-2026-7.pdf'],
  ['con/nul.pdf', '_con/_nul.pdf'],
  ['forms/~$ {number}.pdf', '_forms/$ R-2026-7.pdf'],
  ['~{account}/a_vti_{number}.pdf', 'Work/a-vti-R-2026-7.pdf']
])('%j makes %j', (pattern, path) => {
  expect(pathOf(pattern)).toBe(path)
})

describe('a missing value', () => {
  test('has a text of its own; without a number, the key stands for it', () => {
    const missing = { number: null, currency: null, total: null }
    expect(pathOf('{number} {currency} {total}.pdf', missing)).toBe('the-key unknown unknown.pdf')
    expect(pathOf('{provider}/{account}.pdf', {}, { ...VALUES, account: ' ', provider: '///' })).toBe(
      'unknown/unknown.pdf'
    )
  })

  test('a day is said to be missing once in a name, and once in folders that follow each other', () => {
    const noDay = { issuedDay: null, number: '7' }
    expect(pathOf(DEFAULT_PATTERN, noDay)).toBe('no date/Work 7.pdf')
    expect(pathOf('{year}-{month}-{day} {number}.pdf', noDay)).toBe('no date 7.pdf')
    expect(pathOf('{year}/{account}/{month}/{number}.pdf', noDay)).toBe('no date/Work/no date/7.pdf')
  })
})

test.each([
  ['', 'empty', null],
  ['   ', 'empty', null],
  [`${'a'.repeat(200)}.pdf`, 'tooLong', null],
  ['a/b/c/d/e/f.pdf', 'tooManyFolders', null],
  ['{number}', 'notPdf', null],
  ['{number}.pdf.exe', 'notPdf', null],
  ['/{number}.pdf', 'absolute', null],
  ['C:/{number}.pdf', 'absolute', null],
  ['a//b.pdf', 'emptyName', null],
  ['../{number}.pdf', 'emptyName', '..'],
  ['a/./{number}.pdf', 'emptyName', '.'],
  ['.pdf', 'emptyName', null],
  ['~/{number}.pdf', 'emptyName', '~'],
  ['{year}\\{number}.pdf', 'backslash', null],
  ['{nummer}.pdf', 'unknownField', 'nummer'],
  ['{a/b}.pdf', 'unknownField', 'a/b'],
  ['{number.pdf', 'brace', null],
  ['number}.pdf', 'brace', null]
])('%j is wrong: %s', (pattern, kind, part) => {
  expect(PATTERN_PROBLEMS).toContain(kind)
  expect(parsePattern(pattern)).toEqual({ pattern: null, problem: { kind, part } })
})

test('whatever pattern is typed and whatever a provider writes, each name is one that every system takes', () => {
  const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3]) *(\.|$)/i
  const unit = fc.constantFrom(...'./\\:-_ *?a1$~#%\u202E\0\u0301', 'CON', 'nul', '_vti_', 'forms', '🦊')
  // With units of several characters, fc.string takes seconds.
  const joined = (maxLength: number) => fc.array(unit, { maxLength }).map((units) => units.join(''))
  const text = fc.oneof(fc.string({ unit: 'binary' }), joined(350))
  const field = fc.constantFrom(...PATTERN_FIELDS.map((name) => `{${name}}`), '/', '..', 'con')
  const pattern = fc.array(fc.oneof(field, joined(5)), { maxLength: 12 })
  const values = fc.record({
    invoice: fc.record({
      key: text,
      number: fc.option(text),
      issuedDay: fc.constantFrom('2026-11-01', '0099-01-31', null),
      currency: fc.option(text),
      total: fc.option(text),
      state: fc.constantFrom(...INVOICE_STATES)
    }),
    account: text,
    provider: text
  })
  fc.assert(
    fc.property(pattern, values, (parts, each) => {
      const parsed = parsePattern(`${parts.join('')}.pdf`)
      if (!parsed.pattern) return
      const { folders, file } = pathFor(parsed.pattern, each)
      for (const name of [...folders, file]) {
        expect(name).not.toMatch(RESERVED)
        expect(name).not.toMatch(/[/\\:*?"<>|#%\u0000-\u001F\u202E]|^[.~\s-]|[.\s]$|^$|_vti_|^forms$/i)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
      }
      expect(file).toMatch(/.\.pdf$/)
      expect(shownPath({ folders, file }).length).toBeLessThanOrEqual(200)
    }),
    { numRuns: 300 }
  )
})
