/** Several accounts, each with data and troubles of its own. */
import type { Page } from '@playwright/test'
import { expect, test, type Launch } from './fixtures.ts'
import { startFirm, type Firm } from './firm.ts'
import {
  accountRows,
  addAccount,
  chooseOf,
  contentOf,
  explore,
  field,
  goTo,
  invoiceRows,
  notices,
  openAccount,
  products,
  railAccount,
  refreshAll,
  settled,
  signIn,
  signInAt,
  signOut,
  statusBar,
  title,
  toAccounts
} from './walk.ts'
import { say, words } from './words.ts'

const { accounts, catalogue, notice, profile, session, shell, standing, tray } = words

/** What is written of the one is nowhere in the other's pages, so it is seen by a search. */
const NORTH = 'Nordlichtkai'
const SOUTH = 'Suedwindhaus'

const firms = test.extend<{ north: Firm; south: Firm }>({
  north: async ({}, use) => {
    const firm = await startFirm({ name: NORTH })
    await use(firm)
    await firm.stop()
  },
  south: async ({}, use) => {
    const firm = await startFirm({ name: SOUTH })
    await use(firm)
    await firm.stop()
  }
})

/** North by password, then south by API key, which is open after that. */
async function bothSignedIn(launch: Launch, north: Firm, south: Firm): ReturnType<Launch> {
  const app = await launch()
  await signInAt(app.page, north)
  await addAccount(app.page, south, 'apiKey')
  await expect(openAccount(app.page, south.email)).toBeVisible()
  return app
}

async function seeAllOf(page: Page, firm: Firm, other: Firm): Promise<void> {
  const seen: string[] = []
  await goTo(page, 'catalogue')
  await expect(products(page)).toHaveText([new RegExp(firm.product)])
  seen.push(await contentOf(page))
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(firm.invoice)])
  seen.push(await contentOf(page))
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { level: 2, name: firm.person })).toBeVisible()
  seen.push(await contentOf(page))
  for (const secret of [other.product, other.invoice, other.person]) expect(seen.join('\n')).not.toContain(secret)
}

firms('each shows its own, and switching asks for nothing', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  await seeAllOf(page, south, north)
  await goTo(page, 'catalogue')
  for (const { requests } of [north, south]) requests.length = 0

  await railAccount(page, north.email).click()
  await expect(openAccount(page, north.email)).toBeVisible()
  await seeAllOf(page, north, south)
  await railAccount(page, south.email).click()
  await seeAllOf(page, south, north)
  await settled(page)
  const methods = [north, south].flatMap(({ requests }) => requests.map(({ method }) => method))
  expect(methods).not.toContain('POST')
})

firms('each asks its own platform with its own token', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  await railAccount(page, north.email).click()
  await settled(page)
  await refreshAll(page)
  await settled(page)
  const tokens = ({ requests }: Firm): Set<string> =>
    new Set(requests.flatMap(({ headers }) => headers['authorization'] ?? []))
  expect(tokens(north)).toEqual(new Set([`Bearer ${north.token}`]))
  expect(tokens(south)).toEqual(new Set([`Bearer ${south.apiKey}`]))
})

firms('by shortcut, and by the tray', async ({ launch, north, south }) => {
  const app = await bothSignedIn(launch, north, south)
  const { page } = app
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(openAccount(page, north.email)).toBeVisible()
  await expect(products(page)).toHaveText([new RegExp(north.product)])
  await page.keyboard.press('Control+Shift+Digit2')
  await expect(products(page)).toHaveText([new RegExp(south.product)])

  await app.clickTray(tray.switchAccount, north.email)
  await expect(openAccount(page, north.email)).toBeVisible()
  await expect(products(page)).toHaveText([new RegExp(north.product)])
  const choices = async (): Promise<[label: string, checked: boolean][]> => {
    const items = (await app.tray())?.items ?? []
    const choice = items.find(({ label }) => label === tray.switchAccount)?.submenu ?? []
    return choice.map(({ label, checked }) => [label, checked])
  }
  await expect.poll(choices).toEqual([
    [north.email, true],
    [south.email, false]
  ])
})

firms('the view stays, and what belongs to one account does not', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  await goTo(page, 'invoices')
  await invoiceRows(page).first().click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText(south.invoice)
  await railAccount(page, north.email).click()
  await expect(invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
  await expect(page.getByText(south.invoice)).toHaveCount(0)
})

firms('the next launch opens the one that was open, and both are signed in', async ({ launch, north, south }) => {
  const first = await bothSignedIn(launch, north, south)
  await railAccount(first.page, north.email).click()
  await expect(openAccount(first.page, north.email)).toBeVisible()
  await first.quit()
  for (const { requests } of [north, south]) requests.length = 0

  const { page } = await launch()
  await expect(openAccount(page, north.email)).toBeVisible()
  await expect(products(page)).toHaveText([new RegExp(north.product)])
  await settled(page)
  // Nothing but its invoices, in the background and a while later, is asked of the other before it is opened.
  expect(south.requests.filter(({ path }) => path !== '/v3/invoices')).toEqual([])
  await railAccount(page, south.email).click()
  await settled(page)
  await seeAllOf(page, south, north)
  expect([...north.requests, ...south.requests].filter(({ method }) => method === 'POST')).toEqual([])
})

