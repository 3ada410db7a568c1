import { mount } from '@vue/test-utils'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nextTick } from 'vue'
import ProductLine from '../../../src/renderer/src/features/catalogue/ProductLine.vue'
import type { ProductRow } from '../../../src/shared/models/product.ts'
import { row } from './fixtures.ts'

const show = (given: ProductRow, searchText = '', grouped = false, attachTo?: Element) =>
  mount(ProductLine, { props: { row: given, pictureVersion: 7, searchText, grouped }, ...(attachTo && { attachTo }) })

/** Nothing serves the picture here: only the test says when it is broken. With fake timers. */
function showPicture(given: ProductRow) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const stop = (event: Event): void => (event.isTrusted ? event.stopImmediatePropagation() : undefined)
  addEventListener('error', stop, { capture: true })
  onTestFinished(() => removeEventListener('error', stop, { capture: true }))
  const line = show(given, '', false, document.body)
  onTestFinished(() => line.unmount())
  return line
}

describe('a line of the catalogue', () => {
  it('says nothing that the provider did not say', () => {
    const line = show(row('p'))
    expect(line.text()).toBe('Unnamed product')
    expect(line.attributes('title')).toBe('Unnamed product')
    expect(line.find('img').exists()).toBe(false)
  })

  it('has its price at the end, in the words of its interval, and no room for one without', () => {
    const priced = (price: NonNullable<ProductRow['price']>): string => show(row('p', { name: 'One', price })).text()
    expect(priced({ amount: '9.5', currency: 'EUR', interval: 'month' })).toBe('One€9.50 a month')
    expect(priced({ amount: '9.5', currency: 'EUR', interval: 'per port' })).toBe('One€9.50 · per port')
    expect(priced({ amount: '0', currency: null, interval: null })).toBe('One0.00')
    expect(
      show(row('p', { name: 'One' }))
        .find('.figures')
        .exists()
    ).toBe(false)
  })

  it('marks what is unavailable or featured, and is quieter when unavailable', () => {
    const available = show(row('p', { isAvailable: true }))
    const unavailable = show(row('p', { isAvailable: false, isFeatured: true }))
    expect(available.text()).not.toContain('vailable')
    expect(unavailable.text()).toContain('Unavailable')
    expect(unavailable.text()).toContain('Featured')
    const quiet = [available, unavailable, show(row('p'))].map((line) => line.classes().includes('unavailable'))
    expect(quiet).toEqual([false, true, false])
  })

  it('asks for the picture of a row that stays, under an escaped key, and draws the icon when that is broken', async () => {
    const line = showPicture(row('a/b?c', { hasImage: true, iconName: 'server' }))
    const source = async (): Promise<string | undefined> => {
      // Somebody types the next letter.
      await vi.advanceTimersByTimeAsync(150)
      expect(line.find('img').exists()).toBe(false)
      await vi.advanceTimersByTimeAsync(100)
      await vi.waitFor(() => expect(line.find('img').exists()).toBe(true))
      return line.get('img').attributes('src')
    }
    expect(await source()).toBe('/media/product/-/a%2Fb%3Fc?r=7&which=small')
    await line.get('img').trigger('error')
    expect(line.find('img').exists()).toBe(false)
    await vi.dynamicImportSettled()
    expect(line.find('svg').exists()).toBe(true)
    await line.setProps({ pictureVersion: 8 })
    expect(await source()).toBe('/media/product/-/a%2Fb%3Fc?r=8&which=small')
  })

  it('keeps its picture when the one before it fails late', async () => {
    const line = showPicture(row('p', { hasImage: true }))
    await vi.advanceTimersByTimeAsync(250)
    const former = line.get('img').element
    await line.setProps({ pictureVersion: 8 })
    await vi.advanceTimersByTimeAsync(250)
    former.dispatchEvent(new Event('error'))
    await nextTick()
    expect(line.get('img').attributes('src')).toContain('r=8')
    await line.get('img').trigger('error')
    expect(line.find('img').exists()).toBe(false)
  })

  it('says where a search found it, if in no text of the row', () => {
    const given = row('p', {
      name: 'Name',
      tagline: 'Tagline',
      foundIn: { field: 'description', text: 'runs in Oslo' }
    })
    const line = show(given, 'oslo')
    expect(line.text()).toContain('in description: runs in Oslo')
    expect(line.text()).not.toContain('Tagline')
    expect(line.get('mark').text()).toBe('Oslo')
  })

  it('leaves the label to the heading of its group', () => {
    const given = row('p', { name: 'Name', label: 'Beta' })
    expect(show(given).text()).toContain('Beta')
    expect(show(given, '', true).text()).toBe('Name')
  })

  it('has the whole of a long name in its title', () => {
    const name = 'Residential '.repeat(20).trim()
    expect(show(row('p', { name, tagline: 'Tag' })).attributes('title')).toBe(`${name}\nTag`)
  })

  it('marks the search terms in name, tagline and label', async () => {
    const line = show(row('p', { name: 'Résidentiel, 10 Gbit', tagline: 'resi', label: 'Residential' }), 'resi')
    expect(line.get('.name').text()).toBe('Résidentiel, 10 Gbit')
    expect(line.findAll('mark').map((mark) => mark.text())).toEqual(['Rési', 'resi', 'Resi'])
    expect(line.get('.name').text()).toBe('Résidentiel, 10 Gbit')
    await line.setProps({ searchText: '' })
    expect(line.find('mark').exists()).toBe(false)
  })
})
