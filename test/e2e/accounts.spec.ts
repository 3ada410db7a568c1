/** Several accounts, each with its own data and errors. */
import type { Page } from '@playwright/test'
import { expect, shareApp, test } from './fixtures.ts'
import { startProvider, type Provider } from './provider.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  accounts,
  signIn: session,
  ui: { notice, shell },
  accounts: { standing }
} = words

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

/** North by password, then south by API key, which is shown after that. */
async function signInBoth(page: Page): Promise<void> {
  await ui.signInAt(page, north)
  await ui.addAccount(page, south, 'apiKey')
  await ui.pickOne(page)
  await expect(ui.accountInRail(page, south.person)).toBeVisible()
}

async function seeAllOf(page: Page, provider: Provider, other: Provider): Promise<void> {
  const seen: string[] = []
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page)).toHaveText([new RegExp(provider.product)])
  seen.push(await ui.contentOf(page))
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
  seen.push(await ui.contentOf(page))
  await ui.goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: provider.person })).toBeVisible()
  seen.push(await ui.contentOf(page))
  for (const secret of [other.product, other.invoice, other.contact]) expect(seen.join('\n')).not.toContain(secret)
}

const shared = shareApp(({ page }) => signInBoth(page))
test.beforeEach(async () => {
  const { page } = shared
  const isOpen = ui.accountInRail(page, south.person)
  await expect(isOpen.or(ui.railAccount(page, south.person))).toBeVisible()
  if (!(await isOpen.isVisible())) await ui.switchTo(page, south.person)
  await ui.settled(page)
  for (const { requests } of [north, south]) requests.length = 0
})

