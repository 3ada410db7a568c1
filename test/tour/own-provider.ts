/** Providers that are picked, and one that is set up: empty, failing, reading and mapped. */
import { expect } from '@playwright/test'
import { startApiServer, type ApiServer } from '../support/api-server.ts'
import { FOSSBILLING, fossbilling } from '../support/fossbilling.ts'
import * as ui from '../e2e/ui.ts'
import { say, words } from '../e2e/words.ts'
import { SMALL, step, type Step, type Tour } from './tour.ts'

const {
  signIn: session,
  ui: { common },
  accounts: { connection }
} = words
const ALL = ['wide', 'zoomed', 'dark'] as const

let server: ApiServer

const pick =
  (provider: string) =>
  async ({ page }: Tour): Promise<void> => {
    await ui.field.provider(page).selectOption({ label: provider })
  }

async function setUp({ page }: Tour): Promise<void> {
  await ui.button(page, session.setUp).click()
  await expect(ui.title(page, connection.setUpTitle)).toBeVisible()
}

const toClaim = async ({ page }: Tour): Promise<void> => {
  await page
    .getByRole('region', { name: connection.claim.title })
    .evaluate((claim) => claim.scrollIntoView({ block: 'center' }))
}

const toResult = async ({ page }: Tour): Promise<void> => {
  await page
    .getByRole('region', { name: connection.group.invoices, exact: true })
    .evaluate((section) => section.scrollIntoView({ block: 'start' }))
}

async function fail(tour: Tour): Promise<void> {
  const { page } = tour
  server = await startApiServer({ fetch: fossbilling })
  await ui.field.address(page).fill(server.baseUrl)
  await ui.setting(page, 'key').fill('not-the-key')
  await ui.writeDefinition(page, { invoices: { path: FOSSBILLING.invoices } })
  await expect(page.getByText(connection.trial.nextKey)).toBeVisible()
  await toResult(tour)
}

async function read(tour: Tour): Promise<void> {
  const { page } = tour
  await ui.setting(page, 'scheme').selectOption({ label: connection.scheme.Basic })
  await ui.setting(page, 'user').fill(FOSSBILLING.user)
  await ui.setting(page, 'key').fill(FOSSBILLING.key)
  await ui.writeDefinition(page, {
    products: { path: FOSSBILLING.products },
    profile: { path: FOSSBILLING.profile }
  })
  await expect(page.getByText('FOSS00005').first()).toBeVisible()
  await expect(page.getByText('a@example.com').first()).toBeVisible()
  await toResult(tour)
}

const toJson = async ({ page }: Tour): Promise<void> => {
  await ui.json(page).evaluate((text) => text.scrollIntoView({ block: 'start' }))
}

async function showProblems(tour: Tour): Promise<void> {
  const { page } = tour
  const long = 'a-long-name-without-a-space-'.repeat(6)
  await ui.writeDefinition(page, { timeoutSeconds: 900, statuses: { [long]: 'open' }, product: { path: `/${long}` } })
  await ui.json(page).press('Control+Home')
  await toJson(tour)
}

async function breakJson(tour: Tour): Promise<void> {
  const before = await ui.json(tour.page).inputValue()
  await ui.json(tour.page).fill(before.replace(',', ''))
  await expect(tour.page.getByText(connection.json.broken)).toBeVisible()
  await toJson(tour)
}

async function repairJson({ page }: Tour): Promise<void> {
  const before = await ui.json(page).inputValue()
  await ui.json(page).fill(before.replace('"\n', '",\n'))
  await ui.writeDefinition(page, { timeoutSeconds: 60, statuses: undefined, product: undefined })
}

async function openMenu(tour: Tour): Promise<void> {
  const { page } = tour
  await page.getByRole('treeitem').filter({ hasText: 'taxname' }).first().click()
  await ui.button(page, `${connection.trial.useAs} taxname`).click()
  await expect(page.getByRole('menu')).toBeVisible()
}

async function map(tour: Tour): Promise<void> {
  const { page } = tour
  await page.getByRole('menuitemcheckbox', { name: words.invoices.column.method, exact: true }).click()
  await expect(ui.button(page, say(connection.trial.unmap, { field: words.invoices.column.method }))).toBeVisible()
}

async function end({ page }: Tour): Promise<void> {
  await server.stop()
  await ui.closeAdvanced(page)
  await ui.field.provider(page).selectOption('hypeproxy')
}

/** From the network settings of the steps before. */
async function leaveNetwork({ page }: Tour): Promise<void> {
  await ui.button(page, common.back).click()
  await ui.closeAdvanced(page)
}

export const ownProviderSteps: Step[] = [
  step('picker', 'the sign-in of a provider with API keys only', { also: ['small', 'dark'] }, async (tour) => {
    await leaveNetwork(tour)
    await pick('IPRoyal (residential)')(tour)
  }),
  step('picker-white-label', 'a white-label provider', { also: ['small'] }, pick('ProxyRequest (white label)')),
  step('picker-other', '“Other…”', { also: ['small', 'dark'] }, pick(session.provider.other)),
  step('own', 'one’s own provider, nothing filled in', { also: ALL }, setUp),
  step('own-small', 'the same at 800 × 500', { size: SMALL }, () => undefined),
  step('own-failing', 'a call that fails', { also: ALL }, fail),
  step('own-failing-small', 'the same at 800 × 500', { size: SMALL }, toResult),
  step('own-reading', 'what came beside what is read', { also: ALL }, read),
  step('own-reading-small', 'the same at 800 × 500', { size: SMALL }, toResult),
  step('own-json', 'the definition as JSON', { also: ALL }, toJson),
  step('own-problems', 'its problems, long ones', { also: ALL }, showProblems),
  step('own-problems-small', 'the same at 800 × 500', { size: SMALL }, toJson),
  step('own-broken', 'JSON that can’t be read', { also: ALL }, breakJson),
  step('own-repaired', 'the same after it was corrected', {}, repairJson),
  step('own-claim', 'what Portside will say of the invoices', { also: ALL }, toClaim),
  step('own-claim-small', 'the same at 800 × 500', { size: SMALL }, toClaim),
  step('own-menu', 'a field that came is given a meaning', { also: ['dark'] }, openMenu),
  step('own-mapped', 'a field that was mapped', { also: ALL }, map),
  step('own-mapped-small', 'the same at 800 × 500', { size: SMALL }, toResult),
  step('own-left', 'back in the sign-in', {}, end)
]
