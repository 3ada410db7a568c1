/** Ctrl+C on what the page shows: what could run where it is pasted goes through main's clipboard. */
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { bridge, fresh } from './shell/bridge.ts'
import { button, openPage } from './shell/page.ts'

const PASTE_END = '\u001b[201~'

beforeEach(() => {
  bridge.answer('app.copyText', null)
})
const copied = (): unknown[] => bridge.asked('app.copyText')
/** Events that Chromium would go on with. */
let native: number
async function open(person: Record<string, string>): Promise<HTMLElement[]> {
  const fields = Object.entries(person).map(([name, value]) => ({ name, value }))
  const groups = { person: fields, address: [], company: [], account: [], other: [] }
  const profile = { title: null, email: null, groups, dropped: 0 }
  bridge.answer('profile.read', { profile, freshness: fresh })
  await openPage('/profile')
  await expect.poll(() => document.querySelectorAll('dd').length).toBe(Object.keys(person).length)
  native = 0
  return [...document.querySelectorAll('dd')]
}
async function copyFrom(first: Node, last: Node): Promise<void> {
  const heard = (event: Event): void => void (native += event.defaultPrevented ? 0 : 1)
  window.addEventListener('copy', heard)
  window.getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
  await userEvent.keyboard('{Control>}c{/Control}')
  window.removeEventListener('copy', heard)
}

test('one value with control characters', async () => {
  const [value] = await open({ telegram: `ada${PASTE_END}\u009bx` })
  const text = value!.querySelector('bdi')!
  await copyFrom(text, text)
  await expect.poll(copied).toEqual([{ text: `ada${PASTE_END}\u009bx` }])
  expect(native).toBe(0)
})

test('several values are rows, because a spreadsheet would take the HTML', async () => {
  const [first, last] = await open({ telegram: '=1+1', skype: 'b' })
  await copyFrom(first!, last!)
  await expect.poll(copied).toHaveLength(1)
  const [{ rows }] = copied() as [{ rows: string[][] }]
  expect(rows.flat()).toEqual(expect.arrayContaining(['=1+1', 'b']))
  expect(native).toBe(0)
})

test('other text is Chromium’s to copy, with its look', async () => {
  const [value] = await open({ telegram: 'ada' })
  const text = value!.querySelector('bdi')!
  await copyFrom(text, text)
  expect([copied(), native]).toEqual([[], 1])
})

test('a button copies one value as one line', async () => {
  await open({ email: `ada@example.com\n${PASTE_END}` })
  await userEvent.click(button('Copy Email'))
  await expect.poll(copied).toEqual([{ lines: [`ada@example.com\n${PASTE_END}`] }])
})
