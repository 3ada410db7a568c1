/** Counts what layout would have to do, because a limit in milliseconds would depend on the machine. */
import { describe, expect, it } from 'vitest'
import {
  CELLS_PER_TABLE,
  gridSize,
  limitLayout,
  MAX_ATTRIBUTE,
  MAX_CELLS,
  MAX_DEPTH,
  MAX_LANGUAGES,
  MAX_LINES,
  MAX_NESTED,
  MAX_RENUMBERED,
  MAX_RUBY,
  MAX_SPAN,
  MAX_TEXT
} from '../../../../src/renderer/src/features/catalogue/description/limitLayout.ts'
import { sanitise } from '../../../../src/renderer/src/features/catalogue/description/sanitise.ts'
import { truncateHtml } from '../../../../src/renderer/src/features/catalogue/description/truncateHtml.ts'
import { MAX_RUN } from '../../../../src/shared/i18n/text-limits.ts'

/** As the product page does it. */
function accepted(html: string): DocumentFragment {
  const content = sanitise(truncateHtml(html).html)
  limitLayout(content)
  return content
}
const isCut = (html: string): boolean => limitLayout(sanitise(html))
function written(content: DocumentFragment): string {
  const box = document.createElement('div')
  box.append(document.importNode(content, true))
  return box.innerHTML
}

const cells = (content: DocumentFragment): number =>
  [...content.querySelectorAll('table')].reduce((sum, table) => sum + gridSize(table), 0)

function deepest(content: DocumentFragment, selector: string): number {
  let most = 0
  for (const element of content.querySelectorAll(selector)) {
    let depth = 1
    for (let outer = element.parentElement; outer; outer = outer.parentElement) if (outer.matches(selector)) depth += 1
    most = Math.max(most, depth)
  }
  return most
}

describe('a table', () => {
  it('of a size that people write keeps its spans and columns', () => {
    const html =
      '<table><colgroup><col span="2"></colgroup><tbody><tr><td rowspan="2" colspan="3">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>'
    expect(written(accepted(html))).toBe(html)
    expect(cells(accepted(html))).toBe(2 * 4)
    const long = `<table><tbody>${'<tr><td>a</td><td>b</td></tr>'.repeat(700)}</tbody></table>`
    expect(written(accepted(long))).toBe(long)
  })

  it('has no span above the limit, however it is written', () => {
    for (const span of ['65534', '1000', '+900', ' 900', '900x', '99999999999999999999', '0']) {
      const content = accepted(
        `<table><col span="${span}"><tr><td rowspan="${span}" colspan="${span}">a</td></tr></table>`
      )
      const cell = content.querySelector('td')
      const column = content.querySelector('col')
      if (cell) {
        expect(cell.colSpan, span).toBeLessThanOrEqual(MAX_SPAN.columns)
        expect(cell.rowSpan, span).toBeLessThanOrEqual(MAX_SPAN.rows)
        // Zero would be all rows that follow.
        expect(cell.rowSpan, span).toBeGreaterThan(0)
      }
      expect(column?.span ?? 0, span).toBeLessThanOrEqual(MAX_SPAN.columns)
    }
  })

  it('is counted with what its spans cover in later rows, and with the places that short rows leave empty', () => {
    const grid = (rows: string): number => {
      const table = sanitise(`<table>${rows}</table>`).querySelector('table')
      return table ? gridSize(table) : -1
    }
    expect(grid('<tr><td>a<td>b<td>c<tr><td>d')).toBe(2 * 3)
    expect(grid('<tr><td rowspan=2>a<tr><td>b')).toBe(2 * 2)
    expect(grid('<tr><td rowspan=3 colspan=10>a<tr><td rowspan=2 colspan=10>b<tr><td colspan=10>c<tr><td>d')).toBe(
      4 * 30
    )
    expect(grid('<tr><td rowspan=2 colspan=5>a<tr><td>b<tr><td colspan=5>c')).toBe(3 * 6)
    expect(grid('<col span=7><tr><td>a')).toBe(7)
  })

  it.each([
    ['rows and columns of spans', '<table>' + '<tr><td rowspan=65534 colspan=1000>x'.repeat(1600)],
    ['spans of 7 kB', '<table>' + '<tr><td rowspan=65534 colspan=1000>x'.repeat(200)],
    [
      'spans below the limit',
      '<table>' + `<tr><td rowspan=${MAX_SPAN.rows} colspan=${MAX_SPAN.columns}>x`.repeat(1600)
    ],
    ['spans to the end', '<table>' + '<tr><td rowspan=0 colspan=1000>x'.repeat(1600)],
    ['columns', '<table>' + '<col span=1000>'.repeat(4000) + '<tr><td>x'],
    ['one wide row above many', `<table><tr>${'<td>x'.repeat(2400)}${'<tr><td>x'.repeat(1200)}`],
    ['many tables', '<table><tr><td colspan=1000 rowspan=9>x</table>'.repeat(2400)],
    ['tables without a row', '<table>x</table>'.repeat(2400)],
    ['tables in each other', '<table><tr><td colspan=1000>x'.repeat(1600)]
  ])('of %s is shown as words beyond the limit', (_, html) => {
    const content = accepted(html)
    expect(cells(content)).toBeLessThanOrEqual(MAX_CELLS)
    expect(content.querySelectorAll('table').length).toBeLessThanOrEqual(MAX_CELLS / CELLS_PER_TABLE)
    expect(content.textContent.replaceAll(/[^x]/g, '')).toHaveLength(
      sanitise(truncateHtml(html).html).textContent.replaceAll(/[^x]/g, '').length
    )
  })
})

