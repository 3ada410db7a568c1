import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import {
  createRedactor,
  SHORTEST_SECRET,
  withoutUserInfo
} from '../../../../src/main/provider/readers/security/redaction.ts'
import { growthOf, LINEAR } from '../../../support/growth.ts'

const SECRETS = {
  'a token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI1In0.-Xk_0y-9Lq',
  'a token of base64': 'q7+Zk/2wR:x@u$L9c4Tv==',
  'a password': 'pa"ss w0rd+x/y\\z%&é',
  'a password of signs': '$1.(a|b)*[c]{2}?^',
  'a password in other letters': 'пароль-🔑-密碼'
}
type Encode = (text: string) => string

const escaped: Encode = (text) => JSON.stringify(text).slice(1, -1)
const units = (text: string, which: RegExp, write: Encode = (hex) => hex): string =>
  text.replace(which, (unit) => `\\u${write(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`)
const inLowerHex: Encode = (text) => text.replace(/%../g, (byte) => byte.toLowerCase())
const strict: Encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const inPage = (text: string, quote: string, apostrophe: string): string =>
  text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
    .replaceAll('"', quote)
    .replaceAll("'", apostrophe)
/** Every character, not only those that need it. */
const each = (text: string, write: (code: number) => string): string =>
  [...text].map((sign) => write(sign.codePointAt(0) ?? 0)).join('')
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const base64: Encode = (text) => Buffer.from(text).toString('base64')
const inLines = (text: string, length: number, end: string): string =>
  text.replace(new RegExp(`.{${length}}(?=.)`, 'g'), (line) => line + end)
const alternating: Encode = (text) =>
  [...text].map((sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign.toLowerCase())).join('')
/** Behind each character but the last. */
const between = (text: string, sign: string): string => [...text].join(sign)
const shaped = (text: string, which: RegExp, from: number, to: number): string =>
  text.replace(which, (sign) => String.fromCodePoint(sign.charCodeAt(0) - from + to))

