/** What changed, in the whole page: entries, periods, what counts as seen, paging, and the badge in the rail. */
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useSession } from '../../../../src/renderer/src/features/accounts/session.ts'
import { fresh, layBridge, line, online, opened, settings, signedOut } from '../../ui/shell/bridge.ts'
import type { FakeBridge } from '../../ui/shell/bridge.ts'
import { openPage } from '../../ui/shell/page.ts'
import type { Page } from '../../ui/shell/page.ts'
import type { ChangePage } from '../../../../src/shared/models/change.ts'
import { change, changePage, field } from './fixtures.ts'

let bridge: FakeBridge
let page: Page | null = null

const EARLIER = '2026-11-18T09:00:00.000Z'
const OTHERS = [field('lastUpdateDateTime', '2026-11-01T08:00:00Z', '2026-11-20T08:00:00Z'), field('weight', 10, 25)]
/** The second refresh was not seen, the first was. */
const two = changePage([
  change(4, { kind: 'availability', name: 'Mobile', fields: [field('isAvailable', false, true), ...OTHERS] }),
  change(3, { kind: 'gone', name: 'Old one', listed: false }),
  change(2, { kind: 'new', name: null }),
  change(1, { kind: 'new', name: 'Seen one', at: EARLIER, seen: true })
])
/** The first request of a visit. */
const FIRST = { period: 'look', visit: null, allFields: false, offset: 0, limit: 100 }

beforeEach(() => {
  bridge = layBridge()
  bridge.answer('catalogue.changes', two)
  bridge.answer('catalogue.markSeen', null)
  bridge.answer('catalogue.markAllSeen', null)
})
afterEach(() => {
  page?.leave()
  page = null
  delete document.documentElement.dataset['theme']
})

const open = async (path = '/changes'): Promise<void> => {
  page = await openPage(path)
  await expect.poll(() => document.querySelector('h1')).not.toBe(null)
}
const entries = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main li')]
const entry = (name: string): HTMLElement => {
  const found = entries().find((one) => one.textContent.includes(name))
  if (!found) throw new Error(`no entry of ${name}`)
  return found
}
const ready = (count: number) => expect.poll(() => entries().length).toBe(count)
const main = (): string => document.querySelector('main')?.textContent.replaceAll(/\s+/g, ' ') ?? ''
const notices = (): string => document.querySelector('[aria-label="Notices"]')?.textContent ?? ''
const headings = (): string[] => [...document.querySelectorAll('main h2')].map((one) => one.textContent)
const button = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll<HTMLButtonElement>('main button')].find((one) => one.textContent.trim() === name)
const link = (): HTMLElement | null => document.querySelector('nav a[aria-label="Catalogue"]')
/** Of all requests, in their order. */
const seen = (): number[] => bridge.asked('catalogue.markSeen').flatMap((input) => (input as { ids: number[] }).ids)
const sorted = (ids: number[]): number[] => ids.toSorted((a, b) => b - a)
const lastQuery = (): unknown => bridge.asked('catalogue.changes').at(-1)
const choose = (name: string): Promise<void> =>
  userEvent.click([...document.querySelectorAll('main label')].find((one) => one.textContent.trim() === name)!)
const period = (): string | undefined => document.querySelector('main fieldset label:has(:checked)')?.textContent.trim()

/** Numbers from the newest down, as main pages them. */
const many = (from: number, count: number, more: Partial<ChangePage> = {}): ChangePage =>
  changePage(
    Array.from({ length: count }, (_, n) => change(from - n)),
    more
  )

