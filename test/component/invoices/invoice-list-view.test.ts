import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { EVERY_INVOICE, INVOICE_COLUMNS, type InvoiceColumn } from '../../../src/shared/models/invoice.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import { account, bridge, fresh, line, online, opened, settings } from '../ui/shell/bridge.ts'
import { axeFindings, expectFine, page, path } from '../ui/shell/page.ts'
import { invoice } from './fixtures.ts'
import { invoices, lastQuery, openInvoices, pageOf, query, summary, totals, view } from './page-of.ts'

const headings = (): string[] =>
  browser
    .getByRole('columnheader')
    .elements()
    .map((header) => header.textContent.trim())
const heading = (name: string) => browser.getByRole('columnheader', { name }).getByRole('button')
const box = browser.getByRole('dialog', { name: 'Columns' })
const check = (name: string) => box.getByRole('checkbox', { name, exact: true })
/** As main does it. */
const remember = (chosen: readonly InvoiceColumn[]): void =>
  bridge.answer('app.changeSettings', { ...settings, invoiceColumns: chosen })

describe('the order of the invoices', () => {
  it('is turned round by a second press on a heading', async () => {
    await openInvoices()
    expect(lastQuery()).toEqual(query())
    await heading('Total').click()
    await expect.poll(lastQuery).toEqual(query({ sort: 'total', descending: true }))
    await expect
      .element(browser.getByRole('columnheader', { name: 'Total' }))
      .toHaveAttribute('aria-sort', 'descending')
    await heading('Total').click()
    await expect.poll(lastQuery).toEqual(query({ sort: 'total', descending: false }))
    await heading('Number').click()
    await expect.poll(lastQuery).toEqual(query({ sort: 'number', descending: false }))
  })

  it('is that of the most urgent first after a third press', async () => {
    await openInvoices()
    const sorted = () => browser.getByRole('columnheader', { name: 'Number' }).element().getAttribute('aria-sort')
    for (const order of ['ascending', 'descending', 'none']) {
      await heading('Number').click()
      await expect.poll(sorted).toBe(order)
    }
    expect(lastQuery()).toEqual(query({ sort: 'urgency', descending: false }))
  })
})

