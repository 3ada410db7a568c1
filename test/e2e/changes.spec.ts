/** What changed between two refreshes: the badge, the view, what counts as seen, and that a restart keeps it. */
import { expectFine } from './axe.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { count, words } from './words.ts'

const {
  overview,
  catalogue: { changes, product },
  ui: { listing, record, shell }
} = words

const text = (last: string): string => `${'Long words. '.repeat(20)}${last}.`
const LONG = 'Mobile, Łódź, under a name that is longer than any card of the overview has room for'
const before = [
  { id: 'a', name: LONG, weight: 10, tagline: 'Slow', description: text('Two') },
  { id: 'b', name: 'Residential' },
  { id: 'c', name: 'Datacenter' }
]
const later = Array.from({ length: 60 }, (_, at) => ({ id: `later ${at}`, name: `Later ${at}` }))
const after = [
  { id: 'a', name: LONG, weight: 1250, tagline: null, description: text('Six'), price: 3 },
  { id: 'c', name: 'Datacenter' },
  { id: 'd', name: 'IPv6' }
]

test('changes are counted, listed, marked as seen, accessible, and kept after a restart', async ({ launch, api }) => {
  let offered: object[] = before
  api.respondWith('/v2/Products', () => Response.json(offered))
  const first = await launch()
  let { page } = first
  const rail = () =>
    page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name: shell.nav.catalogue, exact: true })
  await ui.signIn(page, api.baseUrl)
  await expect(ui.products(page)).toHaveCount(3)
  // The first list of all is not news, and neither is the same list again.
  await ui.toChanges(page)
  await ui.fetchAnew(page)
  await expect(page.getByRole('heading', { name: changes.empty.title })).toBeVisible()
  await expectFine(first, 'no changes')

  await ui.goTo(page, 'overview')
  offered = after
  await ui.fetchAnew(page)
  await expect(rail()).toHaveAccessibleDescription(count(changes.unseen, 3))
  const card = page.getByRole('region', { name: overview.catalogue.title, exact: true })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expectFine(first, 'badge, and changes in the overview')

  await ui.toChanges(page)
  await expect(ui.changeEntries(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: count(changes.unseen, 3) })).toBeVisible()
  const { new: added, gone, changed: altered } = changes.counted
  const counted = [added, gone, altered].map((kind) => count(kind, 1)).join(', ')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(counted)

  const changed = ui.changeEntries(page).filter({ hasText: changes.kind.text })
  const fact = (name: string) => changed.locator('.field').filter({ has: page.getByText(name, { exact: true }) })
  await expect(fact(changes.field.tagline)).toHaveText(new RegExp(`Slow.*${changes.nothing}`))
  await expect(fact(product.field.weight)).toHaveCount(0)
  await page.getByRole('checkbox', { name: record.title, exact: true }).check()
  await expect(fact(product.field.weight)).toHaveText(/10.*1,250/)
  await expect(fact('price')).toHaveText(new RegExp(`${changes.nothing}.*3`))
  await fact(changes.field.description).getByText(changes.difference).click()
  await expect(changed.locator('del')).toContainText('Two')
  await expect(changed.locator('ins')).toContainText('Six')
  await expectFine(first, 'changes')
  await expect(ui.changeEntries(page).getByRole('link', { name: 'Residential' })).toHaveCount(0)

  // Looked at, so it is seen; the marks stay for this visit.
  await expect(rail()).toHaveAccessibleDescription('')
  await expect(ui.changeEntries(page).filter({ hasText: changes.isNew })).toHaveCount(3)
  await ui.changeEntries(page).getByRole('link', { name: 'IPv6' }).click()
  await expect(ui.productPane(page).getByRole('heading', { level: 2, name: 'IPv6' })).toBeVisible()
  await first.quit()

  await api.stop()
  page = (await launch()).page
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page).first()).toBeVisible()
  await expect(rail()).toHaveAccessibleDescription('')
  await ui.toChanges(page)
  await expect(page.getByRole('radio', { name: changes.period.week })).toBeChecked()
  await expect(ui.changeEntries(page)).toHaveCount(3)
})

test('a list that was read in part marks no more than that as seen', async ({ launch, api }) => {
  let offered: object[] = before
  api.respondWith('/v2/Products', () => Response.json(offered))
  const { page } = await launch()
  await ui.signIn(page, api.baseUrl)
  await expect(ui.products(page)).toHaveCount(3)
  offered = [...before, ...later]
  await ui.fetchAnew(page)
  await expect(page.getByText(count(listing.changed, 60))).toBeVisible()
  await ui.toChanges(page)
  await expect(ui.changeEntries(page)).toHaveCount(60)
  const of = await ui.shownAccount(page)
  const left = async (): Promise<number> => {
    const answer = await page.evaluate((of) => window.portside.app.status({ of, all: false }), of)
    return answer.ok ? answer.data.unseenChanges : -1
  }
  await expect.poll(left).toBeLessThan(60)
  await ui.goTo(page, 'catalogue')
  const unread = await left()
  expect(unread).toBeGreaterThan(20)

  await ui.toChanges(page)
  await expect(ui.changeEntries(page)).toHaveCount(unread)
  await ui.button(page, changes.markAllSeen).click()
  await expect.poll(left).toBe(0)
  await expect(ui.button(page, changes.markAllSeen)).toHaveCount(0)
})