describe('what changed', () => {
  it('is told by refresh: how many of each kind, which products, and what of them', async () => {
    await open()
    await ready(4)
    expect(headings()).toHaveLength(2)
    expect(headings()[0]).toContain('1 new, 1 gone, 1 changed')
    expect(headings()[1]).toContain('1 new')
    expect(entry('Old one').textContent).toContain('Gone')
    expect(entry('Unnamed product').textContent).toContain('New')
    expect(entry('Mobile').textContent).toContain('Availability')
    const terms = [...entry('Mobile').querySelectorAll('.field')].map((one) => one.textContent)
    expect(terms).toEqual([expect.stringContaining('AvailableBefore:NoAfter:Yes')])
  })

  it('has weight, update and fields that Portside doesn’t read only with all fields', async () => {
    await open()
    await ready(4)
    bridge.answer('catalogue.changes', {
      ...two,
      rows: [change(5, { kind: 'other', name: 'Heavier', fields: OTHERS }), ...two.rows]
    })
    await choose('All fields')
    await ready(5)
    expect(lastQuery()).toEqual({ ...FIRST, visit: two.visit, allFields: true })
    expect(entry('Heavier').textContent).toContain('Other')
    expect(entry('Heavier').textContent).toContain('WeightBefore:10After:25')
    expect(entry('Mobile').querySelectorAll('.field')).toHaveLength(3)
  })

  it('begins with what is new, and has the last 7 and 30 days', async () => {
    await open()
    await ready(4)
    expect(lastQuery()).toEqual(FIRST)
    expect(main()).toContain('4 changes since you last looked')
    for (const [name, period] of [
      ['Last 7 days', 'week'],
      ['Last 30 days', 'month'],
      ['Since you last looked', 'look']
    ] as const) {
      await choose(name)
      await expect.poll(lastQuery).toEqual({ ...FIRST, period, visit: two.visit })
    }
  })

  it('without anything new shows the last days, those that were chosen before', async () => {
    bridge.answer('catalogue.changes', changePage([], { newest: 9 }))
    await open()
    await expect.poll(period).toBe('Last 7 days')
    await expect.poll(main).toContain('No changes')
    await choose('Since you last looked')
    await expect.poll(main).toContain('Nothing new since you last looked')
    await choose('Last 30 days')
    await page?.router.push('/profile')
    await page?.router.push('/changes')
    await expect.poll(period).toBe('Last 30 days')
  })

  it('leads to the product while that is in the list', async () => {
    bridge.answer(
      'catalogue.changes',
      changePage([
        change(5, { kind: 'new', key: 'c', name: 'Came back' }),
        change(4, { kind: 'gone', key: 'c', name: 'Left for a while' }),
        change(3, { kind: 'gone', key: 'a', name: 'Left', listed: false }),
        change(2, { kind: 'text', key: 'a', name: 'Left before', listed: false }),
        change(1, { key: 'b/ä', name: 'Stays' })
      ])
    )
    await open()
    await ready(5)
    expect(entries().map((one) => one.querySelector('a')?.getAttribute('href') ?? null)).toEqual([
      '#/catalogue/c',
      '#/catalogue/c',
      null,
      null,
      expect.stringMatching(/#\/catalogue\/b%2F/)
    ])
  })

  it('marks what was on screen as seen, once, and keeps the marks for this visit', async () => {
    bridge.answer('app.status', { ...online, unseenChanges: 3 })
    await open()
    await ready(4)
    expect(main()).toContain('4 changes since you last looked')
    const marks = () => entries().map((one) => one.textContent.includes('New since you last looked'))
    expect(marks()).toEqual([true, true, true, false])
    await expect.poll(() => sorted(seen())).toEqual([4, 3, 2])

    bridge.emit('catalogue')
    await expect.poll(() => bridge.asked('catalogue.changes').length).toBe(2)
    // The rows of the same visit: what was seen in it still counts as new.
    expect(lastQuery()).toEqual({ ...FIRST, visit: two.visit })
    await ready(4)
    expect(marks()).toEqual([true, true, true, false])

    bridge.answer('app.status', online)
    bridge.emit('status')
    await expect.poll(() => button('Mark all as seen')).toBeUndefined()
    await page?.router.push('/profile')
    await page?.router.push('/changes')
    await expect.poll(lastQuery).toEqual(FIRST)
  })

  it('goes on with the visit after a look at a product', async () => {
    bridge.answer('catalogue.changes', many(100, 100))
    bridge.answer('catalogue.product', { view: null, freshness: fresh })
    await open()
    await ready(100)
    await choose('Last 30 days')
    await expect.poll(() => lastQuery()).toMatchObject({ period: 'month' })
    await page?.router.push('/catalogue/k50')
    await expect.poll(entries).toEqual([])
    const times = bridge.asked('catalogue.changes').length
    page?.router.back()
    await ready(100)
    await expect.poll(() => bridge.asked('catalogue.changes').length).toBe(times + 1)
    expect(lastQuery()).toEqual({ ...FIRST, period: 'month', visit: two.visit })
  })

  it('marks only what was on screen: the rest when it is scrolled to', async () => {
    bridge.answer('catalogue.changes', many(100, 100))
    await open()
    await ready(100)
    await expect.poll(() => seen().length).toBeGreaterThan(3)
    const first = sorted(seen())
    expect(first).toEqual(Array.from({ length: first.length }, (_, n) => 100 - n))
    expect(first.length).toBeLessThan(40)
    entries()[99]?.scrollIntoView()
    await expect.poll(seen).toContain(1)
    expect(seen()).not.toContain(50)
  })

  it('marks all as seen when the user says so', async () => {
    bridge.answer('app.status', { ...online, unseenChanges: 130 })
    bridge.answer('catalogue.changes', many(130, 100, { total: 130 }))
    await open()
    await ready(100)
    await userEvent.click(button('Mark all as seen') as HTMLElement)
    await expect.poll(() => bridge.asked('catalogue.markAllSeen')).toEqual([{ upTo: 130 }])
  })

  it('puts what comes while one looks on top, and marks it as seen too', async () => {
    await open()
    await ready(4)
    bridge.answer('catalogue.changes', {
      ...two,
      rows: [change(5, { name: 'Just came', at: '2026-11-20T14:20:00.000Z' }), ...two.rows],
      total: 5
    })
    bridge.emit('catalogue')
    await ready(5)
    expect(entries()[0]?.textContent).toContain('Just came')
    await expect.poll(() => sorted(seen())).toEqual([5, 4, 3, 2])
  })

  it('is not seen while the window is hidden', async () => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    try {
      await open()
      await ready(4)
      expect(seen()).toEqual([])
    } finally {
      Object.defineProperty(document, 'hidden', { value: false, configurable: true })
    }
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(() => sorted(seen())).toEqual([4, 3, 2])
  })

  it('shows earlier ones on demand, and the focus goes on there', async () => {
    bridge.answer('catalogue.changes', many(250, 100, { total: 250 }))
    await open()
    await ready(100)
    expect(main()).toContain('100 of 250 changes')
    // The rest of this refresh is not here: it is not counted.
    expect(headings()[0]).toContain('Continued below')
    // Two came meanwhile, so that main's places moved by two.
    bridge.answer('catalogue.changes', many(152, 100, { total: 252, newest: 252 }))
    await userEvent.click(button('Show earlier') as HTMLElement)
    await ready(198)
    expect(bridge.asked('catalogue.changes').at(-1)).toMatchObject({ offset: 100, limit: 100 })
    expect(entries().map((one) => /Product (\d+)/.exec(one.textContent)?.[1])).toEqual(
      Array.from({ length: 198 }, (_, n) => String(250 - n))
    )
    expect(document.activeElement).toBe(entries()[100])
    bridge.answer('catalogue.changes', many(52, 52, { total: 250, newest: 252 }))
    await userEvent.click(button('Show earlier') as HTMLElement)
    await ready(250)
    expect(button('Show earlier')).toBeUndefined()
    expect(headings()[0]).toContain('250 new')
  })

  it('says so when older ones had to leave', async () => {
    bridge.answer('catalogue.changes', many(9000, 100, { total: 5000 }))
    await open()
    await ready(100)
    expect(main()).not.toContain('are kept')
    bridge.answer('catalogue.changes', many(9001, 100, { total: 5000, isCut: true }))
    bridge.emit('catalogue')
    await expect.poll(main).toContain('101 of 5,000 changes')
    expect(main()).toContain('Only the latest 5,000 changes are kept.')
  })

  it('starts anew where what comes does not go on to what is held', async () => {
    await open()
    await ready(4)
    bridge.answer('catalogue.changes', many(500, 100, { total: 500 }))
    bridge.emit('catalogue')
    await ready(100)
    expect(entries()[99]?.textContent).toContain('Product 401')
  })

  it('without any says what would be here, and looks for some', async () => {
    bridge.answer('catalogue.changes', changePage([]))
    await open()
    await expect.poll(main).toContain('No changes yet')
    await userEvent.click(button('Look for changes') as HTMLElement)
    await expect.poll(() => bridge.asked('app.refresh')).toEqual([{ all: false, topic: 'catalogue' }])
  })

  it('that can’t be read says why, and tries again', async () => {
    bridge.fail('catalogue.changes', { code: 'STORAGE' })
    await open()
    await expect.poll(main).toContain('couldn’t read or write its data')
    bridge.answer('catalogue.changes', two)
    await userEvent.click(button('Try again') as HTMLElement)
    await ready(4)
    expect(main()).not.toContain('couldn’t read')
  })

  it('stays on screen when it can’t be noted as seen', async () => {
    bridge.fail('catalogue.markSeen', { code: 'STORAGE' })
    await open()
    await ready(4)
    await expect.poll(notices).toContain('couldn’t read or write its data')
    expect(entries()).toHaveLength(4)
  })

  it('keeps nothing of another account', async () => {
    const accounts = [line(), line({ id: 'b', label: 'Bob' })]
    bridge.answer('session.state', opened(accounts))
    await open()
    await ready(4)
    const asked = bridge.hold('catalogue.changes')
    bridge.answer('accounts.show', opened(accounts, 1))
    await useSession().show('b')
    await expect.poll(asked).toBe(2)
    expect(main()).not.toContain('Mobile')
    bridge.answer('catalogue.changes', changePage([change(1, { name: 'Bob’s' })]))
    await ready(1)
    expect(main()).toContain('Bob’s')
    expect(main()).toContain('1 change since you last looked')
  })

  it('leads back to the catalogue, by Esc too', async () => {
    await open()
    await ready(4)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page?.router.currentRoute.value.name).toBe('catalogue')
    await page?.router.push('/changes')
    await ready(4)
    await userEvent.click(button('Catalogue') as HTMLElement)
    await expect.poll(() => page?.router.currentRoute.value.name).toBe('catalogue')
  })
})

