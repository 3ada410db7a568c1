import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsOf } from '../../../../src/main/app/notifications/invoice-news.ts'
import { invoice } from '../../../support/ports.ts'

const TODAY = '2026-11-20'
const kinds = (one: ReturnType<typeof invoice>, dueSoonDays = 3): string[] =>
  eventsOf(one, TODAY, dueSoonDays).map(({ kind }) => kind)

describe('dues', () => {
  test.each([
    ['2026-11-19', 'overdue'],
    ['2026-11-20', 'dueSoon'],
    ['2026-11-23', 'dueSoon'],
    ['2026-11-24', undefined]
  ])('an open invoice that is due on %s: %s', (dueDay, expected) => {
    const [first] = kinds(invoice('a', { dueDay, dueBy: 'provider' }))
    expect(first).toBe(expected ?? 'new')
  })

  test.each([
    [0, '2026-11-20', 'dueSoon'],
    [0, '2026-11-21', 'new'],
    [60, '2027-01-19', 'dueSoon'],
    [60, '2027-01-20', 'new']
  ])('with a threshold of %i days, an invoice that is due on %s: %s', (dueSoonDays, dueDay, expected) => {
    expect(kinds(invoice('a', { dueDay, dueBy: 'provider' }), dueSoonDays)[0]).toBe(expected)
  })

  test.each(['settled', 'void', 'credit', 'unknown'] as const)('creates no due event for a %s invoice', (state) => {
    expect(kinds(invoice('a', { state, dueDay: '2026-11-01', dueBy: 'provider' }))).toEqual(['new', 'changed'])
  })

  test('without a due day, age alone makes nothing due', () => {
    expect(kinds(invoice('a', { issuedDay: '2019-01-01', dueDay: null }))).toEqual(['new', 'changed'])
  })

  test('another due day is another fact', () => {
    const ids = ['2026-11-18', '2026-11-19'].map(
      (dueDay) => eventsOf(invoice('a', { dueDay, dueBy: 'provider' }), TODAY, 3)[0]?.eventIds
    )
    expect(ids[0]).not.toEqual(ids[1])
  })
})

test('no two invoices share a fact, whatever their keys and words are', () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 6 })
  fc.assert(
    fc.property(word, word, word, word, (key, status, otherKey, otherStatus) => {
      fc.pre(key !== otherKey)
      const ids = (of: string, providerStatus: string): string[] =>
        eventsOf(invoice(of, { providerStatus, dueDay: '2026-11-01', dueBy: 'provider' }), TODAY, 3).flatMap(
          (event) => event.eventIds
        )
      const mine = new Set(ids(key, status))
      expect(ids(otherKey, otherStatus).filter((id) => mine.has(id))).toEqual([])
    })
  )
})
