import { expect, test } from 'vitest'
import fc from 'fast-check'
import { decimalOf, timeOf, webAddressOf } from '../../../../src/main/provider/readers/read-scalars.ts'
import { isDecimal } from '../../../../src/shared/models/decimal.ts'

test.each([
  [12, '12'],
  [12.5, '12.5'],
  [-130.1, '-130.1'],
  [0, '0'],
  [-0, '0'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-8, '-0.0000000125'],
  [1e23, '100000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [1e31, null],
  [5e-324, null],
  ['12.50', '12.50'],
  [' 0012.50 ', '12.50'],
  ['+3', '3'],
  ['-0.00', '0.00'],
  ['12,50', null],
  ['1e5', null],
  ['€5', null],
  ['', null],
  [Infinity, null],
  [true, null],
  [null, null]
])('amount %j is %j', (given, decimal) => {
  expect(decimalOf(given)).toBe(decimal)
})

test('whatever is read is an exact decimal, and a number keeps its value', () => {
  fc.assert(
    fc.property(fc.oneof(fc.double(), fc.integer(), fc.string()), (given) => {
      const read = decimalOf(given)
      if (read === null) return
      expect(isDecimal(read)).toBe(true)
      if (typeof given === 'number' && Math.abs(given) > 1e-6) expect(Number(read)).toBe(given)
    })
  )
})

test.each([
  ['2026-11-05', '2026-11-05'],
  ['2026-11-05T10:00:00', '2026-11-05T10:00:00'],
  ['2026-11-05 10:00:00', '2026-11-05T10:00:00'],
  ['2026-11-05T10:00:00.1234567Z', '2026-11-05T10:00:00.1234567Z'],
  ['2026-11-05T10:00:00+02:00', '2026-11-05T10:00:00+02:00'],
  [1_762_336_800, '2025-11-05T10:00:00.000Z'],
  [1_762_336_800_000, '2025-11-05T10:00:00.000Z'],
  ['1762336800', '2025-11-05T10:00:00.000Z'],
  ['/Date(1762336800000)/', '2025-11-05T10:00:00.000Z'],
  ['/Date(1762336800000-0530)/', '2025-11-05T04:30:00.000-05:30'],
  ['/Date(1762336800000+02)/', '2025-11-05T12:00:00.000+02:00'],
  ['/Date(5)/', null],
  ['0001-01-01T00:00:00', null],
  ['2026-13-45', null],
  ['1999-12-31', null],
  ['2569-11-05T10:00:00Z', null],
  ['1448-05-21', null],
  ['2100-01-01', null],
  [4_102_444_800, null],
  ['/Date(253402300799000)/', null],
  ['2099-12-31', '2099-12-31'],
  ['05/11/2026', null],
  ['soon', null],
  [5, null],
  [1e20, null],
  [Number.NaN, null],
  [null, null],
  [{}, null]
])('time %j is %j', (given, time) => {
  expect(timeOf(given)).toBe(time)
})

test.each([
  ['https://pay.example.com/1?a=b', 'https://pay.example.com/1?a=b'],
  ['http://pay.example.com/1', null],
  ['https://u:p@pay.example.com/1', null],
  ['/relative', null],
  ['data:text/html,x', null],
  [`https://pay.example.com/${'a'.repeat(5000)}`, null],
  ['https://pay.example.com/?k=abc\ndef', null],
  [5, null]
])('address %.40j is %j', (given, address) => {
  expect(webAddressOf(given)).toBe(address)
})