test('each account shows its own data, asks its own provider with its own token, and switching sends no sign-in', async () => {
  const { page } = shared
  await seeAllOf(page, south, north)
  await ui.goTo(page, 'invoices')
  await ui.invoiceRows(page).first().click()
  await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(south.invoice)
  // The view stays, the other account's data go.
  await ui.switchTo(page, north.person)
  await expect(ui.invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
  await expect(page.getByText(south.invoice)).toHaveCount(0)
  await ui.fetchAnew(page)
  await seeAllOf(page, north, south)
  await ui.switchTo(page, south.person)
  await ui.fetchAnew(page)
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
  await ui.switchTo(page, north.person)
  await expect(ui.products(page)).toHaveText([new RegExp(north.product)])
  await ui.refreshAll(page)
  await ui.seeStatus(page, 'unreached')
  await ui.switchTo(page, south.person)
  await ui.fetchAnew(page)
  await seeAllOf(page, south, north)
  await north.restart()
})

test('refusing, signing out, erasing, removing and adding one account leaves the other unchanged', async () => {
  const { page } = shared
  const accept = north.refuseAll()
  await ui.switchTo(page, north.person)
  await ui.refreshAll(page)
  await expect(ui.notices(page)).toContainText(say(notice.refused, { host: north.host }))
  await ui.switchTo(page, south.person)
  await ui.settled(page)
  await expect(ui.notices(page).getByRole('status')).toHaveCount(0)
  await seeAllOf(page, south, north)
  // The other account shows its own error, and still has its data.
  await expect(ui.railAccount(page, north.person)).toHaveAccessibleName(
    new RegExp(say(standing.state.refused, { host: north.host }))
  )
  await ui.railAccount(page, north.person).click()
  await seeAllOf(page, north, south)
  accept()
  await ui.signInAgain(page, north)
  await expect(ui.notices(page).getByRole('status')).toHaveCount(0)
  await ui.settled(page)

  // Signed out with its data kept, it has that again at once.
  await ui.switchTo(page, south.person)
  await ui.signOut(page, 'keep')
  await expect(ui.accountInRail(page, north.person)).toBeVisible()
  const rail = page.getByRole('navigation', { name: shell.rail })
  await rail.getByRole('button', { name: say(standing.signIn, { label: south.person }) }).click()
  await expect(ui.title(page, session.again)).toBeVisible()
  await expect(ui.field.address(page)).toHaveValue(south.baseUrl)
  await ui.field.token(page).fill(south.apiKey)
  // With nothing but the sign-in answered, the invoices that are seen are those that were kept.
  const answer = south.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await page.keyboard.press('Enter')
  await expect(ui.accountInRail(page, south.person)).toBeVisible()
  await ui.goTo(page, 'invoices')
  await expect(ui.invoiceRows(page)).toHaveText([new RegExp(south.invoice)])
  await ui.toAccounts(page)
  await expect(ui.accountRows(page)).toHaveCount(2)
  answer()

  // Signed out with its data erased, it has nothing left.
  await ui.signOut(page, 'erase')
  await expect(ui.accountInRail(page, north.person)).toBeVisible()
  await seeAllOf(page, north, south)
  await expect(page.getByRole('navigation', { name: shell.rail })).not.toContainText(south.person)
  await ui.toAccounts(page)
  await expect(ui.accountRows(page)).toHaveCount(1)

  // Removed, it is gone, and can be added again.
  await ui.addAccount(page, south, 'apiKey')
  await ui.toAccounts(page)
  await ui.removeAccount(page, north.person)
  await expect(ui.accountRows(page)).toHaveCount(1)
  await expect(ui.railAccount(page, north.person)).toHaveCount(0)
  await expect(ui.accountInRail(page, south.person)).toBeVisible()
  await ui.addAccount(page, north)
  await seeAllOf(page, north, south)

  // The last one removed leads to the first screen.
  for (const provider of [south, north]) {
    await ui.toAccounts(page)
    await ui.removeAccount(page, provider.person)
  }
  await expect(ui.title(page, session.title)).toBeVisible()
  await expect(ui.field.email(page)).toHaveValue('')

  // The sample is one account among others, and the same person at the same provider is the same account.
  await ui.explore(page)
  await ui.addAccount(page, north)
  await ui.addAccount(page, north)
  await ui.toAccounts(page)
  await expect(ui.accountRows(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(ui.statusBar(page)).toContainText(shell.status.sample)

  await ui.startOver(shared)
  await signInBoth(page)
})

// The last test: it ends the shared app.
test('names, order and the account shown survive a restart without a sign-in', async ({ launch }) => {
  const { app: first, page, profileDir } = shared
  await ui.toAccounts(page)
  await ui.chooseOf(page, north.person, accounts.rename)
  const name = page.getByLabel(accounts.name, { exact: true })
  await expect(name).toBeFocused()
  await name.fill('Northern lights')
  await page.keyboard.press('Enter')
  await expect(ui.accountRows(page).first()).toContainText('Northern lights')
  await expect(ui.railAccount(page, 'Northern lights')).toBeVisible()

  const up = ui.button(page, say(accounts.up, { label: south.person }))
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(ui.accountRows(page).first()).toContainText(south.person)
  await page.keyboard.press('Control+Shift+Digit2')
  await expect(ui.accountInRail(page, 'Northern lights')).toBeVisible()
  // What the API says of itself does not change the user's own name for it.
  await ui.fetchAnew(page)
  await expect(ui.accountInRail(page, 'Northern lights')).toBeVisible()
  await first.quit()
  for (const { requests } of [north, south]) requests.length = 0

  const second = await launch({ profileDir })
  await expect(ui.accountInRail(second.page, 'Northern lights')).toBeVisible()
  await ui.goTo(second.page, 'catalogue')
  await expect(ui.products(second.page)).toHaveText([new RegExp(north.product)])
  await ui.settled(second.page)
  // Before the other one is opened, its invoices alone are asked for, in the background.
  expect(south.requests.filter(({ path }) => path !== '/v3/invoices')).toEqual([])
  await ui.toAccounts(second.page)
  await expect(ui.accountRows(second.page).nth(0)).toContainText(south.person)
  await expect(ui.accountRows(second.page).nth(1)).toContainText('Northern lights')
  await ui.switchTo(second.page, south.person)
  await ui.settled(second.page)
  await seeAllOf(second.page, south, north)
  expect([...north.requests, ...south.requests].filter(({ method }) => method === 'POST')).toEqual([])
})
