import { describe, expect, it } from 'vitest'
import {
  truncateHtml,
  MAX_HTML_LENGTH,
  MAX_ATTRIBUTES,
  MAX_TAGS
} from '../../../../src/renderer/src/features/catalogue/description/truncateHtml.ts'
import {
  ATTRIBUTES as LISTED,
  filterTags,
  PREFIX,
  TAGS
} from '../../../../src/renderer/src/features/catalogue/description/filterTags.ts'
import { sanitise } from '../../../../src/renderer/src/features/catalogue/description/sanitise.ts'
import { PICTURE_LIMITS } from '../../../../src/shared/picture/picture.ts'
import { batches, greedy, payloads, RUN } from '../../../e2e/html/payloads.ts'
import { sample } from '../../../support/depth.ts'
import { AVIF, dataUrl, gif, NESTED_SVG, png, STILL_PICTURES } from '../../../support/pictures.ts'

const FOREIGN = 'http://127.0.0.1:9/hit'
const ALL = payloads(FOREIGN)
const TRIED = sample(ALL)

/** As text, for looking only: the app never does that. */
function written(content: DocumentFragment): string {
  const box = document.implementation.createHTMLDocument().createElement('div')
  box.append(box.ownerDocument.importNode(content, true))
  return box.innerHTML
}
const clean = (html: string): string => written(sanitise(html))

/** What may be there at all: names of elements, and of their attributes. */
const ELEMENTS =
  /^(a|abbr|address|article|aside|b|bdo|blockquote|br|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|d[lt]|em|fig(caption|ure)|footer|h[1-6r]|header|i|img|ins|kbd|li|main|mark|[ou]l|p|pre|q|r[pt]|ruby|s|samp|section|small|span|strike|strong|su[bp]|summary|table|tbody|t[dhr]|tfoot|thead|time|u|var|wbr)$/
const ATTRIBUTES =
  /^(align|alt|class|colspan|data-address|dir|height|lang|open|reversed|role|rowspan|scope|span|src|start|tabindex|title|value|width)$/

function faults(html: string): string[] {
  const found: string[] = []
  for (const element of sanitise(html).querySelectorAll('*')) {
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') found.push(`namespace ${element.namespaceURI}`)
    if (!ELEMENTS.test(element.localName)) found.push(`<${element.localName}>`)
    for (const { name, value } of element.attributes) {
      if (!ATTRIBUTES.test(name)) found.push(`${element.localName} ${name}="${value}"`)
      if (name === 'src' && !/^data:image\/(png|jpeg|gif|webp);base64,/.test(value)) found.push(`src="${value}"`)
      if (name === 'class' && value !== 'picture') found.push(`class="${value}"`)
      if (name === 'data-address' && /^\W*\w*script\W*:/i.test(value)) found.push(`leads to ${value}`)
    }
  }
  return found
}

describe('hostile HTML', () => {
  it('is of many kinds', () => {
    expect(new Set(ALL).size).toBe(ALL.length)
    expect(ALL.length).toBeGreaterThan(2500)
  })

  it('runs where nothing stands in its way, so that these tests are about something', async () => {
    const ran = new Set<number>()
    const asked = new Set<number>()
    Object.defineProperty(window, 'ran', { configurable: true, set: (payload: number) => void ran.add(payload) })
    // Some of each kind. Without those that would lead the frame, or the test’s own page, elsewhere.
    const still = ALL.filter((html) => !/refresh|_top|<base|<form|ping|<frame/.test(html))
    const shown = still.filter((html, at) => at % 11 === 0 || (html.includes(FOREIGN) && at % 9 === 0))
    const show = async (html: string, at: number): Promise<void> => {
      const frame = document.createElement('iframe')
      // Each payload says its own number.
      frame.srcdoc = html.replaceAll(RUN, RUN.replace('1', String(at)))
      const loaded = new Promise((resolve) => (frame.onload = resolve))
      document.body.append(frame)
      await loaded
      const { performance: inside } = frame.contentWindow!
      if (inside.getEntriesByType('resource').some(({ name }) => name === FOREIGN)) asked.add(at)
      frame.remove()
    }
    // One after another: many at once leave the page without the keyboard's focus, which later files of tests need.
    for (const [at, html] of shown.entries()) await show(html, at)
    Reflect.deleteProperty(window, 'ran')
    expect(ran.size).toBeGreaterThan(30)
    expect(asked.size).toBeGreaterThan(5)
  }, 60_000)

  it('leaves nothing but text, structure and pictures that are there already', () => {
    const found = [...TRIED, ...greedy(FOREIGN)].flatMap((html) =>
      faults(html).map((fault) => `${fault} of ${html.slice(0, 200)}`)
    )
    expect(found).toEqual([])
  })

  it('does so too when many stand in one description', () => {
    const found = batches(TRIED, 25).flatMap(({ html }) => faults(html))
    expect(found).toEqual([])
    for (const { html, first, last } of batches(TRIED, 25)) {
      const { textContent } = sanitise(html)
      expect(textContent).toContain(first)
      expect(textContent).toContain(last)
    }
  })

  it('does not repeat unclosed formatting in each of the paragraphs after it', () => {
    const names = ['b', 'A', 'font', 'nobr', 'code', 'tt']
    const open = Array.from({ length: 60 }, (_, at) => `<${names[at % names.length]}\ntitle=${at}>`).join('')
    const content = sanitise(`<p>${open}${'<p>x'.repeat(60)}`)
    expect(content.textContent).toBe('x'.repeat(60))
    expect(content.querySelectorAll('*').length).toBeLessThanOrEqual(120)
  })
})

