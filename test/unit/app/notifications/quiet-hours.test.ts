import { expect, test } from 'vitest'
import { quietFor } from '../../../../src/main/app/notifications/notification-gate.ts'

const at = (time: string): Date => new Date(`2026-11-20T${time}:00`)
const hours = (from: string, to: string) => {
  const minute = (time: string): number => {
    const [hour, rest] = time.split(':').map(Number)
    return (hour ?? 0) * 60 + (rest ?? 0)
  }
  return { from: minute(from), to: minute(to) }
}

test.each([
  ['22:00', '07:00', '21:59', null],
  ['22:00', '07:00', '22:00', 540],
  ['22:00', '07:00', '00:00', 420],
  ['22:00', '07:00', '06:59', 1],
  ['22:00', '07:00', '07:00', null],
  ['12:00', '13:30', '11:59', null],
  ['12:00', '13:30', '12:30', 60],
  ['12:00', '13:30', '13:30', null],
  ['08:00', '08:00', '08:00', null]
])('from %s to %s, at %s: %s minutes', (from, to, now, expected) => {
  expect(quietFor(hours(from, to), at(now))).toBe(expected)
})

test('never without hours', () => {
  expect(quietFor(null, at('03:00'))).toBeNull()
})
