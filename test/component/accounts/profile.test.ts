/** The profile as cards. */
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ProfileView } from '../../../src/shared/models/profile.ts'
import { bridge, fresh } from '../ui/shell/bridge.ts'
import { axeFindings, button, openPage } from '../ui/shell/page.ts'

type Fields = ProfileView['groups']['other']
const fields = (values: Record<string, string | number | boolean>): Fields =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const NOTHING = { person: [], address: [], company: [], account: [], other: [] }
const ADDRESS = fields({ address: '1 Quay Street', zipCode: '8008', city: 'Zürich', country: 'Switzerland' })

async function open(profile: Partial<ProfileView>): Promise<void> {
  const view = { title: null, email: null, groups: NOTHING, dropped: 0, ...profile }
  bridge.answer('profile.read', { profile: view, freshness: fresh })
  await openPage('/profile')
  await expect.poll(() => document.querySelector('.sheet')).not.toBe(null)
}
const cards = (): (string | null)[] =>
  [...document.querySelectorAll('section[aria-label]')].map((one) => one.getAttribute('aria-label'))
const card = (title: string): HTMLElement => document.querySelector(`section[aria-label="${title}"]`)!
const rows = (title: string): string[] => [...card(title).querySelectorAll('dt')].map((one) => one.textContent)
const copied = (): unknown[] => bridge.asked('app.copyText')

beforeEach(() => {
  bridge.answer('app.copyText', null)
})

test('shows a card per group that has a value, and repeats neither the name nor the email', async () => {
  const person = fields({ fullName: 'Ada Byron', userName: 'ada@example.com', email: 'ada@example.com', telegram: ' ' })
  await open({ title: 'Ada Byron', email: 'ada@example.com', groups: { ...NOTHING, person, address: ADDRESS } })
  expect(cards()).toEqual(['You', 'Address'])
  expect(document.querySelector('h2')?.textContent).toBe('Ada Byron')
  expect(rows('You')).toEqual(['Email'])
  expect(await axeFindings()).toEqual([])
})

test.each([
  ['You', 'Copy Email', 'ada@example.com'],
  ['Company', 'Copy Company', 'Byron & Co.'],
  ['Company', 'Copy VAT number', 'DE123456789'],
  ['Address', 'Copy Postal address', '1 Quay Street\n8008 Zürich\nSwitzerland'],
  ['Account', 'Copy Customer ID', 'cus_1']
])('in the card “%s”, “%s” copies %j', async (title, name, text) => {
  const person = fields({ email: 'ada@example.com' })
  const company = fields({ companyName: 'Byron & Co.', companyVatNumber: 'DE123456789' })
  await open({ groups: { ...NOTHING, person, company, address: ADDRESS, account: fields({ customerId: 'cus_1' }) } })
  await userEvent.click(button(name, card(title)))
  await expect.poll(copied).toEqual([{ lines: text.split('\n') }])
  await expect.poll(() => card(title).querySelector('[role="status"]:not(:empty)')?.textContent).toBe('Copied')
})

test.each([
  [{ amount: '-5.25', currency: 'USD' }, '-US$5.25'],
  [{ amount: '12', currency: null }, '12.00 (no currency)']
])('the money in the account %j is in the card “Account”', async (balance, text) => {
  await open({ balance, groups: { ...NOTHING, account: fields({ customerId: 'cus_1' }) } })
  expect(rows('Account')).toEqual(['Account balance', 'Customer ID'])
  expect(card('Account').querySelector('dd')?.textContent).toBe(text)
})

test('a clipboard that can’t be reached is told', async () => {
  await open({ groups: { ...NOTHING, person: fields({ email: 'ada@example.com' }) } })
  bridge.fail('app.copyText', { code: 'INTERNAL' })
  await userEvent.click(button('Copy Email'))
  await expect.poll(() => card('You').textContent).toContain('Couldn’t reach the clipboard.')
})

test('an address of one line stays one line', async () => {
  await open({ groups: { ...NOTHING, address: fields({ city: 'Zürich', country: ' ' }) } })
  expect(card('Address').querySelector('dd > bdi')?.textContent).toBe('Zürich')
})

test('fields without a group stay folded', async () => {
  await open({ title: 'Ada', groups: { ...NOTHING, other: fields({ cultureConcern: 'en-GB', flag: true }) } })
  expect(cards()).toEqual([])
  expect(document.querySelector('summary')?.textContent).toBe('2 other fields')
  expect(document.querySelector('details')?.open).toBe(false)
})

describe('a blocked account', () => {
  const first = (): string => document.querySelector('.sheet > :first-child')?.textContent ?? ''

  test('has the provider’s reason before all else', async () => {
    await open({ title: 'Ada', blocked: { reason: 'Two invoices are overdue.', since: '2026-05-03T10:00:00Z' } })
    expect(first()).toContain('Your account is blocked')
    expect(first()).toContain('“Two invoices are overdue.”')
    expect(first()).toMatch(/Blocked on 3 May 2026.*Contact your provider’s support\./)
    expect(await axeFindings()).toEqual([])
  })

  test('without reason and date says what to do', async () => {
    await open({ blocked: { reason: null, since: null } })
    expect(first()).toBe('Your account is blockedContact your provider’s support.')
  })
})

test('a profile without a value says so', async () => {
  const view = { title: null, email: null, groups: NOTHING, dropped: 0 }
  bridge.answer('profile.read', { profile: view, freshness: fresh })
  await openPage('/profile')
  await expect.poll(() => document.querySelector('main')?.textContent).toContain('The profile is empty')
})
