import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { account, fresh, line, opened } from '../ui/shell/bridge.ts'
import { expectFine } from '../ui/shell/page.ts'
import { choice, rows } from './fixtures.ts'
import { openCatalogue, pageOf, textOf } from './page-of.ts'
import type { CataloguePage } from './page-of.ts'

let open: CataloguePage
beforeEach(async () => {
  open = await openCatalogue()
  open.bridge.answer('catalogue.sortOrders', { sortOrders: [] })
})
afterEach(() => open.page.leave())

const button = browser.getByRole('button', { name: /^Sort: / })
const box = browser.getByRole('dialog', { name: 'Sort by' })
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const stored = (more: object = {}) => ({
  key: 'price',
  reverse: false,
  fetchedAt: new Date().toISOString(),
  edition: 1,
  ...more
})
const byPrice = choice({ sort: 'providerSort', providerSort: 'price' })

describe('the orders of the catalogue', () => {
  it.for([
    ['Name', 'name', 'Name, A to Z', 'Name, Z to A'],
    ['Date added', 'newest', 'Newest first', 'Oldest first'],
    ['Label', 'label', 'Label, A to Z', 'Label, Z to A']
  ] as const)('“%s” goes both ways, in words', async ([name, sort, plain, reversed]) => {
    await button.click()
    await box.getByRole('radio', { name, exact: true }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ sort }))
    await expect.poll(textOf(button)).toContain(plain)
    await box.getByRole('radio', { name: reversed }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ sort, reverse: true }))
    await expect.poll(textOf(button)).toContain(reversed)
    // Another order begins with its usual direction.
    await box.getByRole('radio', { name: 'Default order', exact: true }).first().click()
    await expect.poll(open.lastChoice).toEqual(choice())
  })

  it('have the price only where the definition says where one stands', async () => {
    await button.click()
    await expect.element(box.getByRole('radio', { name: 'Label', exact: true })).toBeInTheDocument()
    await expectFine()
    await expect.element(box.getByRole('radio', { name: 'Price', exact: true })).not.toBeInTheDocument()
    const connection = { ...account.connection, productFields: { price: 'cost' } }
    open.bridge.answer('session.state', opened([line({ connection })]))
    open.bridge.emit('session')
    await box.getByRole('radio', { name: 'Price', exact: true }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ sort: 'price' }))
    await expect.poll(textOf(button)).toContain('Lowest price first')
    await box.getByRole('radio', { name: 'Highest price first' }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ sort: 'price', reverse: true }))
  })

  it('are named by the button; in a small window only by its title, and its colour tells that one is chosen', async () => {
    const label = (): string => (button.element() as HTMLElement).innerText.trim()
    const colour = (): string => getComputedStyle(button.element()).color
    await browser.viewport(1200, 700)
    await expect.poll(label).toBe('Sort')
    await browser.viewport(800, 500)
    await expect.poll(label).toBe('Sort')
    const plain = colour()
    await expect.element(button).toHaveAttribute('title', 'Default order')
    await button.click()
    await box.getByRole('radio', { name: 'Date added', exact: true }).click()
    await expect.poll(() => button.element().getAttribute('title')).toBe('Newest first')
    expect(label()).toBe('Sort')
    expect(colour()).not.toBe(plain)
  })
})

