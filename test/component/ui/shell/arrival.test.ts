/** Where the focus is after a sign-in, whose form is gone. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { row } from '../../catalogue/fixtures.ts'
import { fresh, bridge, line, opened, signedIn, signedOut } from './bridge.ts'
import { openPage } from './page.ts'

const rows = { rows: [row('p'), row('q')], matched: 2, total: 2, freshness: fresh }
const focused = (): string => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName ?? ''

async function signIn(): Promise<void> {
  const field = (): HTMLInputElement | null => document.querySelector('input[name="password"]')
  await expect.poll(field).not.toBe(null)
  await userEvent.fill(field() as HTMLInputElement, 'open sesame')
  await userEvent.keyboard('{Enter}')
}

test.each(['before', 'after'])('it is in the catalogue, whose products come %s it is shown', async (when) => {
  bridge.answer('session.state', { ...signedOut, previous: line().account })
  bridge.answer('session.signIn', signedIn())
  if (when === 'after') bridge.hold('catalogue.page')
  else bridge.answer('catalogue.page', rows)
  await openPage('/sign-in?from=/catalogue')
  await signIn()
  if (when === 'after') {
    await expect.poll(focused).toBe('H1')
    bridge.answer('catalogue.page', rows)
  }
  await expect.poll(focused).toBe('listbox')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toMatch(/-1$/)
})

test('it is in the view that one comes back to', async () => {
  bridge.answer('session.state', opened([line({}, 'refused')]))
  bridge.answer('session.signIn', signedIn())
  await openPage('/sign-in?again=a&from=/profile')
  await signIn()
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Profile')
  await expect.poll(focused).toBe('H1')
})

test('a start puts it nowhere', async () => {
  bridge.answer('catalogue.page', rows)
  await openPage('/catalogue')
  await expect.poll(() => document.querySelector('[role="listbox"]')).not.toBe(null)
  expect(document.activeElement).toBe(document.body)
})
