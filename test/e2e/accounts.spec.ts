/** Several accounts, each with its own data and errors. */
import type { Page } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import {
  accountRows,
  addAccount,
  chooseOf,
  contentOf,
  explore,
  fetchAnew,
  field,
  goTo,
  invoiceRows,
  notices,
  openAccount,
  products,
  railAccount,
  refreshAll,
  settled,
  signInAt,
  signOut,
  startOver,
  statusBar,
  switchTo,
  title,
  toAccounts
} from './walk.ts'
import { say, words } from './words.ts'

const { accounts, notice, session, shell, standing } = words

/** The two write nothing alike, so a search shows whether the one is in the other's pages. */
const NORTH = 'Nordlichtkai'
const SOUTH = 'Suedwindhaus'

let north: Provider
let south: Provider
test.beforeAll(async () => {
  north = await startProvider({ name: NORTH })
  south = await startProvider({ name: SOUTH })
})
test.afterAll(async () => {
  await north.stop()
  await south.stop()
})

/** North by password, then south by API key, which is open after that. */
async function signInBoth(page: Page): Promise<void> {
  await signInAt(page, north)
  await addAccount(page, south, 'apiKey')
  await expect(openAccount(page, south.email)).toBeVisible()
}

async function seeAllOf(page: Page, provider: Provider, other: Provider): Promise<void> {
  const seen: string[] = []
  await goTo(page, 'catalogue')
  await expect(products(page)).toHaveText([new RegExp(provider.product)])
  seen.push(await contentOf(page))
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  seen.push(await contentOf(page))
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
  seen.push(await contentOf(page))
  for (const secret of [other.product, other.invoice, other.person]) expect(seen.join('\n')).not.toContain(secret)
}

const shared = shareApp(({ page }) => signInBoth(page))
test.beforeEach(async () => {
  const { page } = shared
  const isOpen = openAccount(page, south.email)
  await expect(isOpen.or(railAccount(page, south.email))).toBeVisible()
  if (!(await isOpen.isVisible())) await switchTo(page, south.email)
  await settled(page)
  for (const { requests } of [north, south]) requests.length = 0
})

