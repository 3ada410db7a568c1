import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { folderName, numberedNames, pdfName, UniqueNames } from '../../../../src/main/invoices/pdf/pdf-names.ts'

const named = (number: string | null, issuedDay: string | null = null): string =>
  pdfName({ key: 'the-key', number, issuedDay })

test('a name says the day and the number; without a number, the key', () => {
  expect(named('HB-2026-1234', '2026-11-01')).toBe('2026-11-01_HB-2026-1234.pdf')
  expect(named(null, '2026-11-01')).toBe('2026-11-01_the-key.pdf')
  expect(named('HB-2026-1234')).toBe('HB-2026-1234.pdf')
})

test.each([
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['..\\..\\boot.ini', 'boot.ini.pdf'],
  ['C:\\a:b', 'C-a-b.pdf'],
  ['a/b//c', 'a-b-c.pdf'],
  ['*?"<>|', 'invoice.pdf'],
  ['...', 'invoice.pdf'],
  ['', 'invoice.pdf'],
  ['-rf', 'rf.pdf'],
  ['.hidden', 'hidden.pdf'],
  ['ends with dots. . ', 'ends with dots.pdf'],
  ['two\r\n\tlines\0', 'two lines.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe.pdf'],
  ['zero\u200Bwidth\uFEFF', 'zerowidth.pdf'],
  ['half \uD83E of a fox', 'half of a fox.pdf'],
  ['one\u2044two\uFF0Fthree', 'one-two-three.pdf'],
  ['Zürich 🦊 株式会社', 'Zürich 🦊 株式会社.pdf'],
  ['con', '_con.pdf'],
  ['NUL.tar.gz', '_NUL.tar.gz.pdf'],
  ['com1', '_com1.pdf'],
  ['aux .x', '_aux .x.pdf'],
  ['LPT\u00B9', '_LPT\u00B9.pdf'],
  ['CONIN$', '_CONIN$.pdf'],
  ['console', 'console.pdf'],
  ['com10', 'com10.pdf']
])('%j becomes %j', (number, name) => {
  expect(named(number)).toBe(name)
})

// What OneDrive, SharePoint and Dropbox don't upload.
test.each([
  ['~$budget', '$budget.pdf'],
  ['~$', '$.pdf'],
  ['.~lock.7#', 'lock.7.pdf'],
  ['~7.tmp', '7.tmp.pdf'],
  [' ~-.~$ 7', '$ 7.pdf'],
  ['\u200B~$7', '$7.pdf'],
  ['7~', '7~.pdf'],
  ['_vti_', 'vti.pdf'],
  ['a_vtI_b_VTI_c', 'a-vtI-b-VTI-c.pdf'],
  ['_vti_vti_', 'vti-vti_.pdf'],
  ['_vt\u200Bi_7', 'vti-7.pdf'],
  ['#42', '42.pdf'],
  ['100 % #7', '100 - -7.pdf'],
  ['.lock', 'lock.pdf'],
  ['.dropbox.cache', 'dropbox.cache.pdf'],
  ['Icon\r', 'Icon.pdf'],
  ['COM0', '_COM0.pdf'],
  ['\u309B7', '_\u309B7.pdf'],
  // A reserved name that only the cut makes.
  [`nul${'-'.repeat(95)}x`, '_nul.pdf']
])('in a synchronised folder, %j becomes %j', (number, name) => {
  expect(named(number)).toBe(name)
})

test('a number that begins with vti_ makes no _vti_ with the day before it', () => {
  expect(named('vti_7', '2026-11-01')).toBe('2026-11-01-vti-7.pdf')
})

test.each([
  ['desktop.ini', '_desktop.ini'],
  ['Thumbs.db', '_Thumbs.db'],
  ['Forms', '_Forms'],
  ['Forms 2026', 'Forms 2026'],
  ['~Work', 'Work'],
  ['~', 'unknown'],
  ['.DS_Store', 'DS_Store'],
  ['Work_vti_cnf', 'Work-vti-cnf'],
  [' Work ', 'Work'],
  ['\u1027x', '_\u1027x'],
  [`forms${'.'.repeat(20)}x`, '_forms'],
  [`desktop.ini${'-'.repeat(20)}x`, '_desktop.ini']
])('in a synchronised folder, a folder of the name %j becomes %j', (text, name) => {
  expect(folderName(text, 24)).toBe(name)
})

