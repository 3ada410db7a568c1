/** The CSV for accounting, read by the programs of docs/invoices.md with the files that it shows. Each is skipped where it isn't installed. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvTable, exact, identifier } from '../../../../src/main/csv.ts'
import { accountingTable } from '../../../../src/main/invoices/export/accounting-table.ts'
import type { CsvFormat } from '../../../../src/shared/models/csv-format.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { parseCsv, PLAIN_CSV } from '../../../support/csv.ts'
import { invoice } from '../../../support/ports.ts'

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
const hasHledger = isInstalled('hledger')
const hasPython = isInstalled('python3')
const hasBeancount = isInstalled('bean-check')

/** Those of other regions, which the files of the document are changed to. */
const GERMAN: CsvFormat = { separator: ';', decimalSign: ',', identifiersAsFormulas: false }
const FORMATS = [
  ['commas and points', PLAIN_CSV],
  ['semicolons and commas', GERMAN]
] as const

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-accounting-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function save(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const document = readFileSync(resolve(import.meta.dirname, '../../../../docs/invoices.md'), 'utf8').replaceAll('\r', '')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(document)?.[1] ?? ''
const rules = ({ separator, decimalSign }: CsvFormat): string =>
  block('text').replace('separator    ,', `separator    ${separator}`).replace('mark .', `mark ${decimalSign}`)
const script = ({ separator, decimalSign }: CsvFormat): string =>
  block('python').replace(
    `SEPARATOR, DECIMAL_SIGN = ',', '.'`,
    `SEPARATOR, DECIMAL_SIGN = '${separator}', '${decimalSign}'`
  )

const INVOICES: Partial<Invoice>[] = [
  { number: '00123', state: 'settled', issuedDay: '2026-10-01', paidAt: '2026-10-12', total: '119.00', taxes: '19.00' },
  { number: '1E5', state: 'open', issuedDay: '2026-10-02', dueDay: '2026-10-16', total: '1234567.5' },
  { number: '"x"; 1, y', state: 'credit', issuedDay: '2026-10-03', total: '11.90', taxes: '1.90' },
  { number: 'D-1', state: 'unknown', issuedDay: '2026-10-04', total: '7.00', currency: 'USDT' },
  { number: 'N-1', state: 'open', issuedDay: null, total: '5.00' },
  { number: 'N-2', state: 'open', issuedDay: '2026-10-05', total: null }
]

function csvOf(invoices: readonly Partial<Invoice>[], format: CsvFormat, supplier = 'Acme, "Hosting"'): string {
  const { header, row } = accountingTable(format)
  const rows = invoices.map((facts, at) => invoice(`key-${at}`, { currency: 'EUR', ...facts }))
  return header + rows.map((one) => row({ invoice: one, account: 'Work', supplier, pdf: `${one.key}.pdf` })).join('')
}

describe.skipIf(!hasHledger)('hledger, which may not be installed', () => {
  test.each(FORMATS)('books what can be booked, with %s', (_name, format) => {
    const csv = save('hledger.csv', csvOf(INVOICES, format))
    const rulesFile = save('portside.rules', rules(format))
    const hledger = (...command: string[]): string =>
      execFileSync('hledger', ['-f', csv, '--rules-file', rulesFile, ...command], { encoding: 'utf8' })
    const journal = hledger('print')
    expect(journal.match(/^2026.*\)/gm)).toEqual([
      '2026-10-01 (00123)',
      '2026-10-02 (1E5)',
      '2026-10-03 ("x"; 1, y)',
      '2026-10-04 ! (D-1)'
    ])
    const balances = hledger('balance', '--no-total', '--output-format', 'csv').replaceAll('"', '')
    const totals = balances.trim().split(/\r?\n/).slice(1)
    expect(totals.map((line) => line.replaceAll(/(\d),(?=\d)/g, '$1.'))).toEqual([
      'assets:vat,17.10 EUR',
      'expenses:services,1234657.50 EUR, 7.00 USDT',
      'liabilities:payable,-1234674.60 EUR, -7.00 USDT'
    ])
  })
})

describe.skipIf(!hasPython)('Python, which may not be installed', () => {
  const run = (source: string, ...args: string[]): { stdout: string; stderr: string } =>
    spawnSync('python3', [save('program.py', source), ...args], { encoding: 'utf8', maxBuffer: 100_000_000 })

  test.each(FORMATS)('makes a Beancount file, with %s', (_name, format) => {
    const { stdout, stderr } = run(script(format), save('beancount.csv', csvOf(INVOICES, format)))
    expect(stderr.trim().split(/\r?\n/)).toEqual(['Left out: N-1', 'Left out: N-2'])
    const entries = stdout.replaceAll('\r', '')
    expect(entries.match(/^2026.*$/gm)).toEqual([
      '2026-10-01 * "Acme, \\"Hosting\\"" "00123"',
      '2026-10-02 * "Acme, \\"Hosting\\"" "1E5"',
      '2026-10-03 * "Acme, \\"Hosting\\"" "\\"x\\"; 1, y"',
      '2026-10-04 ! "Acme, \\"Hosting\\"" "D-1"'
    ])
    expect(entries.match(/^ {2}(?:Liab|Assets).*$/gm)).toEqual([
      '  Liabilities:Payable -119.00 EUR',
      '  Assets:Vat 19.00 EUR',
      '  Liabilities:Payable -1234567.5 EUR',
      '  Liabilities:Payable 11.90 EUR',
      '  Assets:Vat -1.90 EUR',
      '  Liabilities:Payable -7.00 USDT'
    ])
  })

  test('reads back every cell, whatever is in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({
        unit: fc.constantFrom(',', ';', '"', "'", '\r', '\n', '\t', '=', '-', '\uFEFF', 'a', '1'),
        maxLength: 8
      })
    )
    const cells = fc.record({ text, amount: fc.constantFrom(null, '-1.50', '0.001') })
    const hostile = fc.sample(cells, { numRuns: 500, seed: 39 })
    const long = { text: `a,"b";\r\n`.repeat(20_000), amount: null }
    for (const format of [PLAIN_CSV, GERMAN]) {
      const { header, row } = csvTable<typeof long | (typeof hostile)[number]>(
        [
          ['Identifier', (one) => identifier(one.text)],
          ['Text', (one) => one.text],
          ['Amount', (one) => exact(one.amount)]
        ],
        format
      )
      const csv = header + [...hostile, long].map(row).join('')
      const program = [
        'import csv, json, sys',
        'csv.field_size_limit(2 ** 30)',
        `file = open(sys.argv[1], encoding='utf-8-sig', newline='')`,
        `print(json.dumps(list(csv.reader(file, delimiter='${format.separator}', strict=True))))`
      ]
      const { stdout } = run(program.join('\n'), save('hostile.csv', csv))
      expect(JSON.parse(stdout)).toEqual(parseCsv(csv.slice(1), format.separator))
    }
  })

  test.skipIf(!hasBeancount)('Beancount, which may not be installed, accepts the file', () => {
    const { stdout } = run(script(PLAIN_CSV), save('beancount.csv', csvOf(INVOICES, PLAIN_CSV)))
    const accounts = ['Liabilities:Payable', 'Expenses:Services', 'Assets:Vat']
    const ledger = accounts.map((account) => `2020-01-01 open ${account}\n`).join('')
    const checked = spawnSync('bean-check', [save('ledger.beancount', ledger + stdout)], { encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
  })
})