firms('are renamed, and put in another order by the keyboard', async ({ launch, north, south }) => {
  const first = await bothSignedIn(launch, north, south)
  const { page } = first
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
  // What the platform says of itself does not change the person's own name for it.
  await refreshAll(page)
  await settled(page)
  await expect(openAccount(page, 'Northern lights')).toBeVisible()
  await first.quit()

  const second = await launch()
  await expect(openAccount(second.page, 'Northern lights')).toBeVisible()
  await toAccounts(second.page)
  await expect(accountRows(second.page).nth(0)).toContainText(south.email)
  await expect(accountRows(second.page).nth(1)).toContainText('Northern lights')
})

firms('one platform that is away leaves the other account as it is', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  await north.stop()
  await railAccount(page, north.email).click()
  await expect(products(page)).toHaveText([new RegExp(north.product)])
  await refreshAll(page)
  await expect(statusBar(page).getByText(shell.status.offline, { exact: true })).toBeVisible()
  await railAccount(page, south.email).click()
  await refreshAll(page)
  await settled(page)
  await seeAllOf(page, south, north)
})

firms('one that is refused leaves the other account as it is', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  north.refuseAll()
  await railAccount(page, north.email).click()
  await refreshAll(page)
  await expect(notices(page)).toContainText(say(notice.refused, { host: north.host }))
  await railAccount(page, south.email).click()
  await expect(openAccount(page, south.email)).toBeVisible()
  await settled(page)
  await expect(notices(page).getByRole('status')).toHaveCount(0)
  await seeAllOf(page, south, north)
  // The other's trouble is told where it can be seen, and its data is still there.
  await expect(railAccount(page, north.email)).toHaveAccessibleName(
    new RegExp(say(standing.state.refused, { host: north.host }))
  )
  await railAccount(page, north.email).click()
  await seeAllOf(page, north, south)
})

firms('signed out with its data kept, an account has it again at once', async ({ launch, north, south }) => {
  const app = await bothSignedIn(launch, north, south)
  const { page } = app
  await signOut(page, 'keep')
  // The next account is open then, and the first one waits to be signed in again.
  await expect(openAccount(page, north.email)).toBeVisible()
  const out = page.getByRole('button', { name: say(standing.signIn, { label: south.email }) })
  await out.click()
  await expect(title(page, session.again)).toBeVisible()
  await expect(field.address(page)).toHaveValue(south.baseAddress)
  await field.token(page).fill(south.apiKey)
  // Nothing but the sign-in is answered: what is seen is what was kept.
  south.respondWith('/v3/invoices', () => new Response('busy', { status: 500 }))
  await page.keyboard.press('Enter')
  await expect(openAccount(page, south.email)).toBeVisible()
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveText([new RegExp(south.invoice)])
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(2)
})

firms('signed out with its data erased, an account has nothing left', async ({ launch, north, south }) => {
  const { page } = await bothSignedIn(launch, north, south)
  await signOut(page, 'erase')
  await expect(openAccount(page, north.email)).toBeVisible()
  await seeAllOf(page, north, south)
  await expect(page.getByRole('navigation', { name: shell.rail })).not.toContainText(south.email)
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(1)
})

firms('removed, an account is gone, and its platform can be added again', async ({ launch, north, south }) => {
  const app = await bothSignedIn(launch, north, south)
  const { page } = app
  await toAccounts(page)
  await chooseOf(page, north.email, accounts.remove)
  const dialog = page.getByRole('dialog', { name: say(accounts.removeTitle, { label: north.email }) })
  await dialog.getByRole('button', { name: accounts.removeAction, exact: true }).click()
  await expect(accountRows(page)).toHaveCount(1)
  await expect(railAccount(page, north.email)).toHaveCount(0)
  await expect(openAccount(page, south.email)).toBeVisible()
  await addAccount(page, north)
  await seeAllOf(page, north, south)
})

firms('the last one removed leads to the first screen', async ({ launch, north }) => {
  const { page } = await launch()
  await signInAt(page, north)
  await toAccounts(page)
  await chooseOf(page, north.email, accounts.remove)
  await page.getByRole('dialog').getByRole('button', { name: accounts.removeAction, exact: true }).click()
  await expect(title(page, session.title)).toBeVisible()
  await expect(field.email(page)).toHaveValue('')
})

firms('the form for one more is empty, and leads back', async ({ launch, north }) => {
  const { page } = await launch()
  await signInAt(page, north)
  await toAccounts(page)
  await page.getByRole('button', { name: accounts.add, exact: true }).click()
  await expect(title(page, session.add)).toBeVisible()
  await expect(field.email(page)).toHaveValue('')
  await expect(field.password(page)).toHaveValue('')
  await expect(field.address(page)).not.toHaveValue(north.baseAddress)
  await page.getByRole('button', { name: words.common.back, exact: true }).click()
  await expect(openAccount(page, north.email)).toBeVisible()
})

firms('the same person at the same platform is the same account', async ({ launch, north }) => {
  const { page } = await launch()
  await signInAt(page, north)
  await addAccount(page, north)
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(1)
})

test('the sample is one account among others', async ({ launch, platform }) => {
  const { page } = await launch()
  await explore(page)
  await toAccounts(page)
  await page.getByRole('button', { name: accounts.add, exact: true }).click()
  await signIn(page, platform.baseAddress)
  await toAccounts(page)
  await expect(accountRows(page)).toHaveCount(2)
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(statusBar(page)).toContainText(shell.status.sample)
  await goTo(page, 'profile')
  await expect(title(page, profile.title)).toBeVisible()
  await goTo(page, 'catalogue')
  await expect(title(page, catalogue.title)).toBeVisible()
})