test('no name is longer than 100 characters or 200 bytes, and none is cut within a character', () => {
  expect(named('n'.repeat(300))).toBe(`${'n'.repeat(96)}.pdf`)
  expect(named('株'.repeat(300))).toBe(`${'株'.repeat(66)}.pdf`)
  expect(named('🦊'.repeat(300))).toBe(`${'🦊'.repeat(48)}.pdf`)
  // What is cut before a blank ends without it.
  expect(named(`${'n'.repeat(95)} more`)).toBe(`${'n'.repeat(95)}.pdf`)
})

test('whatever a provider writes, every system takes the name', () => {
  const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9\u00B9\u00B2\u00B3]|lpt[0-9\u00B9\u00B2\u00B3]) *(\.|$)/i
  const unit = fc.constantFrom(...'./\\:-_ *?a1$~#%\u202E\0\u0301', 'CON', 'nul', 'com1', '_vti_', '🦊')
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit, maxLength: 150 }))
  fc.assert(
    fc.property(text, fc.constantFrom('.pdf', ' (2).pdf'), (number, ending) => {
      const name = ending === '.pdf' ? named(number) : numberedNames(named(number))(2)
      expect(name.length).toBeLessThanOrEqual(100)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name.isWellFormed()).toBe(true)
      expect(name.endsWith(ending)).toBe(true)
      expect(name.length).toBeGreaterThan(ending.length)
      expect(name).not.toMatch(/[/\\:*?"<>|#%\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|_vti_/iu)
      expect(name).not.toMatch(/^[\s.~-]/)
      expect(name).not.toMatch(RESERVED)
    })
  )
})

const createNames = (): ((name: string) => string) => {
  const names = new UniqueNames()
  return (name) => names.add(name)
}

describe('names in one folder', () => {
  test('are all different, also where case and accents don’t count', () => {
    const nameFor = createNames()
    expect(['a.pdf', 'A.pdf', 'a.pdf', 'ä.pdf', 'a (2).pdf', 'b.pdf', 'ß.pdf', 'SS.pdf'].map(nameFor)).toEqual([
      'a.pdf',
      'A (2).pdf',
      'a (3).pdf',
      'ä (4).pdf',
      'a (2) (2).pdf',
      'b.pdf',
      'ß.pdf',
      'SS (2).pdf'
    ])
  })

  test('are told apart in one step each, however many are the same', () => {
    const nameFor = createNames()
    const folding = vi.spyOn(String.prototype, 'normalize')
    const names = Array.from({ length: 1000 }, (_none, n) => nameFor(n % 2 ? 'A.pdf' : 'a.pdf'))
    const long = Array.from({ length: 500 }, (_none, n) => named(`${'n'.repeat(92)}${n % 250}`)).map(nameFor)
    const times = folding.mock.calls.length
    folding.mockRestore()
    expect(new Set([...names, ...long]).size).toBe(1500)
    expect(names.at(-1)).toBe('A (1000).pdf')
    expect(times).toBeLessThan(6 * 1500)
  })

  test('are told apart in one step each, where the names differ only in what a longer number cuts', () => {
    const nameFor = createNames()
    const folding = vi.spyOn(String.prototype, 'normalize')
    const stems = Array.from({ length: 100 }, (_none, n) => `${'n'.repeat(91)}${String.fromCharCode(0x4e00 + n)}.pdf`)
    const names = Array.from({ length: 20 }, () => stems.map(nameFor)).flat()
    const times = folding.mock.calls.length
    folding.mockRestore()
    expect(new Set(names).size).toBe(2000)
    expect(times).toBeLessThan(6 * 2000)
  })

  test('stay short when they are told apart', () => {
    const nameFor = createNames()
    const long = named('n'.repeat(300))
    expect([nameFor(long), nameFor(long)]).toEqual([long, `${'n'.repeat(88)} (2).pdf`])
    const wide = named('株'.repeat(300))
    nameFor(wide)
    expect(Buffer.byteLength(nameFor(wide))).toBeLessThanOrEqual(204)
  })
})