/** The forms in which a secret is found. docs/security.md sums them up. */
const FORMS: Record<string, Encode> = {
  'as it is': (secret) => secret,
  'in capitals': (secret) => secret.toUpperCase(),
  'in small letters': (secret) => secret.toLowerCase(),
  'in capitals and small letters': alternating,
  'with one capital': (secret) => secret.replace(/\p{Ll}/u, (letter) => letter.toUpperCase()),
  'in capitals and small letters, for a page': (secret) => each(alternating(secret), (code) => `&#${code};`),
  'every character for a script': (secret) =>
    units(secret, /[^]/g).replace(/\\u00(..)/g, (_escape, hex: string) => `\\x${hex}`),
  'every character for a script, in JSON': (secret) => escaped(FORMS['every character for a script']!(secret)),
  'in full-width letters': (secret) => shaped(secret, /[!-~]/g, 0x21, 0xff01),
  'in full-width letters, in capitals, for JSON': (secret) =>
    units(shaped(secret.toUpperCase(), /[!-~]/g, 0x21, 0xff01), /[^]/g),
  'in bold letters': (secret) => shaped(shaped(secret, /[A-Z]/g, 0x41, 0x1d400), /[a-z]/g, 0x61, 0x1d41a),
  'in circled letters': (secret) => shaped(shaped(secret, /[A-Z]/g, 0x41, 0x24b6), /[a-z]/g, 0x61, 0x24d0),
  'with zero-width spaces': (secret) => between(secret, '\u200b'),
  'with soft hyphens': (secret) => between(secret, '\u00ad'),
  'with soft hyphens, in capitals': (secret) => between(secret.toUpperCase(), '\u00ad'),
  'with soft hyphens of a page': (secret) =>
    [...secret].map((sign) => inPage(sign, '&quot;', '&#39;')).join('&shy;&ZeroWidthSpace;'),
  'with word joiners, joiners and marks of direction': (secret) => between(secret, '\u2060\u200d\u200e\ufeff'),
  'with control characters': (secret) => between(secret, '\u0000\u009b'),
  'with control characters for JSON': (secret) => units(between(escaped(secret), '\u0001'), /\p{Cc}/gu),
  'with zero-width spaces for JSON': (secret) => units(between(escaped(secret), '\u200b'), /\u200b/g),
  'with zero-width spaces for an address': (secret) => encodeURIComponent(between(secret, '\u200b')),
  'escaped for JSON': escaped,
  'escaped for JSON in JSON': (secret) => escaped(escaped(secret)),
  'escaped for JSON by Python': (secret) => units(escaped(secret), /[^ -\x7f]/g),
  'escaped for JSON by PHP': (secret) => units(escaped(secret).replaceAll('/', '\\/'), /[^ -\x7f]/g),
  'escaped for JSON by PHP, in other letters': (secret) => escaped(secret).replaceAll('/', '\\/'),
  'escaped for JSON by .NET': (secret) =>
    units(escaped(secret).replaceAll('\\"', '\\u0022'), /[^ -\x7f]|[&'+<>`]/g, (hex) => hex.toUpperCase()),
  'escaped for JSON by .NET, in JSON': (secret) => escaped(FORMS['escaped for JSON by .NET']!(secret)),
  'escaped for JSON by Go': (secret) => units(escaped(secret), /[&<>]/g),
  'escaped for JSON by Gson': (secret) => units(escaped(secret), /[&<>='\u2028\u2029]/g),
  'encoded for an address': encodeURIComponent,
  'encoded as an address': encodeURI,
  'encoded for a path by Python': (secret) => strict(secret).replaceAll('%2F', '/'),
  'encoded for a path by Go': (secret) =>
    strict(secret).replace(/%(?:24|26|2B|3A|3D|40)/g, (byte) => decodeURIComponent(byte)),
  'encoded for an address, in small letters': (secret) => inLowerHex(encodeURIComponent(secret)),
  'encoded for an address strictly': strict,
  'encoded for an address twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'encoded for a form': (secret) => String(new URLSearchParams({ a: secret })).slice(2),
  'encoded for a form, in small letters': (secret) => inLowerHex(String(new URLSearchParams({ a: secret })).slice(2)),
  'encoded for a form strictly': (secret) => strict(secret).replaceAll('%20', '+'),
  'escaped for JSON in an address': (secret) => encodeURIComponent(escaped(secret)),
  'escaped for a page': (secret) => inPage(secret, '&quot;', '&#39;'),
  'escaped for a page by PHP': (secret) => inPage(secret, '&quot;', '&#039;'),
  'escaped for a page by Python': (secret) => inPage(secret, '&quot;', '&#x27;'),
  'escaped for a page by Go': (secret) => inPage(secret, '&#34;', '&#39;'),
  'escaped for XML': (secret) => inPage(secret, '&quot;', '&apos;'),
  'escaped for the text of a page': (secret) => inPage(secret, '"', "'"),
  'escaped for a page by validator.js': (secret) =>
    inPage(secret, '&quot;', '&#x27;').replaceAll('/', '&#x2F;').replaceAll('\\', '&#x5C;').replaceAll('`', '&#96;'),
  'escaped for a page by Mustache': (secret) =>
    inPage(secret, '&quot;', '&#39;').replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;').replaceAll('`', '&#x60;'),
  'every character in decimal for a page': (secret) => each(secret, (code) => `&#${code};`),
  'every character in hexadecimal for a page': (secret) => each(secret, (code) => `&#x${code.toString(16)};`),
  'every character in padded hexadecimal for a page': (secret) =>
    each(secret, (code) => `&#X${code.toString(16).toUpperCase().padStart(6, '0')};`),
  'every byte for an address': everyByte,
  'every byte for an address, in capitals': (secret) => everyByte(secret).toUpperCase(),
  'every character for JSON': (secret) => units(secret, /[^]/g),
  'every character for JSON, in capitals': (secret) => units(secret, /[^]/g, (hex) => hex.toUpperCase()),
  'every character for JSON, in JSON': (secret) => escaped(units(secret, /[^]/g)),
  'every character for a page, in an address': (secret) => encodeURIComponent(each(secret, (code) => `&#${code};`)),
  'for a page twice': (secret) => inPage(inPage(secret, '&quot;', '&#39;'), '&quot;', '&#39;'),
  'for an address, then for JSON, then for a page': (secret) =>
    inPage(units(encodeURIComponent(secret), /%/g), '&quot;', '&#39;'),
  'half for an address, half for a page': (secret) =>
    everyByte([...secret].slice(0, 6).join('')) + each([...secret].slice(6).join(''), (code) => `&#${code};`),
  'in base64': base64,
  'escaped for JSON, in base64': (secret) => base64(escaped(secret)),
  'encoded for an address, in base64': (secret) => base64(encodeURIComponent(secret)),
  'in base64url': (secret) => Buffer.from(secret).toString('base64url'),
  'in base64 in an address': (secret) => encodeURIComponent(base64(secret)),
  'in base64 in short lines': (secret) => inLines(base64(secret), 10, '\n'),
  'in base64 in lines of the network': (secret) => inLines(base64(secret), 4, '\r\n  '),
  'in base64 in lines in JSON': (secret) => escaped(inLines(base64(secret), 7, '\r\n')),
  'in base64 in lines in JSON in JSON': (secret) => escaped(escaped(inLines(base64(secret), 7, '\n'))),
  'in base64 in lines in an address': (secret) => encodeURIComponent(inLines(base64(secret), 8, '\n')),
  'in base64 with soft hyphens': (secret) => between(base64(secret), '\u00ad'),
  'in base64 twice': (secret) => base64(base64(secret)),
  'in base64url twice': (secret) => Buffer.from(Buffer.from(secret).toString('base64url')).toString('base64url'),
  'in base64 twice, in lines': (secret) => inLines(base64(base64(secret)), 9, '\n')
}

describe.each(Object.entries(SECRETS))('%s', (_name, secret) => {
  const redact = createRedactor([secret])

  test.each(Object.entries(FORMS))('is redacted out %s', (_form, form) => {
    expect(redact(`before ${form(secret)} after`)).toBe('before ••• after')
  })

  test('is redacted out wherever it begins in what was encoded twice', () => {
    for (const before of ['', 'a', 'me', 'you'])
      for (const around of ['', 'b', 'us', 'all']) {
        const inner = Buffer.from(`${before}${secret}:x`).toString('base64')
        const redacted = redact(Buffer.from(`${around}${inner}`).toString('base64'))
        expect(redacted).toContain('•••')
        expect(redacted.length).toBeLessThan(25)
      }
  })

  test('is redacted out wherever it begins in what was encoded', () => {
    for (const before of ['', 'a', 'me', 'you', 'them@']) {
      const redacted = redact(Buffer.from(`${before}${secret}:x`).toString('base64url'))
      const left = Buffer.from(redacted.replace('•••', ' ').split(' ').join(''), 'base64url').toString('latin1')
      expect(redacted).toContain('•••')
      // At most the two bytes that share a letter with its neighbours are left in part.
      expect(left.length).toBeLessThanOrEqual(before.length + 4)
    }
  })
})

test('a secret isn’t found reversed, in hexadecimal, with other signs between its letters, or in base64 of another case', () => {
  const secret = 'hp_live_4f9K2m7Q'
  const redact = createRedactor([secret])
  for (const form of [
    [...secret].reverse().join(''),
    Buffer.from(secret).toString('hex'),
    [...secret].join(' '),
    base64(secret.toUpperCase())
  ])
    expect(redact(`a ${form} b`)).toBe(`a ${form} b`)
})

test('letters of other shapes and lines that hold no secret stay as they are', () => {
  const redact = createRedactor(['correct-horse'])
  for (const text of [
    'Ｆｕｌｌ\u200bｗｉｄｔｈ',
    'soft\u00adhyphen\nΣίσυφος İstanbul',
    'QUJD\r\n  REVG\\nR0hJ%0aSktM',
    '👩‍💻 ½ ①'
  ])
    expect(redact(`${text} Correct-Horse ${text}`)).toBe(`${text} ••• ${text}`)
  expect(createRedactor(['ΟΔΥΣΣΕΥΣ-Σ1'])('x οδυσσευς-σ1 y')).toBe('x ••• y')
  expect(createRedactor(['so\u00adft-hy\u200bphen'])('x soft-hyphen y')).toBe('x ••• y')
})

test('a secret is found between any characters that nobody sees, and in each other shape', () => {
  const redact = createRedactor(['correct-horse'])
  const missed: string[] = []
  for (let code = 0; code <= 0xe0fff; code += 1) {
    const sign = String.fromCodePoint(code)
    const isUnseen = /(?![\t\n\r])\p{Cc}|\p{Default_Ignorable_Code_Point}/u.test(sign)
    const isSmallC = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/u.test(sign) && sign.normalize('NFKC') === 'c'
    const text = isUnseen ? `corr${sign}ect-horse` : isSmallC ? `${sign}orrect-horse` : null
    if (text !== null && redact(text) !== '•••') missed.push(code.toString(16))
  }
  expect(missed).toEqual([])
})

test('a secret that overlaps itself is gone from texts that begin it again and again', () => {
  const part = fc.stringMatching(/^[ab]{1,3}$/)
  fc.assert(
    fc.property(part, fc.integer({ min: 30, max: 80 }), part, part, (stem, times, tail, before) => {
      const secret = stem.repeat(times) + tail
      expect(createRedactor([secret])(before.repeat(times) + secret)).not.toContain(secret)
      expect(createRedactor([secret])(`${before}${secret}`).length).toBeLessThan(8)
    })
  )
})

test('a secret too short to be told from ordinary letters is left alone', () => {
  expect(SHORTEST_SECRET).toEqual({ words: 4, data: 8 })
  expect(createRedactor(['1234567', ''])('a 1234567')).toBe('a 1234567')
  expect(createRedactor(['12345678', '1'])('a 12345678 1')).toBe('a ••• 1')
  expect(createRedactor(['abc', 'abcd'], SHORTEST_SECRET.words)('abc abcd')).toBe('abc •••')
})

test('a text without a secret is the same, and nothing is redacted out twice', () => {
  const secret = fc.stringMatching(/^[x-z0-9"\\/ ]{8,90}$/)
  const text = fc.stringMatching(/^[a-d"\\/% &#;]*$/)
  fc.assert(
    fc.property(secret, text, text, (given, before, after) => {
      fc.pre(/[x-z0-9]/.test(given))
      const redact = createRedactor([given])
      expect(redact(before)).toBe(before)
      const once = redact(`${before}${given}${after}`)
      expect(once).toContain('•••')
      expect(redact(once)).toBe(once)
    })
  )
})

test('the beginning of a long secret that was cut off is gone', () => {
  const secret = Array.from({ length: 60 }, (_none, at) => `part${at}`).join('.')
  expect(createRedactor([secret])(`x ${secret.slice(0, 100)}… y`)).toBe('x •••… y')
  expect(createRedactor([secret])(`x ${base64(secret).slice(0, 100)}… y`)).toBe('x •••… y')
})

test.each(['tk_9f8E7d6C', 'tk_9f8E7d6C5b4A3210', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6A7B8C9D0E1F2'])(
  'a short secret that lost its end is gone: %s',
  (secret) => {
    const redact = createRedactor([secret])
    const threeQuarters = Math.ceil(secret.length * 0.75)
    for (const length of [secret.length - 1, threeQuarters]) {
      const cut = secret.slice(0, length)
      for (const form of [cut, everyByte(cut), each(cut, (code) => `&#${code};`)]) {
        expect(redact(`x ${form}… y`)).toBe('x •••… y')
      }
    }
    expect(redact(`x ${base64(secret).slice(0, -3)}… y`)).toBe('x •••… y')
    // Providers name a token by its first characters.
    expect(redact(`x ${secret.slice(0, 7)}… y`)).toBe(`x ${secret.slice(0, 7)}… y`)
  }
)

test('what is decoded to an ordinary word is no secret, however long it is written', () => {
  const redact = createRedactor(['%69%6e%76%6f%69%63%65'])
  expect(redact('Your invoice, 50% off')).toBe('Your invoice, 50% off')
  expect(redact('a %69%6e%76%6f%69%63%65')).toBe('a •••')
})

test('broken and unfinished escapes stay as they are, beside a secret that is gone', () => {
  const redact = createRedactor(['correct-horse'])
  for (const odd of ['%', '%4', '%zz', '%e2%82', '%ff', '\\u12', '\\', '&', '&#;', '&#x110000;', '&nothing;', ';']) {
    expect(redact(`${odd} correct%2Dhorse ${odd}`)).toBe(`${odd} ••• ${odd}`)
    expect(redact(`${odd} & 100%`)).toBe(`${odd} & 100%`)
  }
})

test('a secret is gone from a text that repeats it a million times', () => {
  for (const text of ['#$%&*+"<'.repeat(1_000_000), '#\u00ad$%&*+"<\n'.repeat(300_000)])
    expect(createRedactor(['#$%&*+"<'])(text)).toMatch(/^(?:•••\n?)+$/)
})

test('a long secret is gone in every form', () => {
  const long = 'aB3_-x.'.repeat(2340)
  expect(createRedactor([long])(`x${long}y${base64(long)}`)).toMatch(/^x•••y•••$/)
  for (const sign of ['!', '漢', '#$%&*+"<', '\\"']) {
    const secret = sign.repeat(16_384 / sign.length)
    expect(createRedactor([secret])(`x ${secret} ${encodeURIComponent(secret)} ${base64(secret)} y`)).toBe(
      'x ••• ••• ••• y'
    )
  }
})

/** A secret and a text of about that many characters, each made to be slow to search. */
const PAIRS: Record<string, (size: number) => { secret: string; text: string }> = {
  'quotes behind backslashes': (size) => ({
    secret: '\\"'.repeat(size / 2),
    text: `${'\\\\\\\\\\\\\\\\"'.repeat(size / 9)}${'a'.repeat(80)}`
  }),
  'a short secret of quotes behind backslashes': (size) => ({
    secret: '\\"'.repeat(40),
    text: `${'\\\\\\\\\\\\\\\\"'.repeat(size / 9)}${'a'.repeat(80)}`
  }),
  'one sign, all but the last': (size) => ({ secret: `${'!'.repeat(size)}b`, text: '!'.repeat(size) }),
  'one sign, all but the first': (size) => ({ secret: `b${'!'.repeat(size)}`, text: '!'.repeat(size) }),
  'one sign, all but one of the first 64': (size) => ({
    secret: `${'!'.repeat(40)}b${'!'.repeat(99)}`,
    text: '!'.repeat(size)
  }),
  'one sign, in base64': (size) => ({ secret: `${'?'.repeat(size)}b`, text: 'Pz8/'.repeat(size / 4) }),
  'one sign, encoded for an address': (size) => ({ secret: `${'%'.repeat(size)}b`, text: '%25'.repeat(size / 3) }),
  backslashes: (size) => ({ secret: `a\\b${'\\'.repeat(size)}b`, text: `a\\b${'\\'.repeat(size)}` }),
  'escaped percent signs, nested': (size) => ({ secret: `${'%'.repeat(size)}b`, text: `%${'25'.repeat(size / 2)}` }),
  'escaped ampersands, nested': (size) => ({ secret: `${'&'.repeat(size)}b`, text: `&${'amp;'.repeat(size / 4)}` }),
  'escaped backslashes, nested': (size) => ({ secret: 'correct-horse', text: `\\${'u005c'.repeat(size / 5)}` }),
  'bytes of no character': (size) => ({ secret: 'correct-horse', text: '%80'.repeat(size / 3) }),
  'ends of entities': (size) => ({ secret: 'correct-horse', text: `&${';'.repeat(size)}` }),
  'the secret again and again': (size) => ({ secret: '#$%&*+"<', text: '#$%&*+"<'.repeat(size / 8) }),
  'capitals and small letters': (size) => ({ secret: `${'aA'.repeat(size / 2)}b`, text: 'Aa'.repeat(size / 2) }),
  'nothing but soft hyphens': (size) => ({ secret: 'correct-horse', text: '\u00ad'.repeat(size) }),
  'full-width letters with soft hyphens': (size) => ({
    secret: `${'a'.repeat(size)}b`,
    text: 'ａ\u00ad'.repeat(size / 2)
  }),
  'line breaks': (size) => ({ secret: 'correct-horse', text: '\n'.repeat(size) }),
  'line breaks and blanks': (size) => ({ secret: 'correct-horse', text: '\n   '.repeat(size / 4) }),
  'lines of one letter that end': (size) => ({
    secret: 'correct-horse',
    text: `${'a\n'.repeat(9)}!`.repeat(size / 19)
  }),
  'escaped line breaks': (size) => ({ secret: 'correct-horse', text: '\\n'.repeat(size / 2) }),
  'base64 in lines of one sign': (size) => ({ secret: `${'?'.repeat(size)}b`, text: 'P\nz\n8\n/\n'.repeat(size / 8) }),
  'backslashes before a line break': (size) => ({ secret: 'correct-horse', text: `${'\\'.repeat(size)}n` }),
  'bytes for a script, nested': (size) => ({ secret: 'correct-horse', text: `\\${'x5c'.repeat(size / 3)}` }),
  'its beginning again and again': (size) => ({
    secret: `${'ab'.repeat(size)}c`,
    text: `${'ab'.repeat(90)}b`.repeat(size / 181)
  })
}

/** A redactor keeps dozens of encodings of its secret: of 16 times this size, V8's young memory still holds them. */
const SECRET = 1 << 8

test.each(Object.entries(PAIRS))('cost grows linearly with secret and text: %s', (_name, pair) => {
  const secretOf = (size: number): string => pair(size).secret
  expect(growthOf(secretOf, (secret) => createRedactor([secret]), SECRET)).toBeLessThan(LINEAR)
  const prepared = (size: number) => ({ redact: createRedactor([secretOf(size)]), text: pair(size).text })
  expect(growthOf(prepared, ({ redact, text }) => redact(text))).toBeLessThan(LINEAR)
})

describe('names and passwords in addresses', () => {
  test.each([
    ['https://me:secret@a.example/path', 'https://•••@a.example/path'],
    [
      'see http://me:se%20cret@a.example:8000, or socks5://t0ken@b.example',
      'see http://•••@a.example:8000, or socks5://•••@b.example'
    ],
    ['postgres://me:p@ss@db.example/x', 'postgres://•••@db.example/x'],
    ['//me:secret@a.example', '//•••@a.example'],
    ['https://•••@a.example', 'https://•••@a.example'],
    ['https://a.example/@me', 'https://a.example/@me'],
    ['https://a.example/?mail=me@b.example', 'https://a.example/?mail=me@b.example'],
    ['https://a.example, me@b.example', 'https://a.example, me@b.example'],
    ['me@b.example', 'me@b.example']
  ])('%s', (given, left) => {
    expect(withoutUserInfo(given)).toBe(left)
  })
})
