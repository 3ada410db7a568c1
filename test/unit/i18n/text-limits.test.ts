import { describe, expect, it } from 'vitest'
import { createTextLimiter, limitText, MAX_CHANGES, MAX_MARKS, MAX_RUN } from '../../../src/shared/i18n/text-limits.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'

const ACUTE = '\u0301'
const SALUTATION = '\ufdfa'

describe('text that people write stays as it is', () => {
  it.each([
    ['English', 'Mobile proxies in Germany, 4G. '.repeat(200)],
    ['a long word', 'a'.repeat(MAX_RUN)],
    ['long words', `${'a'.repeat(MAX_RUN)} `.repeat(9)],
    ['Vietnamese', 'Tiếng Việt '.normalize('NFC').repeat(5000)],
    ['Vietnamese, decomposed', 'Tiếng Việt '.normalize('NFD').repeat(5000)],
    ['Armenian', 'Շարժական պրոքսիներ Գերմանիայում '.repeat(2000)],
    ['Amharic', 'በጀርመን ውስጥ የሞባይል ፕሮክሲዎች '.repeat(2000)],
    ['Persian', 'پروکسی‌های موبایل در آلمان می‌گیرد '.repeat(2000)],
    ['Greek, of old', 'Ἐν ἀρχῇ ἦν ὁ λόγος, καὶ ὁ λόγος '.repeat(1500)],
    ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים '.repeat(100)],
    ['Arabic', 'وكلاء الهاتف المحمول في ألمانيا '.repeat(100)],
    ['Thai, without blanks', 'พร็อกซีมือถือความเร็วสูงในเยอรมนี'.repeat(14)],
    ['Hindi', 'जर्मनी में मोबाइल प्रॉक्सी '.repeat(100)],
    ['Chinese, without blanks', '德国的移动代理服务器速度快'.repeat(500)],
    ['Korean', '독일의모바일프록시'.repeat(500)],
    ['Russian', 'Мобильные прокси (4G) в Германии, быстро и недорого. '.repeat(800)],
    ['Japanese with Latin words', 'ドイツのモバイルプロキシは4Gで高速です。'.repeat(600)],
    ['emoji of several parts', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿👍🏽'.repeat(20)],
    ['nothing', '']
  ])('%s', (_, text) => expect(limitText(text)).toBe(text))
})

describe('marks on one letter', () => {
  it('are limited, and the letters after them are not touched', () => {
    expect(limitText(`a${ACUTE.repeat(100_000)}b`)).toBe(`a${ACUTE.repeat(MAX_MARKS)}b`)
    expect(limitText(`a${ACUTE.repeat(MAX_MARKS)}b`.repeat(9))).toBe(`a${ACUTE.repeat(MAX_MARKS)}b`.repeat(9))
  })

  it.each([
    ['joiners', '\u200d'],
    ['variation selectors', '\ufe0f'],
    ['tags', '\u{e0061}'],
    ['directions', '\u202e'],
    ['enclosing circles', '\u20dd'],
    ['vowel signs', '\u0bc6']
  ])('may be %s', (_, mark) => expect(limitText(`a${mark.repeat(999)}b`)).toBe(`a${mark.repeat(MAX_MARKS)}b`))

  it('count across texts that follow each other', () => {
    const { limit } = createTextLimiter()
    const shown = ['a', ...Array.from({ length: 50 }, () => ACUTE), '', ACUTE, 'b', ACUTE].map(limit).join('')
    expect(shown).toBe(`a${ACUTE.repeat(MAX_MARKS)}b${ACUTE}`)
  })
})

describe('letters without a place to break the line', () => {
  it('get one after every so many', () => {
    const shown = limitText(SALUTATION.repeat(MAX_RUN * 2 + 5))
    expect(shown.split(' ').map(({ length }) => length)).toEqual([MAX_RUN, MAX_RUN, 5])
    const fits = `${SALUTATION.repeat(MAX_RUN)} ${SALUTATION.repeat(MAX_RUN)}`
    expect(limitText(fits)).toBe(fits)
  })

  it.each([
    ['leading consonants of Hangul', '\u1100'],
    ['consonants with their vowels suppressed', '\u0915\u094d'],
    ['emoji joined to each other', '👩\u200d'],
    ['letters joined across soft hyphens', 'ب\u00ad'],
    ['letters joined across blanks without width', 'ب\u200b'],
    ['kerned letters', 'AV'],
    ['kerned letters and signs', 'A-V/'],
    ['kerned letters and blanks at which no line breaks', 'A\u00a0'],
    ['kerned letters joined by signs that can’t be seen', `${'AV'.repeat(MAX_RUN / 5)}\u2060`],
    ['kerned letters of two scripts', 'ATТА'],
    ['kerned letters and Han marks', 'AV\u302a']
  ])('of %s', (_, letters) => {
    for (const part of limitText(letters.repeat(5000)).split(' ')) {
      expect([...part].length).toBeLessThanOrEqual(MAX_RUN + 1)
    }
  })

  it('count across texts that follow each other', () => {
    const { limit } = createTextLimiter()
    const shown = Array.from({ length: 99 }, () => limit('AV'.repeat(MAX_RUN / 5))).join('')
    for (const part of shown.split(' ')) expect(part.length).toBeLessThanOrEqual(MAX_RUN)
    expect(shown.replaceAll(' ', '')).toBe('AV'.repeat((99 * MAX_RUN) / 5))
    expect(['a ', 'b'.repeat(MAX_RUN), ' c'].map(createTextLimiter().limit).join('')).toBe(`a ${'b'.repeat(MAX_RUN)} c`)
  })
})

describe('changes between scripts', () => {
  it.each([
    ['Latin and Arabic', 'ب a '],
    ['digits and Hebrew', '1א'],
    ['brackets and Hebrew', '(א)'],
    ['Arabic letters and digits', 'ب٠'],
    ['Latin and Cyrillic', 'aд'],
    ['Latin and Han', 'a德'],
    ['Latin and Han, with blanks', 'a 德 '],
    ['Hindi and Bengali', 'अঅ'],
    ['five scripts', 'aबพдα'],
    ['directions', '\u202ea\u202c']
  ])('are limited: %s', (_, unit) => {
    const shown = limitText(unit.repeat(20_000))
    expect(shown.endsWith('…')).toBe(true)
    expect([...shown].length).toBeLessThanOrEqual(unit.length * MAX_CHANGES)
    const letters = (text: string): string => text.replaceAll(' ', '')
    expect(letters(unit.repeat(20_000)).startsWith(letters(shown).slice(0, -1))).toBe(true)
  })

  it('are also characters of many letters', () => {
    expect(limitText(`${SALUTATION} `.repeat(MAX_CHANGES))).toHaveLength(2 * MAX_CHANGES)
    expect(limitText(`${SALUTATION} `.repeat(20_000))).toHaveLength(2 * MAX_CHANGES + 2)
  })

  it('are also brackets inside each other, in one text or in many', () => {
    expect(limitText(`${'('.repeat(50_000)}א${')'.repeat(50_000)}`)).toBe('…')
    expect(limitText('(a) '.repeat(20_000))).toBe('(a) '.repeat(20_000))
    const { limit, isFull } = createTextLimiter()
    for (let at = 0; at < 3000; at += 1) limit('[('.repeat(2))
    expect(isFull()).toBe(true)
  })

  it('count across texts that follow each other', () => {
    const { limit, isFull } = createTextLimiter()
    const shown = Array.from({ length: MAX_CHANGES }, () => [limit('a'), limit('ב')]).flat()
    expect(isFull()).toBe(true)
    expect(shown.join('').replaceAll(' ', '').length).toBeLessThanOrEqual(MAX_CHANGES + 3)
  })
})

it.each([
  ['marks', ACUTE],
  ['letters that join', 'ب'],
  ['letters with marks', `a${ACUTE}`],
  ['halves of pairs', '\ud83d'],
  ['kerned letters', 'AV'],
  ['words as long as they may be', `${'a'.repeat(MAX_RUN)} `],
  ['blanks', '\u3000']
])('takes linear time: %s', (_, unit) => {
  expect(growthOf((size) => `a${unit.repeat(size / unit.length)}`, limitText)).toBeLessThan(LINEAR)
})