describe('elements inside each other', () => {
  it('stay as they are in what people write', () => {
    const html =
      '<ul><li>a<ol><li><p dir="rtl">b <bdo dir="ltr">c</bdo></p></li></ol></li></ul><ruby>d<rt>e</rt></ruby>' +
      '<blockquote><blockquote>f</blockquote></blockquote>'
    expect(written(accepted(html))).toBe(html)
  })

  it.each([
    ...['bdo', 'mark', 'ruby', 'p dir=rtl', 'span dir=ltr', 'div', 'ul><li', 'ol reversed><li', 'dl><dd'],
    ...['details open', 'blockquote', 'q', 'section', 'i', 'sup', 'table><tr><td', 'ruby><rt', 'center', 'div dir=ltr']
  ])('are limited: <%s>', (tag) => {
    const content = accepted(`<${tag}>x `.repeat(2400))
    expect(deepest(content, '*')).toBeLessThanOrEqual(MAX_DEPTH)
    for (const [kind, most] of Object.entries(MAX_NESTED))
      expect(deepest(content, kind), kind).toBeLessThanOrEqual(most)
    const all = sanitise(truncateHtml(`<${tag}>x `.repeat(2400)).html).textContent
    expect(content.textContent.match(/x/g)).toHaveLength(all.match(/x/g)?.length ?? 0)
  })

  it('of a list have a number of their own so many times', () => {
    const content = accepted(`<ol>${'<li value="-7">x</li>'.repeat(2000)}</ol>`)
    expect(content.querySelectorAll('[value]')).toHaveLength(MAX_RENUMBERED / 2000)
    expect(content.querySelectorAll('li')).toHaveLength(2000)
  })

  it.each(['<ruby>x<rt>y</rt></ruby>', 'x<rt>y</rt>'])('of ruby are so many: %s', (pair) => {
    const content = accepted(`<ruby>${pair.repeat(1000)}</ruby>${pair.repeat(200)}`)
    expect(content.querySelectorAll('rt, ruby').length).toBeLessThanOrEqual(MAX_RUBY)
    expect(content.textContent.match(/y/g)).toHaveLength(1200)
  })

  it('leave their words, with a blank between those of two elements', () => {
    const content = accepted(`${'<ruby>'.repeat(2)}<p>one</p><p>two</p>`)
    expect(content.textContent).toContain('one two')
  })
})

