import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import InvoicePane from '../../../src/renderer/src/components/invoices/InvoicePane.vue'
import type { Opening } from '../../../src/renderer/src/stores/invoice.ts'
import type { Invoice } from '../../../src/shared/model/invoice.ts'
import { invoice } from './fixtures.ts'

enableAutoUnmount(afterEach)

const show = (given: Partial<Invoice>, opening: Opening = { state: 'idle' }) =>
  mount(InvoicePane, {
    props: {
      view: { invoice: invoice(given), raw: '{}' },
      opening,
      host: 'api.example.com',
      now: Date.UTC(2026, 10, 13),
      narrow: false
    }
  })

describe('the pane of an invoice', () => {
  it('stays honest when nothing is known', () => {
    const pane = show({})
    expect(pane.get('h2').text()).toBe('Invoice')
    expect(pane.find('dl').exists()).toBe(false)
    expect(pane.find('.links').exists()).toBe(false)
    expect(pane.text()).not.toMatch(/null|undefined|NaN/)
  })

  it('says that the currency is not known instead of guessing one', () => {
    expect(show({ total: '10.00' }).text()).toContain('The platform gave no currency.')
    expect(show({ total: '10.00', currency: 'EUR' }).text()).not.toContain('no currency')
  })

  it('says of a foreign state once that its meaning is not documented', () => {
    const fact = (given: Partial<Invoice>): string =>
      show({ state: 'unknown', ...given })
        .get('dl')
        .text()
    expect(fact({ platformStatus: 'Draft' })).toBe('Platform’s statusDraft (meaning not documented)')
    expect(fact({ platformStatus: '2', statusIsNumber: true })).toContain('2 (meaning not documented)')
    expect(fact({ state: 'settled', platformStatus: 'Paid' })).toBe('Platform’s statusPaid')
  })

  it('offers the links there are, and says how opening one went', async () => {
    const pane = show({ hasPdf: true })
    const [button, ...others] = pane.findAll('.links button')
    expect(others).toEqual([])
    await button?.trigger('click')
    expect(pane.emitted('openLink')).toEqual([['pdf']])

    await pane.setProps({ opening: { state: 'failed', which: 'pdf', failure: { code: 'TIMEOUT' } } })
    expect(pane.get('[role=alert]').text()).toContain('api.example.com took too long')
    await pane.setProps({ opening: { state: 'opened', which: 'pdf', host: 'pay.example.com' } })
    expect(pane.find('[role=alert]').exists()).toBe(false)
    expect(pane.text()).toContain('pay.example.com')
  })
})