describe('long and odd changes', () => {
  const text = (end: string): string =>
    `A dedicated 4G modem in Łódź with a SIM of its own. Rotate by link or by API. ${end}`

  it('a long text is folded, and shows its words that went and came', async () => {
    bridge.answer(
      'catalogue.changes',
      changePage([
        change(1, { kind: 'text', fields: [field('description', text('Two hours.'), text('Six hours.'), true)] })
      ])
    )
    await open()
    await ready(1)
    expect(document.querySelector('del')).toBe(null)
    await userEvent.click(document.querySelector('summary') as HTMLElement)
    await expect.poll(() => document.querySelector('del')?.textContent).toBe('Removed:Two')
    expect(document.querySelector('ins')?.textContent).toBe('Added:Six')
    expect(entries()[0]?.textContent).toContain('Only the beginning is kept')
  })

  it('texts with little in common stand one beside the other', async () => {
    bridge.answer(
      'catalogue.changes',
      changePage([change(1, { kind: 'text', fields: [field('description', undefined, { deep: 'x'.repeat(200) })] })])
    )
    await open()
    await ready(1)
    await userEvent.click(document.querySelector('summary') as HTMLElement)
    await expect.poll(() => document.querySelectorAll('.sides > div').length).toBe(2)
    expect(document.querySelector('.sides')?.textContent).toContain('nothing')
  })

  it('of many fields some wait until they are asked for, and what is not kept is counted', async () => {
    const fields = Array.from({ length: 30 }, (_, n) => field(`unknown${n}`, n, n + 1))
    bridge.answer('catalogue.changes', changePage([change(1, { kind: 'other', fields, moreFields: 12 })]))
    await open()
    await ready(1)
    expect(main()).not.toContain('isn’t kept')
    await choose('All fields')
    await expect.poll(() => document.querySelectorAll('.field').length).toBe(5)
    const shown = (): number => document.querySelectorAll('.field').length
    await userEvent.click(button('25 more fields') as HTMLElement)
    await expect.poll(shown).toBe(30)
    expect(main()).toContain('12 more fields changed; what they were isn’t kept.')
  })
})

