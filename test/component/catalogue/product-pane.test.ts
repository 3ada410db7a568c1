import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import ProductPane from '../../../src/renderer/src/components/catalogue/ProductPane.vue'
import type { ProductView } from '../../../src/shared/model/product.ts'
import { view } from './fixtures.ts'

enableAutoUnmount(afterEach)

const show = (given: ProductView, more: { gone?: boolean; narrow?: boolean } = {}) =>
  mount(ProductPane, { props: { view: given, edition: 3, theme: 'dark', gone: false, narrow: false, ...more } })
const facts = (pane: ReturnType<typeof show>): Record<string, string> =>
  Object.fromEntries(pane.findAll('dt').map((term, i) => [term.text(), pane.findAll('dd')[i]?.text() ?? '']))

describe('the pane of a product', () => {
  it('lists only the fields that are there', () => {
    const pane = show(
      view({
        id: '0f8fad5b-d9cb-469f-a165-70867728950e',
        name: 'Mobile',
        tagline: null,
        owner: null,
        weight: 0,
        isAllowed: false,
        isFeatured: null,
        preHook: '',
        lastUpdateDateTime: '2024-03-01T23:30:00Z'
      })
    )
    expect(Object.keys(facts(pane))).toEqual(['Allowed', 'Weight', 'Updated', 'Id'])
    expect(facts(pane)).toMatchObject({ Allowed: 'No', Weight: '0' })
    // The day as the platform wrote it, whatever the time zone here.
    expect(facts(pane)['Updated']).toMatch(/\b1\b.*2024|2024.*\b1\b/)
    expect(pane.find('iframe').exists()).toBe(false)
    expect(pane.get('details').text()).toMatch(/^Technical fieldsId/)
  })

  it('does not say as a fact what its marks say', () => {
    const marked = show(view({ id: 'p', isAvailable: false, isFeatured: true, isInMarketplace: true }))
    expect(Object.keys(facts(marked))).toEqual(['In the marketplace', 'Id'])
    expect(marked.text()).toContain('Unavailable')
    expect(facts(show(view({ id: 'p', isFeatured: false })))).toMatchObject({ Featured: 'No' })
  })

  it('never shows null or undefined, not even for a product with no field at all', () => {
    const pane = show(view({}, { raw: '{}' }))
    expect(pane.get('h2').text()).toBe('Unnamed product')
    expect(pane.find('dl').exists()).toBe(false)
    expect(pane.text()).not.toMatch(/null|undefined/i)
  })

  it('frames the long description without scripts, in the theme of the page', () => {
    const frame = show(view({ id: 'a/b', name: 'Mobile' }, { hasLongDescription: true })).get('iframe')
    expect(frame.attributes()).toMatchObject({
      sandbox: 'allow-same-origin',
      src: '/description/a%2Fb?theme=dark&r=3',
      title: 'Long description of Mobile'
    })
  })

  it('names the fields that the document does not know', async () => {
    const pane = show(view({ id: 'p' }, { unknownFields: ['tier', 'colour'] }))
    expect(pane.findAll('details').at(-1)?.text()).toContain('“tier”, “colour”')
  })

  it('says that a product is no longer offered, and offers the way back where the list is hidden', async () => {
    const pane = show(view({ id: 'p', name: 'Mobile' }), { gone: true, narrow: true })
    expect(pane.text()).toContain('No longer offered')
    await pane.get('button[aria-label="Back to the list"]').trigger('click')
    expect(pane.emitted('back')).toHaveLength(1)
  })
})
