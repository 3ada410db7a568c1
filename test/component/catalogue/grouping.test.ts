import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { choice, rows } from './fixtures.ts'
import { openCatalogue, pageOf, type CataloguePage } from './page-of.ts'

let open: CataloguePage
beforeEach(async () => {
  open = await openCatalogue()
  const groups = [
    { label: 'Beta', at: 0, count: 2 },
    { label: null, at: 2, count: 28 }
  ]
  open.bridge.answer('catalogue.page', pageOf(rows(30), { groups }))
})
afterEach(() => {
  open.page.leave()
})

const group = async (): Promise<void> => {
  await browser.getByRole('button', { name: /^Sort: / }).click()
  await browser.getByRole('dialog', { name: 'Sort by' }).getByRole('checkbox', { name: 'Group by label' }).click()
}
const headings = (): string[] => [...document.querySelectorAll('.heading')].map((one) => one.textContent?.trim() ?? '')
const bottomOf = (element: Element | undefined): number => element?.getBoundingClientRect().bottom ?? Number.NaN

describe('products grouped by label', () => {
  it('have a heading above the first of each label, with their number', async () => {
    await group()
    await expect.poll(open.lastChoice).toEqual(choice({ grouped: true }))
    await expect.poll(headings).toEqual(['Beta · 2', 'Other · 28'])
    const options = browser.getByRole('option').elements()
    const [first, other] = document.querySelectorAll('.heading')
    expect(options[0]?.getBoundingClientRect().top).toBeCloseTo(bottomOf(first), 0)
    expect(other?.getBoundingClientRect().top).toBeCloseTo(bottomOf(options[1]), 0)
    expect(options[2]?.getBoundingClientRect().top).toBeCloseTo(bottomOf(other), 0)
  })

  it('are shown so the next time, and without headings as cards', async () => {
    await group()
    await expect.poll(headings).toHaveLength(2)
    open.page.leave()
    open = await openCatalogue()
    await expect.poll(open.lastChoice).toEqual(choice({ grouped: true }))
    await browser.getByRole('button', { name: 'Show as a grid' }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ grouped: false }))
    expect(headings()).toEqual([])
  })
})