describe('before it is parsed, a description', () => {
  /** What the browser's parser makes of it. */
  function unlisted(html: string): string[] {
    const found: string[] = []
    const { head, body } = new DOMParser().parseFromString(`<body>${filterTags(html)}`, 'text/html')
    expect(head.childNodes).toHaveLength(0)
    for (const element of body.querySelectorAll('*')) {
      if (!TAGS.has(element.localName.replace(PREFIX, ''))) found.push(`<${element.localName}>`)
      for (const { name, value } of element.attributes) {
        if (!LISTED.has(name) || (name === 'dir' && !/^(ltr|rtl)$/i.test(value))) found.push(`${name}="${value}"`)
      }
    }
    return found
  }

  it('has only what is listed, however it is written', () => {
    const hostile = ['style', 'media', 'onclick', 'dir', 'id'].flatMap((name) =>
      [
        `${name}=auto`,
        `${name.toUpperCase()} = auto`,
        `a="b"${name}='auto'`,
        `/${name}/=auto`,
        `=${name}=auto`
      ].flatMap((written) => [
        `<p ${written}>x`,
        `<p/${written}>x`,
        `<p\n\f\t${written}>x`,
        `<a title='>"'${written} dir=ltr>x`
      ])
    )
    const odd = [
      ...['<BDI>x', '<p dir="&#97;uto">x', '<p dir=ltr dir=auto>x', '<p dir=auto dir=ltr>x', '<p dir=rtl\0>x'],
      ...['<!-->x<bdi>', '<!--->x<bdi>', '<!-- --!><bdi>x', '</ ><bdi>x', '<!x><bdi>x', '<?x><bdi>x', '<p <bdi>x'],
      ...[
        '<p title="<bdi>">x',
        '<p title=<bdi>x',
        "<p title='a\"<bdi>'>x",
        '<p title="<bdi>x',
        '<scr\0ipt>x',
        '<bdi/>x'
      ],
      ...[
        '<svg><p><style><bdi>',
        '<select><option><bdi>',
        '<style></style ><bdi>',
        '<plain-b style=x>x',
        '<p\0style=x>x'
      ]
    ]
    for (const html of [...hostile, ...odd, ...TRIED, ...greedy(FOREIGN)]) expect(unlisted(html), html).toEqual([])
  })

  it.each([
    ['a < b <3 <', 'a &lt; b &lt;3 &lt;'],
    ['<P TITLE=a"b Dir=RTL>x</P class=y>', '<p title="a&quot;b" dir="RTL">x</p>'],
    ["<img alt='a\"b' src=x/>&amp;", `<img alt='a"b' src="x/">&amp;`],
    ['<b>x</b><details open>y</details>', '<plain-b>x</plain-b><plain-details open="">y</plain-details>'],
    ['a<!-- <p> -->b<!doctype html>c</>d<?x?>e', 'abcde'],
    ['a<script>if (a<b) "</p>"</script >b<style>p{}</style>c<svg/>d<svg><g/>x</svg>e', 'abcde'],
    ['<form><button>a</button><bdi>b</bdi></form><x-y>c</x-y>', 'abc'],
    ['a<p title=x', 'a'],
    ['a<script>b', 'a'],
    ['a<!-- b', 'a']
  ])('is written anew: %s', (html, anew) => expect(filterTags(html)).toBe(anew))

  it.each([
    ['a media query', `<source srcset=a media="${'('.repeat(400_000)}">`],
    ['colours', `<p style="color:${'light-dark('.repeat(64_000)}">`],
    ['variables', `<p style="--x:${'var(--y,'.repeat(100_000)}">`]
  ])('crashes no parser by nesting: %s', (_, html) => {
    expect(sanitise(`<p>a</p>${html}<p>b</p>`).textContent).toBe('ab')
  })

  it.each([
    ['a block with its direction read from the text', (rest: string) => `<div dir=auto>${rest}`],
    ['isolated text', (rest: string) => `<bdi>${rest}`],
    ['an option', (rest: string) => `<option>${rest}`],
    ['a fold', (rest: string) => `<details name=x open>${rest.replaceAll('<p>', '<summary>')}`],
    ['folds', (rest: string) => rest.replaceAll('<p>', '<details name=x open>')],
    ['videos', (rest: string) => rest.replaceAll('<p>', '<video controls></video>')]
    // A cost that grows faster than the text takes more than the test's time.
  ])('is parsed before the test ends: %s', (_, around) => {
    expect(sanitise(around(`<p>${'1'.repeat(190)}`.repeat(4900))).textContent).toHaveLength(4900 * 190)
  })

  it.each(['<p a=b>', '<p title="<', '</', '<!--', '<p \n', '<script>', '<svg>', '<p a=\'"', '<p a='])(
    'is filtered before the test ends: %j',
    (unit) => {
      const html = unit.repeat(1_000_000 / unit.length)
      expect(filterTags(html).length).toBeLessThan(2 * html.length)
    }
  )
})

