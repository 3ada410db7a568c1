import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { expectFine } from '../ui/shell/page.ts'
import { choice, rows } from './fixtures.ts'
import { openCatalogue, pageOf, textOf } from './page-of.ts'
import type { CataloguePage } from './page-of.ts'

let open: CataloguePage
beforeEach(async () => {
  open = await openCatalogue()
})
afterEach(() => open.page.leave())

const button = browser.getByRole('button', { name: /^Filters/ })
const box = browser.getByRole('dialog', { name: 'Filters' })
const chips = browser.getByRole('list', { name: 'Filters that are set' })
const labels = (...counts: [string, number][]) => ({ labels: counts.map(([label, count]) => ({ label, count })) })

describe('the filters of the catalogue', () => {
  it.for([
    ['Available', { available: true }],
    ['Featured', { featured: true }],
    ['Available to your account', { allowed: true }],
    ['In the marketplace', { inMarketplace: true }]
  ] as const)('“%s” is set by its box, shown as a chip and removed by that', async ([name, part]) => {
    await button.click()
    await box.getByRole('checkbox', { name }).click()
    await expect.poll(open.lastChoice).toEqual(choice(part))
    await expect.poll(textOf(chips)).toContain(name)
    await userEvent.keyboard('{Escape}')
    await expect.element(button).toHaveFocus()
    await chips.getByRole('button', { name: `Remove the filter “${name}”` }).click()
    await expect.poll(open.lastChoice).toEqual(choice())
    await expect.element(chips).not.toBeInTheDocument()
    await expect.element(browser.getByRole('listbox')).toHaveFocus()
  })

  it('offers the labels with how many have them, and any', async () => {
    open.bridge.answer('catalogue.labels', labels(['Mobile', 1200], ['Residential', 7]))
    await button.click()
    await expect.poll(textOf(box)).toContain('Mobile1,200')
    await expectFine()
    await expect.element(box.getByRole('textbox')).not.toBeInTheDocument()
    await box.getByRole('radio', { name: /^Mobile/ }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ label: 'Mobile' }))
    await expect.poll(textOf(chips)).toContain('Label: Mobile')
    await box.getByRole('radio', { name: 'Any label' }).click()
    await expect.poll(open.lastChoice).toEqual(choice())
  })

  it('has many labels searched, without case and accents, and says when none is found', async () => {
    open.bridge.answer(
      'catalogue.labels',
      labels(...Array.from({ length: 40 }, (_, i) => [`Étage ${i}`, 1] as [string, number]))
    )
    await button.click()
    await box.getByRole('textbox', { name: 'Find a label' }).fill('etage 39')
    await expect.poll(() => box.getByRole('radio').elements().length).toBe(2)
    await box.getByRole('textbox').fill('zzz')
    await expect.poll(textOf(box.getByRole('status'))).toContain('No label')
  })

  it('keeps a label that the list no longer has in sight while it is set', async () => {
    open.bridge.answer('catalogue.labels', labels(['Mobile', 3]))
    await button.click()
    await box.getByRole('radio', { name: /^Mobile/ }).click()
    open.bridge.answer('catalogue.labels', labels(['Other', 3]))
    open.bridge.emit('catalogue')
    await expect.element(box.getByRole('radio', { name: /^Other/ })).toBeInTheDocument()
    await expect.element(box.getByRole('radio', { name: /^Mobile/ })).toBeChecked()
  })

  it('clears all of them at once, and leaves what is searched for', async () => {
    await browser.getByRole('searchbox').fill('pro')
    await button.click()
    await box.getByRole('checkbox', { name: 'Available' }).click()
    await box.getByRole('checkbox', { name: 'Featured' }).click()
    await expect.poll(textOf(button)).toContain('Filters · 2')
    await userEvent.keyboard('{Escape}')
    await chips.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(open.lastChoice).toEqual(choice({ text: 'pro' }))
  })

  it('stay set while one is elsewhere', async () => {
    await button.click()
    await box.getByRole('checkbox', { name: 'Available' }).click()
    await userEvent.keyboard('{Escape}')
    await open.page.router.push('/settings')
    await expect.element(browser.getByRole('listbox')).not.toBeInTheDocument()
    await open.page.router.push('/catalogue')
    await expect.poll(textOf(chips)).toContain('Available')
    expect(open.lastChoice()).toEqual(choice({ available: true }))
  })

  it('with nothing that matches all are one click away', async () => {
    open.bridge.answer('catalogue.page', pageOf([], { total: 30 }))
    await browser.getByRole('searchbox').fill('nothing')
    await expect.element(browser.getByText('Nothing matches')).toBeInTheDocument()
    open.bridge.answer('catalogue.page', pageOf(rows(30)))
    await browser.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(open.lastChoice).toEqual(choice())
  })
})

describe('the toolbar', () => {
  it('stays one row of 56 px in a window of 800 px, with all that it can say', async () => {
    await browser.viewport(800, 500)
    await button.click()
    await box.getByRole('checkbox', { name: 'Available' }).click()
    await userEvent.keyboard('{Escape}')
    await browser.getByRole('button', { name: /^Sort/ }).click()
    await browser.getByRole('radio', { name: 'Date added' }).click()
    await browser.getByRole('radio', { name: 'Oldest first' }).click()
    await userEvent.keyboard('{Escape}')
    const bar = document.querySelector('header')!.getBoundingClientRect()
    expect(bar.height).toBe(56)
    for (const part of document.querySelectorAll('header button, header input')) {
      const { top, bottom, right, width } = part.getBoundingClientRect()
      expect([top >= bar.top, bottom <= bar.bottom, right <= bar.right, width >= 28]).toEqual([true, true, true, true])
    }
    await browser.viewport(1000, 700)
  })
})