describe('the provider’s own sort', () => {
  /** It is behind “More”. */
  async function openMore(): Promise<void> {
    await button.click()
    await box.getByText('More', { exact: true }).click()
  }
  async function ask(key: string): Promise<void> {
    await openMore()
    // The box takes the focus once as it opens, which may be after a click.
    await expect.poll(() => box.query()?.contains(document.activeElement)).toBe(true)
    await box.getByRole('textbox', { name: 'The provider’s own sort' }).fill(key)
    await userEvent.keyboard('{Enter}')
  }

  it('is fetched, in its own time; until it is here the list stays as it was', async () => {
    const asked = open.bridge.hold('catalogue.fetchSortOrder')
    const before = open.times()
    await ask(' price ')
    await expect.poll(asked).toBe(1)
    expect(open.bridge.asked('catalogue.fetchSortOrder')).toEqual([{ key: 'price', reverse: false }])
    await expect.poll(textOf(box.getByRole('status'))).toContain('Asking the provider')
    expect(open.times()).toBe(before)
    const order = stored()
    open.bridge.answer('catalogue.page', pageOf(rows(30), { sortOrder: order }))
    open.bridge.answer('catalogue.sortOrders', { sortOrders: [order] })
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: order, error: null })
    await expect.poll(open.lastChoice).toEqual(byPrice)
    await expect.poll(textOf(button)).toContain('By “price”')
    await expect.element(browser.getByText('The provider’s order by “price”, as of just now.')).toBeInTheDocument()
  })

  it('says in a sentence why it did not come, tries again, and leaves the list as it was', async () => {
    open.bridge.answer('catalogue.fetchSortOrder', {
      sortOrder: null,
      error: { code: 'TIMEOUT', host: 'api.example.com' }
    })
    const before = open.times()
    await ask('price')
    await expect.poll(textOf(box.getByRole('alert'))).toContain('api.example.com took too long to respond.')
    expect(open.times()).toBe(before)
    const order = stored()
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: order, error: null })
    await box.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(open.lastChoice).toEqual(byPrice)
  })

  it('is asked for reversed, which is another order', async () => {
    const order = stored({ reverse: true })
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: order, error: null })
    await openMore()
    await expect.element(box.getByRole('button', { name: 'Show in this order' })).toBeDisabled()
    await box.getByRole('textbox', { name: 'The provider’s own sort' }).fill('price')
    await box.getByRole('checkbox', { name: 'Reversed' }).click()
    await box.getByRole('button', { name: 'Show in this order' }).click()
    await expect.poll(open.lastChoice).toEqual({ ...byPrice, reverse: true })
    expect(open.bridge.asked('catalogue.fetchSortOrder')).toEqual([{ key: 'price', reverse: true }])
  })

  it('is not turned to any more when another order was chosen meanwhile', async () => {
    const asked = open.bridge.hold('catalogue.fetchSortOrder')
    await ask('price')
    await expect.poll(asked).toBe(1)
    await box.getByRole('radio', { name: 'Name', exact: true }).click()
    const order = stored()
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: order, error: null })
    await expect.element(box.getByRole('status')).not.toBeInTheDocument()
    expect(open.lastChoice()).toEqual(choice({ sort: 'name' }))
  })

  it('lists what is stored with its age, shows it without asking, and removes it', async () => {
    const order = stored({ reverse: true, fetchedAt: hoursAgo(2) })
    open.bridge.answer('catalogue.sortOrders', { sortOrders: [order] })
    open.bridge.answer('catalogue.dropSortOrder', null)
    await openMore()
    await expect.poll(textOf(box)).toContain('“price”, reversedas of 2 hours ago')
    await box.getByRole('radio', { name: /price/ }).click()
    await expect.poll(open.lastChoice).toEqual({ ...byPrice, reverse: true })
    expect(open.bridge.asked('catalogue.fetchSortOrder')).toEqual([])
    open.bridge.answer('catalogue.sortOrders', { sortOrders: [] })
    await box.getByRole('button', { name: 'Remove the saved order “price”, reversed' }).click()
    await expect.poll(() => open.bridge.asked('catalogue.dropSortOrder')).toEqual([{ key: 'price', reverse: true }])
    await expect.poll(open.lastChoice).toEqual(choice())
  })

  it('is renewed quietly when the list became another since, once for each edition of the list', async () => {
    const order = stored({ fetchedAt: hoursAgo(5), edition: 3 })
    const listed = (edition: number, fetchedAt = hoursAgo(1)): object =>
      pageOf(rows(30), { sortOrder: { ...order }, edition, freshness: { ...fresh, fetchedAt } })
    const asked = (): number => open.bridge.asked('catalogue.fetchSortOrder').length
    const pushed = async (page: object): Promise<void> => {
      const times = open.times()
      open.bridge.answer('catalogue.page', page)
      open.bridge.emit('catalogue')
      await expect.poll(open.times).toBeGreaterThan(times)
    }
    open.bridge.answer('catalogue.sortOrders', { sortOrders: [order] })
    open.bridge.answer('catalogue.page', listed(3))
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: order, error: { code: 'OFFLINE' } })
    await openMore()
    await box.getByRole('radio', { name: /price/ }).click()
    await expect.element(browser.getByText('The provider’s order by “price”, as of 5 hours ago.')).toBeInTheDocument()
    // Found to be the same, later than the order was fetched.
    await pushed(listed(3, hoursAgo(0)))
    expect(asked()).toBe(0)
    await pushed(listed(4))
    await expect.poll(asked).toBe(1)
    expect(document.querySelector('[role="alert"]')).toBe(null)
    // The same edition, as it comes over the bridge: another object.
    await pushed(listed(4, hoursAgo(0)))
    expect(asked()).toBe(1)
    await pushed(listed(5))
    await expect.poll(asked).toBe(2)
    // Main fetches one at a time: what a user waits for is not ended by this.
    open.bridge.hold('catalogue.fetchSortOrder')
    await box.getByRole('textbox', { name: 'The provider’s own sort' }).fill('rank')
    await userEvent.keyboard('{Enter}')
    await expect.poll(asked).toBe(3)
    await pushed(listed(6))
    expect(asked()).toBe(3)
    open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: null, error: { code: 'OFFLINE' } })
    await expect.element(box.getByRole('alert')).toBeInTheDocument()
    await pushed(listed(6, hoursAgo(0)))
    await expect.poll(asked).toBe(4)
  })

  it.for(['answered', 'thrown'] as const)(
    'that is stopped says nothing, and leaves the list as it was: %s',
    async (how) => {
      const asked = open.bridge.hold('catalogue.fetchSortOrder')
      open.bridge.answer('catalogue.cancelRefresh', null)
      const before = open.times()
      await ask('price')
      await expect.poll(asked).toBe(1)
      await box.getByRole('button', { name: 'Stop' }).click()
      expect(open.bridge.asked('catalogue.cancelRefresh').length).toBe(1)
      if (how === 'thrown') open.bridge.fail('catalogue.fetchSortOrder', { code: 'CANCELLED' })
      else open.bridge.answer('catalogue.fetchSortOrder', { sortOrder: null, error: { code: 'CANCELLED' } })
      await expect.element(box.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument()
      expect(document.querySelector('[role="alert"]')).toBe(null)
      expect(open.times()).toBe(before)
      expect(open.lastChoice()).toEqual(choice())
    }
  )
})