test('each account shows its own data, asks its own provider with its own token, and switching sends no sign-in', async () => {
  const { page } = shared
  await seeAllOf(page, south, north)
  await goTo(page, 'invoices')
  await invoiceRows(page).first().click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText(south.invoice)
  // The view stays, the other account's data go.
  await switchTo(page, north.email)
  await expect(invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
  await expect(page.getByText(south.invoice)).toHaveCount(0)
  await fetchAnew(page)
  await seeAllOf(page, north, south)
  await switchTo(page, south.email)
  await fetchAnew(page)
  await seeAllOf(page, south, north)
  const requests = [...north.requests, ...south.requests]
  expect(requests.map(({ method }) => method)).not.toContain('POST')
  const tokens = (provider: Provider): Set<string> =>
    new Set(provider.requests.flatMap(({ headers }) => headers['authorization'] ?? []))
  expect(tokens(north)).toEqual(new Set([`Bearer ${north.token}`]))
  expect(tokens(south)).toEqual(new Set([`Bearer ${south.apiKey}`]))
})

test('an unreachable provider leaves the other account as it is', async () => {
  const { page } = shared
  await north.stop()
  await switchTo(page, north.email)
  await expect(products(page)).toHaveText([new RegExp(north.product)])
  await refreshAll(page)
  await expect(statusBar(page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await switchTo(page, south.email)
  await fetchAnew(page)
  await seeAllOf(page, south, north)
  await north.restart()
})

test('refusing, signing out, erasing, removing and adding one account leaves the other unchanged', async () => {
  const { page } = shared
  const accept = north.refuseAll()
  await switchTo(page, north.email)
  await refreshAll(page)
  await expect(notices(page)).toContainText(say(notice.refused, { host: north.host }))
  await switchTo(page, south.email)
  await settled(page)
  await expect(notices(page).getByRole('status')).toHaveCount(0)
  await seeAllOf(page, south, north)
  // The other account shows its own error, and still has its data.
  await expect(railAccount(page, north.email)).toHaveAccessibleName(
    new RegExp(say(standing.state.refused, { host: north.host }))
  )
  await railAccount(page, north.email).click()
  await seeAllOf(page, north, south)
  accept()
  await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
  await field.password(page).fill(north.password)
  await page.keyboard.press('Enter')
  await expect(notices(page).getByRole('status')).toHaveCount(0)
  await settled(page)

  // Signed out with its data kept, it has that again at once.
  await switchTo(page, south.email)
  await signOut(page, 'keep')
  await expect(openAccount(page, north.email)).toBeVisible()
  await page.getByRole('button', { name: say(standing.signIn, { label: south.email }) }).click()
  await expect(title(page, session.again)).toBeVisible()
  await expect(field.address(page)).toHaveValue(south.baseAddress)
  await field.token(page).fill(south.apiKey)
  // With nothing but the sign-in answered, the invoices that are seen are those that were kept.
  const answer = south.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await page.keyboard.press('Enter')
  await expect(openAccount(page, south.email)).toBeVisible()
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(south.invoice)])
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(2)
  answer()

  // Signed out with its data erased, it has nothing left.
  await signOut(page, 'erase')
  await expect(openAccount(page, north.email)).toBeVisible()
  await seeAllOf(page, north, south)
  await expect(page.getByRole('navigation', { name: shell.rail })).not.toContainText(south.email)
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(1)

  // Removed, it is gone, and can be added again.
  await addAccount(page, south, 'apiKey')
  await toAccounts(page)
  await remove(page, north)
  await expect(accountRows(page)).toHaveCount(1)
  await expect(railAccount(page, north.email)).toHaveCount(0)
  await expect(openAccount(page, south.email)).toBeVisible()
  await addAccount(page, north)
  await seeAllOf(page, north, south)

  // The last one removed leads to the first screen.
  for (const provider of [south, north]) {
    await toAccounts(page)
    await remove(page, provider)
  }
  await expect(title(page, session.title)).toBeVisible()
  await expect(field.email(page)).toHaveValue('')

  // The sample is one account among others, and the same person at the same provider is the same account.
  await explore(page)
  await addAccount(page, north)
  await addAccount(page, north)
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(statusBar(page)).toContainText(shell.status.sample)

  await startOver(shared)
  await signInBoth(page)
})

// The last test: it ends the shared app.
test('names, order and the open account survive a restart without a sign-in', async ({ launch }) => {
  const { app: first, page, profileDir } = shared
  await toAccounts(page)
  await chooseOf(page, north.email, accounts.rename)
  const name = page.getByLabel(accounts.name, { exact: true })
  await expect(name).toBeFocused()
  await name.fill('Northern lights')
  await page.keyboard.press('Enter')
  await expect(accountRows(page).first()).toContainText('Northern lights')
  await expect(railAccount(page, 'Northern lights')).toBeVisible()

  const up = page.getByRole('button', { name: say(accounts.up, { label: south.email }), exact: true })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(accountRows(page).first()).toContainText(south.email)
  await page.keyboard.press('Control+Shift+Digit2')
  await expect(openAccount(page, 'Northern lights')).toBeVisible()
  // What the API says of itself does not change the person's own name for it.
  await fetchAnew(page)
  await expect(openAccount(page, 'Northern lights')).toBeVisible()
  await first.quit()
  for (const { requests } of [north, south]) requests.length = 0

  const second = await launch({ profileDir })
  await expect(openAccount(second.page, 'Northern lights')).toBeVisible()
  await expect(products(second.page)).toHaveText([new RegExp(north.product)])
  await settled(second.page)
  // Before the other one is opened, its invoices alone are asked for, in the background.
  expect(south.requests.filter(({ path }) => path !== '/v3/invoices')).toEqual([])
  await toAccounts(second.page)
  await expect(accountRows(second.page).nth(0)).toContainText(south.email)
  await expect(accountRows(second.page).nth(1)).toContainText('Northern lights')
  await switchTo(second.page, south.email)
  await settled(second.page)
  await seeAllOf(second.page, south, north)
  expect([...north.requests, ...south.requests].filter(({ method }) => method === 'POST')).toEqual([])
})

async function remove(page: Page, provider: Provider): Promise<void> {
  await chooseOf(page, provider.email, accounts.remove)
  const dialog = page.getByRole('dialog', { name: say(accounts.removeTitle, { label: provider.email }) })
  await dialog.getByRole('button', { name: accounts.removeAction, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}