describe('the badge in the rail', () => {
  const badge = (): string => link()?.querySelector('.badge')?.textContent ?? ''

  it.each([
    [1, '1', '1 change since you last looked'],
    [12, '12', '12 changes since you last looked'],
    [99, '99', '99 changes since you last looked'],
    [1234, '99+', '1,234 changes since you last looked']
  ])('of %i says %s, and to screen readers more', async (unseenChanges, shown, words) => {
    bridge.answer('app.status', { ...online, unseenChanges })
    await open('/profile')
    await expect.poll(badge).toBe(shown)
    expect(link()?.ariaDescription).toBe(words)
    expect(link()?.ariaLabel).toBe('Catalogue')
  })

  it('goes when main says that nothing is unseen', async () => {
    bridge.answer('app.status', { ...online, unseenChanges: 3 })
    await open('/profile')
    await expect.poll(badge).toBe('3')
    bridge.answer('app.status', online)
    bridge.emit('status')
    await expect.poll(badge).toBe('')
    expect(link()?.ariaDescription).toBe(null)
  })

  it('belongs to the catalogue, which is where one is on this view too', async () => {
    await open()
    await ready(4)
    expect(link()?.getAttribute('aria-current')).toBe('page')
    expect(document.querySelectorAll('nav [aria-current="page"]')).toHaveLength(1)
  })
})

