/** Several accounts, each with its own data and errors. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
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
/** The user's own, for the first. */
const NAME = 'Northern lights'

/** North by password, then south by API key, which is shown after that. */
async function signInBoth(page: Page, north: Provider, south: Provider): Promise<void> {
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

test('two accounts: data, tokens, refusals, sign-outs and removals are each one’s own, also after a restart', async ({
  launch,
  profileDir
}) => {
  const [north, south] = [await startProvider({ name: NORTH }), await startProvider({ name: SOUTH })]
  const first = await launch({ profileDir })
  const { page } = first
  await signInBoth(page, north, south)
  await ui.settled(page)
  for (const { requests } of [north, south]) requests.length = 0

  await test.step('each shows its own data, asks its own provider with its own token, and switching sends no sign-in', async () => {
    await seeAllOf(page, south, north)
    await ui.goTo(page, 'invoices')
    await ui.invoiceRows(page).first().click()
    await expect(ui.invoicePane(page).getByRole('heading', { level: 2 })).toContainText(south.invoice)
    await ui.fetchAnew(page)
    // The view stays, the other account's data go.
    await ui.switchTo(page, north.person)
    await expect(ui.invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
    await expect(page.getByText(south.invoice)).toHaveCount(0)
    await ui.fetchAnew(page)
    await seeAllOf(page, north, south)
    const requests = [...north.requests, ...south.requests]
    expect(requests.map(({ method }) => method)).not.toContain('POST')
    const tokens = (provider: Provider): Set<string> =>
      new Set(provider.requests.flatMap(({ headers }) => headers['authorization'] ?? []))
    expect(tokens(north)).toEqual(new Set([`Bearer ${north.token}`]))
    expect(tokens(south)).toEqual(new Set([`Bearer ${south.apiKey}`]))
  })

  await test.step('a refused one leaves the other as it is, and can be signed in to again', async () => {
    const accept = north.refuseAll()
    await ui.refreshAll(page)
    await expect(ui.notices(page)).toContainText(say(notice.refused, { host: north.host }))
    await ui.switchTo(page, south.person)
    await ui.settled(page)
    await expect(ui.notices(page).getByRole('status')).toHaveCount(0)
    // The other account shows its own error, and still has its data.
    await expect(ui.railAccount(page, north.person)).toHaveAccessibleName(
      new RegExp(say(standing.state.refused, { host: north.host }))
    )
    await ui.railAccount(page, north.person).click()
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page)).toHaveText([new RegExp(north.invoice)])
    accept()
    await ui.signInAgain(page, north)
    await expect(ui.notices(page).getByRole('status')).toHaveCount(0)
    await ui.settled(page)
  })

  await test.step('signed out with its data kept, one has that again at once', async () => {
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
    answer()
  })

  await test.step('names, order and the one shown are changed', async () => {
    await ui.toAccounts(page)
    await expect(ui.accountRows(page)).toHaveCount(2)
    await ui.chooseOf(page, north.person, accounts.rename)
    const name = page.getByLabel(accounts.name, { exact: true })
    await expect(name).toBeFocused()
    await name.fill(NAME)
    await page.keyboard.press('Enter')
    await expect(ui.accountRows(page).first()).toContainText(NAME)
    await ui.button(page, say(accounts.up, { label: south.person })).press('Enter')
    await expect(ui.accountRows(page).first()).toContainText(south.person)
    await page.keyboard.press('Control+Shift+Digit2')
    await expect(ui.accountInRail(page, NAME)).toBeVisible()
    // What the API says of itself does not change the user's own name for it.
    await ui.fetchAnew(page)
    await expect(ui.accountInRail(page, NAME)).toBeVisible()
  })
  await first.quit()
  for (const { requests } of [north, south]) requests.length = 0

  const { page: next } = await launch({ profileDir })
  await test.step('they survive a restart without a sign-in', async () => {
    await expect(ui.accountInRail(next, NAME)).toBeVisible()
    await ui.goTo(next, 'catalogue')
    await expect(ui.products(next)).toHaveText([new RegExp(north.product)])
    await ui.settled(next)
    // Before the other one is opened, its invoices alone are asked for, in the background.
    expect(south.requests.filter(({ path }) => path !== '/v3/invoices')).toEqual([])
    await ui.toAccounts(next)
    await expect(ui.accountRows(next).nth(0)).toContainText(south.person)
    await expect(ui.accountRows(next).nth(1)).toContainText(NAME)
    await ui.switchTo(next, south.person)
    await ui.settled(next)
    await seeAllOf(next, south, north)
    expect([...north.requests, ...south.requests].filter(({ method }) => method === 'POST')).toEqual([])
  })

  await test.step('signed out with its data erased, one has nothing left; the other does', async () => {
    await ui.signOut(next, 'erase')
    await expect(ui.accountInRail(next, NAME)).toBeVisible()
    await seeAllOf(next, north, south)
    await expect(next.getByRole('navigation', { name: shell.rail })).not.toContainText(south.person)
    await ui.toAccounts(next)
    await expect(ui.accountRows(next)).toHaveCount(1)
  })

  await test.step('removed, the last one is gone', async () => {
    await ui.removeAccount(next, NAME)
    await expect(ui.title(next, session.title)).toBeVisible()
    await expect(ui.field.email(next)).toHaveValue('')
  })
  for (const provider of [north, south]) await provider.stop()
})
