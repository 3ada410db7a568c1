import { beforeAll, describe, expect, it } from 'vitest'
import { wordDiff } from '../../../../src/renderer/src/features/catalogue/changes/ChangeDifference.vue'
import { changeText, changeTimeText } from '../../../../src/renderer/src/features/catalogue/changes/changeText.ts'
import { setRegionalFormat } from '../../../../src/renderer/src/i18n.ts'
import { DOCUMENTED_FIELDS } from '../../../../src/shared/models/product.ts'
import { field } from './fixtures.ts'

beforeAll(() => setRegionalFormat('en-GB'))

const said = (...given: Parameters<typeof field>): [string, string] => {
  const { before, after } = changeText(field(...given))
  return [before.text, after.text]
}

describe('a field before and after', () => {
  it('is said in people’s words', () => {
    expect(said('isAvailable', true, false)).toEqual(['Yes', 'No'])
    expect(said('weight', 1200, 1250)).toEqual(['1,200', '1,250'])
    expect(said('lastUpdateDateTime', '2026-11-01T08:00:00Z', '2026-11-20T08:30:00Z')).toEqual([
      '1 Nov 2026, 08:00 UTC',
      '20 Nov 2026, 08:30 UTC'
    ])
    expect(said('label', 'New', 'Best seller')).toEqual(['New', 'Best seller'])
  })

  it('that has no value is nothing, a blank one is a blank one', () => {
    expect(said('label', undefined, 'New')).toEqual(['nothing', 'New'])
    expect(said('label', 'New', null)).toEqual(['New', 'nothing'])
    expect(said('label', '  ', 'New')).toEqual(['empty text', 'New'])
  })

  it('never says the same of both', () => {
    expect(said('label', undefined, null)).toEqual(['not given', 'null'])
    expect(said('label', null, undefined)).toEqual(['null', 'not given'])
    expect(said('price', 5, '5')).toEqual(['5', '"5"'])
    // The same minute, other seconds.
    expect(said('lastUpdateDateTime', '2026-11-01T08:00:01Z', '2026-11-01T08:00:02Z')).toEqual([
      '"2026-11-01T08:00:01Z"',
      '"2026-11-01T08:00:02Z"'
    ])
  })

  it('keeps every digit of a number that it does not know', () => {
    expect(said('price', 0.123456789, 1e21)).toEqual(['0.123456789', '1e+21'])
  })

  it('that is a list or a record is shown as JSON', () => {
    const { after } = changeText(field('limits', undefined, { ports: [1, 2] }))
    expect(after).toEqual({ text: '{\n  "ports": [\n    1,\n    2\n  ]\n}', kind: 'code' })
  })

  it('has a name of its own when it is documented, and its raw one when it is not', () => {
    for (const name of DOCUMENTED_FIELDS) {
      expect(changeText(field(name, 1, 2)).label, name).toMatch(/^\p{Lu}[\p{L} -]+$/u)
    }
    expect(changeText(field('price', 1, 2)).label).toBe(null)
    expect(changeText(field('constructor', 1, 2)).label).toBe(null)
  })

  it('that was cut off is read as far as it goes', () => {
    const cut = (json: string) => changeText({ field: 'description', before: json, after: '"b"', cut: true }).before
    expect(cut('"a long tex…')).toEqual({ text: 'a long tex…', kind: 'text' })
    expect(cut(String.raw`"quoted \"word\" and \u00e…`).text).toBe('quoted "word" and …')
    expect(cut('"back\\…').text).toBe('back…')
    expect(cut('{"a": [1, 2…')).toEqual({ text: '{"a": [1, 2…', kind: 'code' })
  })

  it('that changed behind the cut says so', () => {
    const same = { field: 'description', before: '"the same…', after: '"the same…', cut: true }
    expect(changeText(same)).toMatchObject({ beyond: true })
    expect(changeText(field('description', 'a', 'b')).beyond).toBe(false)
  })

  it('is long from 81 characters or two lines on', () => {
    const long = (text: string): boolean => changeText(field('tagline', 'a', text)).long
    expect([long('x'.repeat(80)), long('x'.repeat(81)), long('x\ny')]).toEqual([false, true, true])
  })
})

it.each([
  ['kept and the old end here', 'kept and a new finish here', ['kept and ', '-the old end', '+a new finish', ' here']],
  ['same', 'same', ['same']],
  ['red green blue', 'seven eight nine', null],
  ['', 'a new text', null],
  ['a b c', 'a  b c', null]
])('word differences of %j → %j: none with little in common, or for white space only', (before, after, expected) => {
  const pieces = wordDiff(before, after)?.map(({ added, removed, value }) => (added ? '+' : removed ? '-' : '') + value)
  expect(pieces ?? null).toEqual(expected)
})

describe('when a refresh was', () => {
  const now = new Date(2026, 10, 20, 15, 0).getTime()
  const at = (...parts: [number, number, number, number, number]): string => new Date(...parts).toISOString()

  it('is said by the day’s name where it has one', () => {
    expect(changeTimeText(at(2026, 10, 20, 14, 5), now)).toBe('Today 14:05')
    expect(changeTimeText(at(2026, 10, 20, 0, 0), now)).toBe('Today 00:00')
    expect(changeTimeText(at(2026, 10, 19, 23, 59), now)).toBe('Yesterday 23:59')
    expect(changeTimeText(at(2026, 10, 18, 9, 0), now)).toBe('18 Nov 2026, 09:00')
    expect(changeTimeText('some time', now)).toBe('some time')
  })
})
