import { describe, expect, it } from 'vitest'
import { tableText, type TextColumn } from '../../../src/main/cli/table.ts'

const NUMBERS: TextColumn = { heading: 'Number', cells: ['R-2026-000001', 'R-2'], least: 8 }
const ISSUED: TextColumn = { heading: 'Issued', cells: ['2026-11-01', '2026-10-01'], leaves: 1 }
const TOTALS: TextColumn = { heading: 'Total', cells: ['€1,234.50', '€2.00'], isRight: true }
const COLUMNS = [NUMBERS, ISSUED, TOTALS]

/** Places of a line in which each letter takes one. */
const widest = (text: string): number => Math.max(...text.split('\n').map((line) => [...line].length))
const cell = (text: string, width: number | null = null): string =>
  (tableText([{ heading: 'H', cells: [text], least: 5 }], width).split('\n')[1] ?? '').replace(/^H: /, '')

describe('a table', () => {
  it('has columns as wide as their widest cell, and no blanks at the end of a line', () => {
    expect(tableText(COLUMNS, null)).toBe(
      'Number         Issued          Total\nR-2026-000001  2026-11-01  €1,234.50\nR-2            2026-10-01      €2.00\n'
    )
  })

  it('cuts what may be cut, then leaves columns out, and never cuts an amount', () => {
    expect(tableText(COLUMNS, 33)).toContain('R-2026-00…  2026-11-01  €1,234.50\n')
    expect(tableText(COLUMNS, 28)).toBe(
      'Number             Total\nR-2026-000001  €1,234.50\nR-2                €2.00\n'
    )
    for (let width = 19; width < 60; width += 1) expect(widest(tableText(COLUMNS, width))).toBeLessThanOrEqual(width)
  })

  it('is a list where nothing fits', () => {
    expect(tableText(COLUMNS, 12)).toBe(
      'Number: R-2026-000001\nIssued: 2026-11-01\nTotal: €1,234.50\n\nNumber: R-2\nIssued: 2026-10-01\nTotal: €2.00\n'
    )
  })

  it('leaves out a column without any cell', () => {
    expect(tableText([...COLUMNS, { heading: 'Due', cells: ['', ''] }], null)).not.toContain('Due')
  })

  it.each([
    ['東京', 4],
    ['ｶﾅ', 2],
    ['ＡＢ', 4],
    ['한국', 4],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['क्षि', 3],
    ['नि', 2],
    ['हिन्दी', 5],
    ['नि\u200dर्\u200c', 3],
    ['ที่', 1],
    ['น้ำ', 2],
    ['ราคา', 4],
    ['தமி', 3],
    ['각', 2],
    ['\u1100\u1161\u11a8', 2],
    ['が', 2],
    ['か\u3099', 2],
    ['🇩🇪', 2],
    ['👩🏽', 2],
    ['1️⃣', 2],
    ['#\u20e3', 1],
    ['🏳️‍🌈', 2],
    ['👁\u200d🗨', 2],
    ['☺', 1],
    ['サーバー', 8],
    ['㈱', 2],
    ['・', 2],
    ['﹏', 2],
    ['ﾊﾝｶｸ', 4],
    ['㉈', 1],
    ['👨‍👩‍👧‍👦', 2],
    ['🇩🇪🇫🇷', 4],
    ['ກຳ', 2],
    ['ক্ষি', 3]
  ])('%s has %i places', (text, places) => {
    const table = tableText(
      [
        { heading: '', cells: [text, 'x'.repeat(9)] },
        { heading: '', cells: ['|', '|'] }
      ],
      null
    )
    expect(table.split('\n')[1]).toBe(`${text}${' '.repeat(9 - places)}  |`)
  })

  it('cuts wide letters at a whole one', () => {
    expect(cell('東京東京東京', 6)).toBe('東京…')
    expect(cell('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…')
  })
})

describe('a hostile cell', () => {
  it('has no character that acts on a terminal or turns the text', () => {
    expect(cell('\u001b]0;title\u0007\u001b[2Jred\u009b31m\r\n\u202eR\u2066-\u200f1\u2028x')).toBe(
      ']0;title [2Jred 31m R - 1 x'
    )
  })

  it('of a megabyte is cut, also without a terminal', () => {
    expect([...cell('9'.repeat(1_000_000))]).toHaveLength(100)
    expect([...cell(`a${'\u0301'.repeat(1_000_000)}`)].length).toBeLessThan(1100)
  })
})