describe('what people write', () => {
  it('stays: headings, lists, tables, emphasis', () => {
    const html =
      '<h2>Mobile</h2><p>Fast <em>and</em> <strong>cheap</strong><br>x</p><ol start="3"><li value="4">a</li></ol>' +
      '<table><thead><tr><th scope="col" colspan="2">n</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
      '<details open=""><summary>more</summary>text</details><p dir="rtl" lang="he">x</p>'
    expect(clean(html)).toBe(html)
  })

  it('loses its own look and names, and keeps its text', () => {
    expect(clean('<font color=red>a</font><p id=x class=y style="color:red" data-z=1 aria-label=q>b</p>')).toBe(
      'a<p>b</p>'
    )
    expect(clean('<style>p{}</style><script>x</script><title>t</title>a<button>b</button>')).toBe('ab')
  })

  it('keeps pictures that are inside of it, and tells the others by their words', () => {
    const inside = `<img src="${dataUrl('image/png', png())}" alt="a" width="4" height="5">`
    expect(clean(inside)).toBe(inside)
    expect(clean('<img src="https://a.example/x.png" alt=" A map ">')).toBe('<span class="picture">A map</span>')
    expect(clean('a<img src="/x.png"><img src="data:text/html,x" alt=""><img alt="none">b')).toBe('a<img alt="none">b')
    expect(clean('<img src="/x.png" alt="<b>x</b>">')).toBe('<span class="picture">&lt;b&gt;x&lt;/b&gt;</span>')
  })

  it('has links that no browser follows, with their addresses as they were written', () => {
    expect(clean('<a href="https://a.example/?a=1&amp;b=%20" target=_blank rel=opener title=x>x</a>')).toBe(
      '<a title="https://a.example/?a=1&amp;b=%20" role="link" tabindex="0" data-address="https://a.example/?a=1&amp;b=%20">x</a>'
    )
    for (const address of [
      'http://a.example/',
      '//a.example/x',
      '/terms',
      'mailto:a@b.example',
      'https://аpple.example/'
    ]) {
      expect(sanitise(`<a href="${address}">x</a>`).querySelector('a')?.dataset['address']).toBe(address)
    }
  })

  it('has no link where nothing can be led to: scripts, data, places in the text', () => {
    for (const address of ['javascript:x', 'data:text/html,x', 'blob:x', '#there', '']) {
      expect(clean(`<a href="${address}">x</a>`)).toBe('<a>x</a>')
    }
    expect(clean('<a data-address="https://evil.example/" role=link tabindex=0>x</a>')).toBe('<a>x</a>')
  })

  it('may be next to nothing', () => {
    for (const html of ['', ' ', '<', '<!-- x -->', '<frameset><frame></frameset>'])
      expect(clean(html).trim()).toMatch(/^(&lt;)?$/)
  })
})

