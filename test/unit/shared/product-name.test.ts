import { describe, expect, test } from 'vitest'
import { productName, type Product } from '../../../src/shared/models/product.ts'

describe('a product’s name', () => {
  test.each<[string, Product, string | null]>([
    ['the name', { id: 'i', name: ' Mobile ', shortName: 'M' }, 'Mobile'],
    ['the short name, where there is no name', { id: 'i', name: ' ', shortName: 'M', tagline: 'T' }, 'M'],
    [
      'the tagline, where there is no short name',
      { id: 'i', name: null, tagline: ' Fast\nIPs ', description: 'D' },
      'Fast IPs'
    ],
    ['the description, where there is no tagline', { id: 'i', tagline: '\t', description: 'Clean IPs' }, 'Clean IPs'],
    ['the id, where there is no text', { id: 'a-1', description: '<p> </p>' }, 'a-1'],
    ['nothing, where there is nothing', { name: '', description: null, label: 'New', weight: 3 }, null]
  ])('is %s', (_, product, name) => {
    expect(productName(product)).toBe(name)
  })

  test.each([
    [`${'proxy '.repeat(13)}and more`, `${'proxy '.repeat(13).trim()}…`],
    [`${'proxy '.repeat(12)}seventy8 then`, `${'proxy '.repeat(12).trim()}…`],
    ['a'.repeat(200), `${'a'.repeat(79)}…`],
    ['代'.repeat(200), `${'代'.repeat(79)}…`],
    ['b'.repeat(80), 'b'.repeat(80)]
  ])('from a long description is cut after a word, where it has words', (description, name) => {
    expect(productName({ description })).toBe(name)
  })

  test('from a description is one line of plain text', () => {
    const description = '<!-- new -->\n<p class="x">Up to\u202e 5 < 6 Gbit,<br/>\r\n\u0000 every day</p>'
    expect(productName({ description })).toBe('Up to 5 < 6 Gbit, every day')
  })
})

test('a name of signs that nobody sees is none', () => {
  for (const name of ['\u200b', '\u202e\0', '\u200d', '\u00a0\u2066']) {
    expect(productName({ name, shortName: name, tagline: name, description: 'A pool', id: '7' })).toBe('A pool')
    expect(productName({ name, id: name })).toBeNull()
  }
  expect(productName({ name: 'می\u200cخواهم' })).toBe('می\u200cخواهم')
})
