import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import HighlightedText from '../../../src/renderer/src/features/catalogue/HighlightedText.ts'
import { highlight } from '../../../src/shared/i18n/search.ts'
import { rows } from './fixtures.ts'
import { openCatalogue, pageOf } from './page-of.ts'

/** The text with what is marked in brackets. */
const marked = (text: string, typed: string): string =>
  highlight(text, typed)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

describe('what is marked in a text', () => {
  it.for([
    ['4G Mobile Proxy', 'mob pro', '4G [Mob]ile [Pro]xy'],
    ['4G Mobile Proxy', 'MOB', '4G [Mob]ile Proxy'],
    // By its beginning only.
    ['Automobile', 'mobile', 'Automobile'],
    ['Résidentiel, São Paulo', 'resi sao', '[Rési]dentiel, [São] Paulo'],
    ['Proxy Łódź, Straße', 'lodz strass', 'Proxy [Łódź], [Straß]e'],
    ['Cafe\u0301 noir', 'café', '[Cafe\u0301] noir'],
    ['mobile MOBILE', 'm', '[m]obile [M]OBILE'],
    // The longest of what begins a word.
    ['Mobile', 'mo mobil', '[Mobil]e'],
    ['10 Gbit, 10-Mbit', '10-gb', '[10] [Gb]it, [10]-Mbit'],
    ['Proxy', '  ', 'Proxy'],
    ['Proxy', '- ! "', 'Proxy'],
    ['', 'x', ''],
    ['Straße 5', 'straß 5', '[Straß]e [5]'],
    ['東京 プロキシ', '東', '[東]京 プロキシ'],
    ['a😀b c', 'b', 'a😀[b] c']
  ] as const)('%o, %o: %o', ([text, typed, expected]) => {
    expect(marked(text, typed)).toBe(expected)
  })

  it('is the whole text in order, whatever the text and whatever was typed', () => {
    const alphabet = [...'aAé \u0301\u200dßİıΣς-/10😀\ud83d\udc00日本ﷺ한ﬁ\u0000\n']
    let seed = 7
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const any = (most: number): string =>
      Array.from({ length: next(most) }, () => alphabet[next(alphabet.length)]).join('')
    let hits = 0
    for (let i = 0; i < 5000; i++) {
      const [text, typed] = [any(24), any(6)]
      const pieces = highlight(text, typed)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      expect(pieces.length === 1 || pieces.every((piece) => piece.text !== '')).toBe(true)
      hits += pieces.filter((piece) => piece.hit).length
    }
    expect(hits).toBeGreaterThan(1000)
  })
})

it('a text keeps its elements while the match moves', async () => {
  const text = mount(HighlightedText, {
    props: { text: '4G Mobile Proxy', searchText: '4g' },
    attachTo: document.body
  })
  const mark = text.get('mark').element
  expect(mark.textContent).toBe('4G')
  for (const [searchText, hit] of [
    ['mob', 'Mob'],
    ['prox', 'Prox']
  ] as const) {
    await text.setProps({ searchText })
    expect(text.get('mark').element).toBe(mark)
    expect(mark.textContent).toBe(hit)
    expect(document.body.textContent).toContain('4G Mobile Proxy')
  }
  await text.setProps({ searchText: '' })
  expect(text.find('mark').exists()).toBe(false)
  text.unmount()
})

it('rows keep the marks of their own search until those of another are here', async () => {
  const { bridge } = await openCatalogue(rows(30))
  const marks = (): string[] => [...document.querySelectorAll('mark')].map((mark) => mark.textContent)
  await browser.getByRole('searchbox').click()
  await userEvent.keyboard('pro')
  await expect.poll(() => new Set(marks())).toEqual(new Set(['Pro']))
  const times = bridge.hold('catalogue.page')
  const before = times()
  await userEvent.keyboard('d')
  await expect.poll(times).toBe(before + 1)
  expect(new Set(marks())).toEqual(new Set(['Pro']))
  bridge.answer('catalogue.page', pageOf(rows(20)))
  await expect.poll(() => new Set(marks())).toEqual(new Set(['Prod']))
})