describe('the columns of the table', () => {
  it.each([[['total', 'paid', 'number']], [['total', 'number', 'total', 'number', 'paid']]] as const)(
    'are those of the settings, each once and the number first: %j',
    async (invoiceColumns) => {
      await openInvoices(invoices(3), () => undefined, { invoiceColumns: [...invoiceColumns] })
      expect(headings()).toEqual(['Number', 'Total', 'Paid'])
    }
  )

  it('have what was chosen though nothing is in it, also when that is what they are at first', async () => {
    await openInvoices(invoices(3), () => undefined, {
      invoiceColumns: ['number', 'issued', 'state', 'due', 'total']
    })
    expect(headings()).toEqual(['Number', 'Issued', 'Status', 'Due', 'Total'])
  })

  it('have room for due days once there are some', async () => {
    await openInvoices(invoices(3))
    expect(headings()).not.toContain('Due')
    bridge.answer('invoices.page', pageOf([invoice({ key: 'a', dueAt: '2026-12-01' })]))
    bridge.emit('invoices')
    await expect.poll(headings).toContain('Due')
    // It stays when they are filtered away.
    bridge.answer('invoices.page', pageOf(invoices(3)))
    await browser.getByRole('searchbox').fill('x')
    await expect.poll(lastQuery).toEqual(query({ text: 'x' }))
    expect(headings()).toContain('Due')
  })

  it('have what remains to pay once an invoice is paid in part', async () => {
    const part = invoice({ key: 'a', state: 'open', total: '300', remaining: '50', paidAmount: '250', currency: 'EUR' })
    await openInvoices([part])
    expect(headings()).toEqual(['Number', 'Issued', 'Status', 'Total', 'Remaining'])
    const cells = browser
      .getByRole('gridcell')
      .elements()
      .map((cell) => cell.textContent.trim())
    expect(cells.slice(-2)).toEqual(['€300.00', '€50.00'])
    const invoiceColumns: InvoiceColumn[] = ['number', 'paidAmount', 'remaining']
    await browser.getByRole('button', { name: 'Columns' }).click()
    remember(invoiceColumns)
    await check('Paid so far').click()
    await expect.poll(headings).toEqual(['Number', 'Paid so far', 'Remaining'])
    await expectFine()
  })

  it('are chosen and put in order in a box, and remembered', async () => {
    await openInvoices(invoices(3))
    await browser.getByRole('button', { name: 'Columns' }).click()
    await expect.element(check('Number')).toBeDisabled()
    remember(['number', 'issued', 'state', 'total', 'due'])
    await check('Due').click()
    await expect.poll(headings).toEqual(['Number', 'Issued', 'Status', 'Total', 'Due'])
    expect(bridge.asked('app.changeSettings')).toEqual([
      { invoiceColumns: ['number', 'issued', 'state', 'total', 'due'] }
    ])
    await expect.element(check('Due')).toHaveFocus()

    remember(['number', 'issued', 'state', 'due', 'total'])
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    // Chosen by the user, the column stays though nothing is in it.
    await expect.poll(headings).toEqual(['Number', 'Issued', 'Status', 'Due', 'Total'])
    await expect.element(check('Due')).toHaveFocus()
    await expect.element(box.getByRole('status')).toHaveTextContent('“Due” is now column 4 of 5.')

    remember(['number', 'issued', 'due', 'total'])
    await check('Status').click()
    await expect.poll(headings).toEqual(['Number', 'Issued', 'Due', 'Total'])
    remember(['number', 'issued', 'total', 'due'])
    await box.getByRole('button', { name: 'Move “Due” to the end' }).click()
    await expect.poll(headings).toEqual(['Number', 'Issued', 'Total', 'Due'])
    expect(box.getByRole('button', { name: 'Move “Issued” to the front' }).query()).toBe(null)
    await userEvent.keyboard('{Escape}')
    await expect.element(browser.getByRole('button', { name: 'Columns' })).toHaveFocus()
  })

  it('are put in order by dragging, behind the number', async () => {
    await openInvoices(invoices(3))
    await browser.getByRole('button', { name: 'Columns' }).click()
    remember(['number', 'total', 'issued', 'state'])
    await box.getByText('Total').dropTo(box.getByText('Issued'))
    await expect.poll(headings).toEqual(['Number', 'Total', 'Issued', 'Status'])
    expect(bridge.asked('app.changeSettings')).toEqual([{ invoiceColumns: ['number', 'total', 'issued', 'state'] }])
    await box.getByText('Status').dropTo(box.getByText('Number'))
    expect(bridge.asked('app.changeSettings')).toHaveLength(1)
  })

  it('have both of two columns that are clicked before the first is saved', async () => {
    await openInvoices(invoices(3))
    bridge.hold('app.changeSettings')
    await browser.getByRole('button', { name: 'Columns' }).click()
    await check('Due').click()
    await check('Paid').click()
    const first: InvoiceColumn[] = ['number', 'issued', 'state', 'total', 'due']
    remember(first)
    await expect
      .poll(() => bridge.asked('app.changeSettings'))
      .toEqual([{ invoiceColumns: first }, { invoiceColumns: [...first, 'paid'] }])
  })

  it('are as before when they could not be remembered', async () => {
    await openInvoices(invoices(3))
    bridge.fail('app.changeSettings', { code: 'STORAGE' })
    await browser.getByRole('button', { name: 'Columns' }).click()
    await check('Paid').click()
    await expect.poll(() => bridge.asked('app.changeSettings').length).toBe(1)
    expect(headings()).toEqual(['Number', 'Issued', 'Status', 'Total'])
    await expect.element(check('Paid')).not.toBeChecked()
  })
})