describe('text', () => {
  const marks = (count: number): string => '&#769;'.repeat(count)

  it('is cut at so many characters, and that is said', () => {
    const fits = `<p>${'word '.repeat(MAX_TEXT / 5)}</p>`
    expect(isCut(fits)).toBe(false)
    expect(isCut(`${fits}<p>x</p>`)).toBe(true)
    expect(accepted(`${fits}<p>x</p>`).textContent).toBe('word '.repeat(MAX_TEXT / 5))
  })

  it.each([
    [
      'Thai',
      'บริการพร็อกซีมือถือความเร็วสูงสำหรับธุรกิจในประเทศเยอรมนีพร้อมเปลี่ยนที่อยู่ไอพีอัตโนมัติทุกสิบนาทีและรองรับทั้งเครือข่ายสี่จีและห้าจีโดยไม่จำกัดปริมาณการใช้งานเหมาะสำหรับการตรวจสอบโฆษณาการเก็บข้อมูลสาธารณะและการทดสอบเว็บไซต์จากหลายเมืองทั่วประเทศ ทีมสนับสนุนพร้อมช่วยเหลือตลอดยี่สิบสี่ชั่วโมง'
    ],
    ['Khmer', 'ប្រូកស៊ីទូរសព្ទដៃល្បឿនលឿននៅក្នុងប្រទេសអាល្លឺម៉ង់សម្រាប់អាជីវកម្មដែលត្រូវការអាសយដ្ឋានថេរ។ '],
    ['Lao', 'ພຣັອກຊີມືຖືຄວາມໄວສູງໃນປະເທດເຢຍລະມັນສຳລັບທຸລະກິດທີ່ຕ້ອງການທີ່ຢູ່ຄົງທີ່ '],
    ['Burmese', 'ဂျာမနီနိုင်ငံရှိမြန်နှုန်းမြင့်မိုဘိုင်းပရောက်စီဝန်ဆောင်မှုကိုစီးပွားရေးလုပ်ငန်းများအတွက်ရရှိနိုင်ပါသည်။ '],
    [
      'Arabic',
      'وكلاء الهاتف المحمول عالية السرعة في ألمانيا للشركات التي تحتاج إلى عناوين ثابتة ودعم على مدار الساعة. '
    ]
  ])('in %s as long as ten pages stays as it is', (_, paragraph) => {
    const html = `<p>${paragraph}</p>`.repeat(Math.floor(MAX_TEXT / paragraph.length))
    expect(written(accepted(html))).toBe(html)
  })

  it('has a blank in words that are no words, and links keep their address', () => {
    const word = 'AV'.repeat(MAX_RUN / 2)
    const address = `https://a.example/?${word.repeat(3)}`
    const content = accepted(`<p>${word} <b>${word.repeat(3)}</b><a href="${address}">x</a></p>`)
    expect(content.textContent).toBe(`${word} ${word} ${word} ${word} x`)
    expect(content.querySelector('a')?.dataset['address']).toBe(address)
  })

  it('of many cells or entries has no blanks put in between', () => {
    const html = `<ul>${'<li>some<b>thing</b></li>'.repeat(200)}</ul>`
    expect(written(accepted(html))).toBe(html)
  })

  it('has so many lines, in verbatim text and as breaks together', () => {
    const content = accepted(`<pre>${'a\n'.repeat(2 * MAX_LINES)}</pre>${'a<br>'.repeat(MAX_LINES / 2)}<p>b\nc</p>`)
    expect(content.querySelectorAll('br')).toHaveLength(MAX_LINES / 2)
    expect(content.querySelector('pre')?.textContent.split('\n')).toHaveLength(MAX_LINES / 2 + 1)
    expect(accepted('a<br>'.repeat(2 * MAX_LINES)).querySelectorAll('br').length).toBeLessThanOrEqual(MAX_LINES)
    expect(content.querySelector('p')?.textContent).toBe('b\nc')
  })

  it('is in so many languages', () => {
    const languages = Array.from({ length: 2 * MAX_LANGUAGES }, (_, at) => `<p lang="a${at}">x</p>`).join('')
    const content = accepted(`${languages}<p lang="a0">x</p>`)
    expect(content.querySelectorAll('[lang]')).toHaveLength(MAX_LANGUAGES + 1)
    expect(content.querySelectorAll('p')).toHaveLength(2 * MAX_LANGUAGES + 1)
  })

  it('has no letter with thousands of marks, written as entities or in elements either', () => {
    for (const html of [`<p>a${marks(15_000)}b`, `a${`<b>${marks(3)}</b>`.repeat(2000)}b`]) {
      expect(accepted(html).textContent).toBe(`a${'\u0301'.repeat(8)}b`)
    }
  })

  it('that changes its script all the time is cut, and that is said', () => {
    expect(isCut(`<p>${'1\u05d0'.repeat(2000)}</p>`)).toBe(false)
    expect(isCut(`<p>${'1\u05d0'.repeat(50_000)}</p>`)).toBe(true)
    expect(accepted('<p>1<p>\u05d0'.repeat(2000)).textContent).toHaveLength(4000)
    expect(accepted(`<p>${'1\u05d0'.repeat(50_000)}</p>`).textContent.length).toBeLessThan(6000)
  })

  it('in tooltips and in place of pictures is short', () => {
    const content = accepted(
      `<p title="a${marks(5000)}">x<img alt="${'y'.repeat(5000)}"><a href="https://a.example/${'z'.repeat(5000)}">z</a>`
    )
    expect(content.querySelector('p')?.title).toBe(`a${'\u0301'.repeat(8)}…`)
    for (const text of [content.querySelector('img')?.alt, content.querySelector('a')?.title]) {
      expect(text?.replaceAll(' ', '')).toHaveLength(MAX_ATTRIBUTE)
    }
    // What is asked about and opened is the whole.
    expect(content.querySelector('a')?.dataset['address']).toHaveLength(5018)
  })
})

/** The bench has a limit for each (P15). Without limits, one of these took ten seconds and more. */
describe('the longest text is laid out before the test ends', () => {
  const kerned = 'AV'.repeat(50)
  it.each([
    ['kerned letters', 'AV', '<p>'],
    ['kerned letters joined by signs that can’t be seen', `${kerned}\u2060`, '<h1>'],
    ['kerned letters in many elements', `<span>${kerned}</span>`, '<h1>'],
    ['lines with a direction of their own', 'a\n', `<pre>${'<bdo dir=rtl>'.repeat(8)}`]
  ])('%s', (_, unit, before) => {
    const box = document.createElement('div')
    box.style.cssText = 'inline-size: 300px; overflow-wrap: anywhere'
    document.body.append(box)
    box.replaceChildren(document.importNode(accepted(before + unit.repeat((5 * MAX_TEXT) / unit.length)), true))
    expect(box.getBoundingClientRect().height).toBeGreaterThan(0)
    box.remove()
  })
})
