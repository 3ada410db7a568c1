/** What changed between two refreshes: the badge, the view, that it is seen, and that a restart keeps it. */
import type { Locator, Page } from '@playwright/test'
import { expectFine } from './axe.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import { changeEntries, fetchAnew, goTo, products, productPane, refreshAll, signIn, toChanges } from './walk.ts'
import { count, say, words } from './words.ts'

const { changes, product, shell } = words

const rail = (page: Page): Locator =>
  page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name: shell.nav.catalogue, exact: true })

/** An API whose list is what is put there, until something else is. */
function offering(api: ApiServer): (list: object[]) => void {
  let now: object[] = []
  api.respondWith('/v2/Products', () => Response.json(now))
  return (list) => {
    now = list
  }
}

const before = [
  {
    id: 'a',
    name: 'Mobile, Łódź',
    weight: 10,
    isAvailable: true,
    tagline: 'Slow',
    description: `${'Long words. '.repeat(20)}Two.`
  },
  { id: 'b', name: 'Residential', isAvailable: true },
  { id: 'c', name: 'Datacenter', isAvailable: true }
]
const after = [
  {
    id: 'a',
    name: 'Mobile, Łódź',
    weight: 1250,
    isAvailable: false,
    tagline: null,
    description: `${'Long words. '.repeat(20)}Six.`,
    price: 3
  },
  { id: 'c', name: 'Datacenter', isAvailable: true },
  { id: 'd', name: 'IPv6', isAvailable: true }
]

test('changes are counted, listed, marked as seen, accessible, and kept after a restart', async ({ launch, api }) => {
  const offer = offering(api)
  offer(before)
  const first = await launch()
  const { page } = first
  await signIn(page, api.baseAddress)
  await expect(products(page)).toHaveCount(3)
  // The first list of all is not news.
  await toChanges(page)
  await expect(page.getByRole('heading', { name: changes.empty.title })).toBeVisible()
  await expectFine(first, 'no changes')

  await goTo(page, 'profile')
  offer(after)
  await fetchAnew(page)
  await expect(rail(page)).toHaveAccessibleDescription(count(changes.unseen, 3))
  await expectFine(first, 'badge')

  await toChanges(page)
  await expect(changeEntries(page)).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: count(changes.unseen, 3) })).toBeVisible()
  const counted = [
    say(changes.counted.new, { count: 1 }),
    say(changes.counted.gone, { count: 1 }),
    say(changes.counted.changed, { count: 1 })
  ].join(', ')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(counted)

  const changed = changeEntries(page).filter({ hasText: changes.kind.changed })
  const fact = (name: string): Locator =>
    changed.locator('.field').filter({ has: page.getByText(name, { exact: true }) })
  await expect(fact(product.field.weight)).toHaveText(/10.*1,250/)
  await expect(fact(product.field.isAvailable)).toHaveText(new RegExp(`${words.common.yes}.*${words.common.no}`))
  await expect(fact(changes.field.tagline)).toHaveText(new RegExp(`Slow.*${changes.nothing}`))
  await expect(fact('price')).toHaveText(new RegExp(`${changes.nothing}.*3`))
  await fact(changes.field.description).getByText(changes.difference).click()
  await expect(changed.locator('del')).toContainText('Two')
  await expect(changed.locator('ins')).toContainText('Six')
  await expectFine(first, 'changes')
  await expect(changeEntries(page).filter({ hasText: changes.kind.gone })).toContainText('Residential')
  await expect(changeEntries(page).getByRole('link', { name: 'Residential' })).toHaveCount(0)

  // Looked at, so it is seen; the marks stay for this visit.
  await expect(rail(page)).toHaveAccessibleDescription('')
  await expect(changeEntries(page).filter({ hasText: changes.isNew })).toHaveCount(3)
  await changeEntries(page).getByRole('link', { name: 'IPv6' }).click()
  await expect(productPane(page).getByRole('heading', { level: 2, name: 'IPv6' })).toBeVisible()
  await first.quit()

  await api.stop()
  const { page: again } = await launch()
  await expect(products(again).first()).toBeVisible()
  await expect(rail(again)).toHaveAccessibleDescription('')
  await toChanges(again)
  await expect(changeEntries(again)).toHaveCount(3)
  await expect(again.getByRole('status').filter({ hasText: count(changes.unseen, 0) })).toBeVisible()
})

test('a refresh without changes shows nothing, and changes appear while the view is open', async ({ launch, api }) => {
  const offer = offering(api)
  offer(before)
  const { page } = await launch()
  await signIn(page, api.baseAddress)
  await toChanges(page)
  await fetchAnew(page)
  const found = await page.evaluate(() => window.portside.catalogue.changes({ offset: 0, limit: 1 }))
  expect(found).toMatchObject({ ok: true, data: { total: 0 } })
  await expect(page.getByRole('heading', { name: changes.empty.title })).toBeVisible()
  offer(after)
  await page.getByRole('button', { name: changes.empty.action }).click()
  await expect(changeEntries(page)).toHaveCount(3)
  offer(before)
  await refreshAll(page)
  await expect(changeEntries(page)).toHaveCount(6)
  await expect(rail(page)).toHaveAccessibleDescription('')
  // The product that came and went is not to be looked at; the one that came back is.
  await expect(changeEntries(page).getByRole('link', { name: 'IPv6' })).toHaveCount(0)
  await expect(changeEntries(page).getByRole('link', { name: 'Residential' })).toHaveCount(2)
})