describe('the toolbar', () => {
  it('stays one row of 56 px in a window of 800 px, with all that it can say', async () => {
    await browser.viewport(800, 500)
    await openInvoices()
    await browser.getByRole('button', { name: /^Filters/ }).click()
    await browser.getByRole('radio', { name: /^Open/ }).click()
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

describe('the status bar’s count', () => {
  const link = browser.getByRole('contentinfo').getByRole('link', { name: '4 to pay' })
  const here = (): string => page.router.currentRoute.value.fullPath

  it('leads to those that are open, whatever was searched for and filtered before', async () => {
    await openInvoices(invoices(3), () => bridge.answer('app.status', { ...online, openInvoices: 4 }))
    await browser.getByRole('searchbox').fill('else')
    await browser.getByRole('button', { name: /^Paid/ }).click()
    await heading('Total').click()
    await expect.poll(lastQuery).toEqual(query({ text: 'else', state: 'settled', sort: 'total', descending: true }))
    await link.click()
    await expect.poll(lastQuery).toEqual(query({ state: 'outstanding', sort: 'total', descending: true }))
    await expect.element(browser.getByRole('searchbox')).toHaveValue('')
    // From then on it is a filter like any other.
    await expect.poll(here).toBe('/invoices')
    await browser.getByRole('button', { name: /^All/ }).click()
    await expect.poll(lastQuery).toEqual(query({ sort: 'total', descending: true }))
  })

  it('does so from one invoice, and from another view', async () => {
    await openInvoices(invoices(3), () => {
      bridge.answer('app.status', { ...online, openInvoices: 4 })
      bridge.fail('invoices.invoice', { code: 'NOT_FOUND' })
    })
    for (const path of ['/invoices/i0', '/settings']) {
      await page.router.push(path)
      await expect.poll(here).toBe(path)
      await link.click()
      await expect.poll(here).toBe('/invoices')
      await expect.poll(lastQuery).toEqual(query({ state: 'outstanding' }))
      await browser.getByRole('button', { name: /^All/ }).click()
      await expect.poll(lastQuery).toEqual(query())
    }
  })
})

describe('a part of the list', () => {
  const partial = { received: 10, total: 52 }
  const main = (): string =>
    `${document.querySelector('[aria-label="Notices"]')?.textContent ?? ''} ${document.querySelector('main')?.textContent}`.replaceAll(
      /\s+/g,
      ' '
    )
  const openPart = (more: object = {}, chosen: Partial<Settings> = {}): Promise<void> => {
    const page = pageOf(invoices(10), {
      summary: summary({ total: 10, isPartial: true }),
      freshness: { ...fresh, partial },
      ...more
    })
    return openInvoices(invoices(10), () => bridge.answer('invoices.page', page), chosen)
  }

  it('shows how many of how many records came, and never presents the part as the whole', async () => {
    await openPart()
    await expect.poll(main).toContain('First 10 of 52 received. Counts and sums cover only what was received.')
    expect(main()).toContain('at least €130.00')
    expect(main()).toContain('10 of the 10 invoices received')
    expect(main()).not.toContain('10 of 10 invoices')
    expect(browser.getByRole('button', { name: /^All/ }).element().textContent).toMatch(/10\+/)
    bridge.answer(
      'invoices.page',
      pageOf(invoices(10), { freshness: { ...fresh, partial: { received: 1, total: null } } })
    )
    bridge.emit('invoices')
    await expect.poll(main).toContain('First 1 received. There may be more.')
    bridge.answer('invoices.page', pageOf(invoices(10)))
    bridge.emit('invoices')
    await expect.poll(main).not.toContain('received')
    expect(main()).toContain('10 of 10 invoices')
  })

  it.each(['light', 'dark'] as const)(
    'leaves axe nothing to find, and cuts no sentence beside an open pane, %s',
    async (theme) => {
      const given = summary({ total: 10, isPartial: true, withoutStatus: 1, dueUnread: 2, overdueSince: '2026-11-01' })
      await openPart({ summary: given }, { theme })
      await expect.poll(main).toContain('First 10 of 52 received.')
      expect(await axeFindings()).toEqual([])
      bridge.answer('invoices.invoice', { view: view({ key: 'i0', number: 'INV-0000' }), freshness: fresh })
      await page.router.push('/invoices/i0')
      await expect.poll(() => document.querySelectorAll('section.tile').length).toBe(3)
      for (const part of document.querySelectorAll('section.tile p'))
        expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth || part.scrollWidth)
      for (const part of document.querySelectorAll('section.tile .hint'))
        expect(getComputedStyle(part).textOverflow).toBe('clip')
    }
  )

  it('that is empty is not said to be all', async () => {
    await openPart()
    const freshness = { ...fresh, partial: { received: 0, total: 52 } }
    bridge.answer('invoices.page', pageOf([], { freshness }))
    bridge.emit('invoices')
    await expect.poll(main).toContain('No invoices received')
    expect(main()).not.toContain('No invoices yet')
  })

  it('that is empty and whole is said to be so', async () => {
    await openPart()
    bridge.answer('invoices.page', pageOf([], { freshness: fresh }))
    bridge.emit('invoices')
    await expect.poll(main).toContain('No invoices yet')
  })
})

describe('invoices whose statuses say nothing', () => {
  const notices = browser.getByRole('region', { name: 'Notices' })

  it('are counted once, and lead to the setting', async () => {
    const given = summary({
      total: 12,
      byState: { open: 0, settled: 0, void: 0, credit: 0, unknown: 12 },
      withoutStatus: 12
    })
    await openInvoices(invoices(12), () => bridge.answer('invoices.page', pageOf(invoices(12), { summary: given })))
    await expect.element(notices).toMatchTextContent('12 invoices have no status.')
    await notices.getByRole('button', { name: 'Define this status' }).click()
    await expect.poll(() => page.router.currentRoute.value.fullPath).toBe('/settings/connection?to=statuses')
  })

  it('stand in one strip, the others behind it', async () => {
    const given = summary({ byState: { open: 0, settled: 0, void: 0, credit: 0, unknown: 9 }, withoutStatus: 1 })
    await openInvoices(invoices(9), () => bridge.answer('invoices.page', pageOf(invoices(9), { summary: given })))
    await expect.element(notices).toMatchTextContent('8 invoices have an unrecognised status.')
    await expect.element(notices).not.toMatchTextContent('no status')
    await notices.getByRole('button', { name: '2 things to check' }).click()
    await expect.element(notices).toMatchTextContent('1 invoice has no status.')
    expect(await axeFindings(notices.element())).toEqual([])
    await page.router.push('/overview')
    await page.router.push('/invoices')
    await expect.element(notices).not.toMatchTextContent('no status')
  })

  it('are not asked about once the setting says what they mean', async () => {
    const { connection } = account
    await openInvoices(invoices(3), () => {
      const connected = line({ connection: { ...connection, missingStatus: 'unknown' } })
      bridge.answer(
        'session.state',
        opened([{ ...connected, provider: { ...connected.provider, missingStatus: 'unknown' } }])
      )
      bridge.answer('invoices.page', pageOf(invoices(3), { summary: summary({ withoutStatus: 3 }) }))
    })
    await expect.poll(() => document.querySelectorAll('[role="row"]').length).toBeGreaterThan(3)
    expect(notices.query()).toBe(null)
  })
})

describe('ten thousand invoices', () => {
  it('are a window of rows, all columns shown', async () => {
    const many = invoices(100)
    await openInvoices(many, () => bridge.answer('invoices.page', pageOf(many, { matched: 10_000 })), {
      invoiceColumns: [...INVOICE_COLUMNS]
    })
    const grid = browser.getByRole('grid').element() as HTMLElement
    expect(grid.getAttribute('aria-rowcount')).toBe('10001')
    grid.focus()
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(bridge.asked('invoices.page').at(-1)).toMatchObject({ offset: 9950 }))
    expect(grid.querySelectorAll('[role=row]').length).toBeLessThan(60)
  })
})

describe('the invoice that is open', () => {
  const pane = browser.getByRole('heading', { level: 2, name: /^Invoice/ })
  const openFirst = async (): Promise<void> => {
    await openInvoices(invoices(3))
    bridge.answer('invoices.invoice', { view: view(invoices(3)[0]), freshness: fresh })
    await browser.getByRole('row', { name: /INV-0000/ }).click()
    await expect.element(pane).toBeVisible()
    bridge.answer('invoices.page', pageOf(invoices(3).slice(1)))
  }

  it('is closed once the filters leave it out', async () => {
    await openFirst()
    bridge.answer('invoices.totals', totals({ amounts: [] }))
    await browser.getByRole('button', { name: /^Paid/ }).click()
    await expect.poll(path).toBe('/invoices')
    expect(bridge.asked('invoices.totals')).toContainEqual({
      ...EVERY_INVOICE,
      state: 'settled',
      keys: ['i0']
    })
  })

  it('stays open while it is further down in the list', async () => {
    await openFirst()
    bridge.answer('invoices.totals', totals())
    await browser.getByRole('button', { name: /^Paid/ }).click()
    await expect
      .poll(() => bridge.asked('invoices.totals'))
      .toContainEqual({ ...EVERY_INVOICE, state: 'settled', keys: ['i0'] })
    await expect.element(pane).toBeVisible()
  })

  it('leaves its fields open for the next one, however long that takes to come', async () => {
    await openFirst()
    const fields = browser.getByRole('heading', { name: 'All fields', exact: true })
    await browser.getByRole('button', { name: 'Actions', exact: true }).click()
    await browser.getByRole('menuitemcheckbox', { name: 'All fields', exact: true }).click()
    await expect.element(fields).toHaveFocus()
    bridge.hold('invoices.invoice')
    await browser.getByRole('row', { name: /INV-0001/ }).click()
    await expect.element(pane).not.toBeInTheDocument()
    bridge.answer('invoices.invoice', { view: view(invoices(3)[1]), freshness: fresh })
    await expect.element(pane).toHaveAccessibleName('Invoice INV-0001')
    await expect.element(fields).toBeVisible()
    await expect.element(fields).not.toHaveFocus()
  })
})

it('has at most 45 controls in view, also with an invoice open that has everything', async () => {
  await browser.viewport(1280, 800)
  const controls = (): number =>
    [...document.querySelectorAll('a[href], button, input, select, summary')].filter((one) => one.checkVisibility())
      .length
  const bare = { openAmounts: [{ currency: null, amount: '578.65' }], withoutCurrency: 3 }
  await openInvoices(invoices(40), () =>
    bridge.answer('invoices.page', pageOf(invoices(40), { summary: summary(bare) }))
  )
  await expect.element(browser.getByRole('form', { name: 'Billing', exact: true })).toBeVisible()
  expect(controls()).toBeLessThanOrEqual(30)
  const whole = view(
    { ...invoices(1)[0], hasPage: true },
    {
      lines: [{ text: 'Setup', quantity: null, unitAmount: null, amount: '1' }],
      pageHost: 'a.example',
      pdfHost: 'a.example'
    }
  )
  bridge.answer('invoices.invoice', { view: whole, freshness: fresh })
  await browser.getByRole('row', { name: /INV-0000/ }).click()
  await expect.element(browser.getByRole('heading', { level: 2, name: /^Invoice/ })).toBeVisible()
  expect(controls()).toBeLessThanOrEqual(45)
  await browser.viewport(1000, 700)
})

/** Lines of each amount in the tiles, how many tiles are too narrow, and how many totals the table shows whole. */
function amountsInSight(): { lines: number[]; narrow: number; totals: number } {
  const lines = [...document.querySelectorAll('.tile .value')].map((value) => {
    const range = document.createRange()
    range.selectNodeContents(value)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  const tiles = [...document.querySelectorAll('.tile')]
  const narrow = tiles.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
  const table = document.querySelector('[role=grid]')?.getBoundingClientRect()
  const totals = [...document.querySelectorAll('[role=gridcell].amount')].filter((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return table !== undefined && left >= table.left && right <= table.right
  })
  return { lines, narrow, totals: totals.length }
}

describe('a narrow window', () => {
  afterEach(() => browser.viewport(1000, 700))

  it('shows each amount whole beside an open invoice', async () => {
    const CURRENCIES = ['EUR', 'USD', 'CHF']
    const held = CURRENCIES.flatMap((currency) =>
      ['2026-11-01', '2026-12-31'].map((dueAt) =>
        invoice({
          key: `${currency}-${dueAt}`,
          number: 'HB-2026-0001',
          state: 'open',
          total: '123456.78',
          currency,
          dueAt
        })
      )
    )
    const sums = (amount: string) => CURRENCIES.map((currency) => ({ currency, amount }))
    const given = summary({ openAmounts: sums('246913.56'), overdue: 3, overdueAmounts: sums('123456.78') })
    await openInvoices(held, () => bridge.answer('invoices.page', pageOf(held, { summary: given })))
    bridge.answer('invoices.invoice', { view: view(held[0]), freshness: fresh })
    await page.router.push(`/invoices/${held[0]?.key}`)
    await expect.element(browser.getByRole('region', { name: 'Invoice', exact: true })).toBeVisible()
    for (const width of [920, 960, 1000, 1040, 1100, 1180, 1280]) {
      await browser.viewport(width, 760)
      await expect
        .poll(amountsInSight, { message: `${width} px` })
        .toEqual({ lines: [1, 1, 1, 1, 1, 1], narrow: 0, totals: 6 })
    }
  })
})