describe('pictures inside a description', () => {
  const shown = (...addresses: string[]): string =>
    clean(addresses.map((address) => `<img src="${address.replaceAll('"', '&quot;')}" alt="words">`).join(''))
  const WORDS = '<span class="picture">words</span>'

  it.each(STILL_PICTURES)('$name is shown, and decodes to the size that was read', async ({ bytes, type, size }) => {
    const address = dataUrl(type, bytes)
    expect(shown(address)).toBe(`<img src="${address}" alt="words">`)
    const picture = new Image()
    picture.src = address
    await picture.decode()
    expect([picture.naturalWidth, picture.naturalHeight]).toEqual(size)
  })

  it('is decoded as what it is, from the bytes that were looked at', () => {
    const address = dataUrl('image/webp', png())
    expect(shown(address.replace('base64,', 'BASE64, \n'))).toBe(
      `<img src="${dataUrl('image/png', png())}" alt="words">`
    )
  })

  it.each([
    ['an SVG', `data:image/svg+xml;base64,${btoa(NESTED_SVG)}`],
    ['an SVG in percent signs', `data:image/svg+xml,${encodeURIComponent(NESTED_SVG)}`],
    ['an SVG that says it is a PNG', `data:image/png;base64,${btoa(NESTED_SVG)}`],
    ['an SVG in a list of types', `data:image/png,image/svg+xml;base64,${btoa(NESTED_SVG)}`],
    ['a picture of 900 megapixels', dataUrl('image/png', png(30_000, 30_000))],
    ['a picture whose one side is too long', dataUrl('image/png', png(PICTURE_LIMITS.side + 1, 1))],
    ['an AVIF', dataUrl('image/avif', AVIF)],
    ['an AVIF that says it is a PNG', dataUrl('image/png', AVIF)],
    ['an animation', dataUrl('image/gif', gif({ images: 2 }))],
    ['what is not base64', 'data:image/png;base64,*']
  ])('%s is told by its words', (_name, address) => {
    expect(shown(address)).toBe(WORDS)
  })

  it('are shown until all of them together have too many pixels', () => {
    const half = dataUrl('image/png', png(4096, 2048))
    const small = dataUrl('image/png', png())
    expect(shown(half, half, small)).toBe(`<img src="${half}" alt="words">`.repeat(2) + WORDS)
    expect(shown(half, small, half, small)).toBe(
      `<img src="${half}" alt="words"><img src="${small}" alt="words">${WORDS}<img src="${small}" alt="words">`
    )
  })
})

describe('a very long description', () => {
  it('is cut at so many characters, or so many tags', () => {
    expect(truncateHtml('<p>x</p>')).toEqual({ html: '<p>x</p>', cut: false })
    expect(truncateHtml('x'.repeat(MAX_HTML_LENGTH))).toMatchObject({ cut: false })
    expect(truncateHtml('x'.repeat(MAX_HTML_LENGTH + 1))).toEqual({ html: 'x'.repeat(MAX_HTML_LENGTH), cut: true })
    expect(truncateHtml('<b>'.repeat(MAX_TAGS))).toMatchObject({ cut: false })
    expect(truncateHtml('<b>'.repeat(MAX_TAGS + 1))).toEqual({ html: '<b>'.repeat(MAX_TAGS), cut: true })
  })

  it('is cut before a tag with more attributes than anybody writes, and where they are too many in all', () => {
    const tag = (count: number): string => `<p ${Array.from({ length: count }, (_, at) => `a${at}="<b c>"`).join(' ')}>`
    const { one, all } = MAX_ATTRIBUTES
    expect(truncateHtml(`a${tag(one / 2)}b`)).toMatchObject({ cut: false })
    expect(truncateHtml(`a${tag(one + 1)}b`)).toEqual({ html: 'a', cut: true })
    for (const sign of ['', '=1', "='>'", '="\n/"', ' = x', '/']) {
      const many = `<p ${Array.from({ length: one + 1 }, (_, at) => `a${at}${sign}`).join(' ')}>`
      expect(truncateHtml(`<i>${many}`)).toEqual({ html: '<i>', cut: true })
    }
    expect(truncateHtml('<i a b c d e f g h i j>'.repeat(all / 10 + 1))).toMatchObject({ cut: true })
    // What JavaScript calls white space and HTML does not: the quote is inside a value then, and ends nothing.
    for (const sign of ['\u00a0', '\v', '\u2028', '\ufeff']) {
      expect(truncateHtml(`<i a=${sign}"${' b'.repeat(one)}">`), JSON.stringify(sign)).toMatchObject({ cut: true })
    }
    // Words are no attributes, and a picture is one.
    expect(
      truncateHtml(`<p>${'word '.repeat(5000)}</p><img src="data:image/png;base64,${'a/'.repeat(5000)}">`)
    ).toMatchObject({
      cut: false
    })
  })

  it.each([
    ['a megabyte of elements', '<b>x</b>'.repeat(125_000)],
    ['elements inside each other', '<div>'.repeat(200_000)],
    ['formatting that is mended at each step', '<a href=x><b><i><u>'.repeat(60_000)],
    ['tables inside each other', '<table><tr><td>'.repeat(70_000)],
    ['attributes', `<p ${Array.from({ length: 140_000 }, (_, at) => `a${at}`).join(' ')}>`],
    ['attributes of many', `<p ${Array.from({ length: 100 }, (_, at) => `a${at}`).join(' ')}>`.repeat(2500)],
    ['tags inside of values', '<a b="<a b=\''.repeat(80_000)],
    ['values without an end', `${'<a b= '.repeat(160_000)}"`],
    ['text', 'word '.repeat(200_000)]
  ])('of %s: most is left out before it is sanitised', (_, html) => {
    const shown = truncateHtml(html)
    expect(sanitise(shown.html).querySelectorAll('*').length).toBeLessThanOrEqual(2 * MAX_TAGS)
  })
})
