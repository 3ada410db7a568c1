import { expect, test } from 'vitest'
import { toSystemText } from '../../../src/main/desktop/notifications.ts'

const notice = {
  title: 'R&D <b>\u202Eowt\u0007\uFFFE\uD800 1',
  body: 'INV-1 \u009B2J<img src="https://a.example/?x&y"> \u{1FFFE}'
}

test('replaces invisible characters and noncharacters by blanks', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const { title, body } = toSystemText(notice, platform)
    expect(title).toBe('R&D <b> owt  1')
    expect(body).not.toMatch(/\p{C}/u)
  }
})

test('preserves joined letters and emoji', () => {
  const title = 'می\u200Cخواهم 👩\u200D💻 क्\u200Dष'
  expect(toSystemText({ title, body: title }, 'linux')).toEqual({ title, body: title })
})

test('escapes markup in the body on Linux', () => {
  expect(toSystemText(notice, 'linux').body).toBe('INV-1  2J&lt;img src="https://a.example/?x&amp;y"&gt;  ')
  expect(toSystemText(notice, 'win32').body).toBe('INV-1  2J<img src="https://a.example/?x&y">  ')
  expect(toSystemText({ title: '', body: '&lt;' }, 'linux').body).toBe('&amp;lt;')
})
