import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import ProductPane from '../../../src/renderer/src/features/catalogue/ProductPane.vue'
import type { ProductView } from '../../../src/shared/models/product.ts'
import { row, view } from './fixtures.ts'

const show = (given: ProductView, more: Partial<{ gone: { lastSeen: string | null }; narrow: boolean }> = {}) =>
  mount(ProductPane, {
    props: { view: given, recordVersion: 3, theme: 'dark', gone: null, narrow: false, ...more },
    attachTo: document.body
  })
const toggleFields = async (pane: ReturnType<typeof show>): Promise<void> => {
  await pane.get('button[aria-label=More]').trigger('click')
  await browser.getByRole('menuitemcheckbox', { name: 'All fields' }).click()
}
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
    expect(Object.keys(facts(pane))).toEqual(['Available to your account', 'Updated', 'ID', 'Weight'])
    expect(facts(pane)).toMatchObject({ 'Available to your account': 'No', Weight: '0' })
    // The day as the provider wrote it, whatever the time zone here.
    expect(facts(pane)['Updated']).toMatch(/\b1\b.*2024|2024.*\b1\b/)
    expect(pane.find('iframe').exists()).toBe(false)
    expect(pane.get('details').text()).toMatch(/^Technical detailsID/)
  })

  it('has its price as its first fact', () => {
    const pane = show(view({ id: 'p', label: 'New', price: '9.5', currency: 'EUR', interval: 'year' }))
    expect(Object.keys(facts(pane))).toEqual(['Price', 'Label', 'ID'])
    expect(facts(pane)).toMatchObject({ Price: '€9.50 a year' })
  })

  it('does not say as a fact what its marks say', () => {
    const marked = show(view({ id: 'p', isAvailable: false, isFeatured: true, isInMarketplace: true }))
    expect(Object.keys(facts(marked))).toEqual(['In marketplace', 'ID'])
    expect(marked.text()).toContain('Unavailable')
    expect(facts(show(view({ id: 'p', isFeatured: false })))).toMatchObject({ Featured: 'No' })
  })

  it('never shows null or undefined, not even for a product with no field at all', () => {
    const pane = show(view({}, { raw: '{}' }))
    expect(pane.get('h2').text()).toBe('Unnamed product')
    expect(pane.find('dl').exists()).toBe(false)
    expect(pane.text()).not.toMatch(/null|undefined/i)
  })

  it('shows a tagline that is the name only once, and the description whole', () => {
    const pane = show(view({ id: 'p', tagline: 'Fast IPs' }))
    expect(pane.get('h2').text()).toBe('Fast IPs')
    expect(pane.find('.tagline').exists()).toBe(false)
    const description = 'Clean addresses '.repeat(10).trim()
    const described = show(view({ id: 'p', description }))
    expect(described.get('h2').text()).toMatch(/^Clean addresses .*…$/)
    expect(described.get('.description').text()).toBe(description)
  })

  it('says of a date how long ago it is, where that is known', () => {
    const days = (count: number): string => new Date(Date.now() - count * 86_400_000).toISOString()
    const told = (creationDateTime: string): string => facts(show(view({ id: 'p', creationDateTime })))['Created'] ?? ''
    expect(told(days(3))).toMatch(/· 3 days ago$/)
    expect(told(days(100))).toMatch(/· 3 months ago$/)
    expect(told(days(1000))).toMatch(/· 2 years ago$/)
    for (const other of [days(-3), days(0), '0001-01-01T00:00:00', 'last spring'])
      expect(told(other)).not.toContain('·')
  })

  it('folds texts for programs away, and indents those that are JSON', () => {
    const pane = show(
      view({ id: 'p', contextData: '{"a":[1]}', customData: '{"a":', preHook: 'stock:1', postHook: ' ' })
    )
    const blocks = pane.findAll('pre').map((block) => [block.attributes('aria-label'), block.element.textContent])
    expect(blocks).toEqual([
      ['Context data, as the provider wrote it', '{\n  "a": [\n    1\n  ]\n}'],
      ['Custom data, as the provider wrote it', '{"a":'],
      ['Pre-hook, as the provider wrote it', 'stock:1']
    ])
    expect(pane.findAll('pre').every((block) => block.element.closest('details')?.open === false)).toBe(true)
  })

  it('shows the image, else the icon where that is a picture; both when there are both', () => {
    const pictures = (product: ProductView['product'], iconName: string | null = null): string[] =>
      show(view(product, { row: { ...row('a/b'), hasImage: true, iconName } }))
        .findAll('img')
        .map((image) => image.attributes('src') ?? '')
    expect(pictures({ imagePath: '/a.png' })).toEqual(['/media/product/-/a%2Fb?r=3&which=image'])
    expect(pictures({ icon: '/i.png' })).toEqual(['/media/product/-/a%2Fb?r=3&which=icon'])
    expect(pictures({ imagePath: '/a.png', icon: 'globe' }, 'globe')).toEqual([
      '/media/product/-/a%2Fb?r=3&which=image'
    ])
    expect(pictures({ imagePath: '/a.png', icon: 'https://a.example/i.png' })).toEqual([
      '/media/product/-/a%2Fb?r=3&which=image',
      '/media/product/-/a%2Fb?r=3&which=icon'
    ])
  })

  it('shows the icon in place of an image that can’t be had, and a sign in place of both', async () => {
    const pane = show(view({ imagePath: '/a.png', icon: '/i.png' }, { row: { ...row('p'), hasImage: true } }))
    const large = pane.findAll('.thumb')[0]!
    await large.get('img').trigger('error')
    expect(large.get('img').attributes('src')).toContain('which=icon')
    await large.get('img').trigger('error')
    expect(large.find('img').exists()).toBe(false)
    await expect.poll(() => large.find('svg').exists()).toBe(true)
  })

  it('shows the long description in a frame, and the fields only when they are asked for', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address)
      return Promise.resolve(new Response(address.startsWith('/record') ? '{"id":"a/b"}' : '<p>x</p>'))
    })
    const pane = show(view({ id: 'a/b', name: 'Mobile' }, { hasLongDescription: true }))
    await expect.poll(() => pane.find('iframe').exists()).toBe(true)
    expect(pane.get('iframe').attributes('title')).toBe('Long description of Mobile')
    expect(asked).toEqual(['/description/-/a%2Fb?r=3'])
    await toggleFields(pane)
    await expect.poll(() => pane.find('[role=tree]').exists()).toBe(true)
    expect(asked).toContain('/record/-/a%2Fb?r=3')
    vi.unstubAllGlobals()
  })

  it('says once how many fields are not read', async () => {
    const told = async (unknownFields: string[]): Promise<string> => {
      const pane = show(view({ id: 'p' }, { unknownFields }))
      await toggleFields(pane)
      await expect.poll(() => pane.find('.all-fields h3').exists()).toBe(true)
      return pane.get('.all-fields h3').text()
    }
    expect(await told(['tier', 'colour'])).toContain('2 that Portside doesn’t read')
    expect(await told([])).toBe('All fields')
  })

  it('shows all fields from its menu: the focus goes there, and a second time hides them', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"id":"p"}')))
    const pane = show(view({ id: 'p' }))
    await toggleFields(pane)
    await expect.poll(() => document.activeElement?.textContent).toContain('All fields')
    await expect.poll(() => document.querySelector('[role=menu]')).toBe(null)
    expect(document.activeElement?.tagName).toBe('H3')
    await toggleFields(pane)
    await expect.poll(() => pane.find('.all-fields').exists()).toBe(false)
    vi.unstubAllGlobals()
  })

  it('says that a product is no longer offered, and offers the way back where the list is hidden', async () => {
    const pane = show(view({ id: 'p', name: 'Mobile' }), { gone: { lastSeen: '2026-11-01T10:03:00Z' }, narrow: true })
    expect(pane.text()).toMatch(/No longer offered. This is the last copy, from .*2026/)
    expect(show(view({ id: 'p' }), { gone: { lastSeen: null } }).text()).toContain('This is the last copy.')
    await pane.get('button[aria-label="Back to the list"]').trigger('click')
    expect(pane.emitted('back')).toHaveLength(1)
  })
})