it('without an account the view leads to the sign-in', async () => {
  bridge.answer('session.state', signedOut)
  await open()
  expect(page?.router.currentRoute.value.name).toBe('signIn')
})

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('axe finds nothing, with everything unfolded', async () => {
    bridge.answer('app.settings', { ...settings, theme })
    bridge.answer('app.status', { ...online, unseenChanges: 120 })
    bridge.answer('catalogue.page', { rows: [], matched: 0, total: 4, sortOrder: null, freshness: fresh })
    const long =
      'Residential pool of household addresses in São Paulo, sticky for 30 minutes and billed by the gigabyte.'
    bridge.answer('catalogue.changes', {
      ...two,
      rows: [
        change(5, {
          kind: 'text',
          name: `${'Static ISP proxy bundle for market research teams, '.repeat(5)}`,
          fields: [
            field('description', long, long.replace('30', '60')),
            field('customData', undefined, { a: 'y'.repeat(90) }),
            field('label', null, 'New'),
            field('x'.repeat(200), 1, 'z'.repeat(80))
          ]
        }),
        ...two.rows
      ],
      newest: 5,
      total: 5
    })
    await open()
    await ready(5)
    await choose('All fields')
    await expect.poll(() => document.querySelectorAll('.field').length).toBeGreaterThan(4)
    document.querySelectorAll('details').forEach((one) => (one.open = true))
    await expect.poll(() => document.querySelectorAll('del, .sides').length).toBe(2)
    await expect.poll(() => document.querySelector('nav .badge')).not.toBe(null)
    const { violations } = await axe.run(document)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  })
})
