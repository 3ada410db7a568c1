import * as crypto from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { createPinHash } from '../../../src/main/storage/pin-verifier.ts'

vi.mock('node:crypto', async (real) => {
  const module = await real<typeof crypto>()
  return { ...module, scrypt: vi.fn(module.scrypt) }
})

const pins = createPinHash()

test('a PIN matches its verifier only, which differs each time', async () => {
  const [one, two] = await Promise.all([pins.make('2580'), pins.make('2580')])
  expect(one).toMatch(/^scrypt\$65536\$8\$1\$/)
  expect(one).not.toContain('2580')
  expect(one).not.toBe(two)
  expect(await pins.matches('2580', one)).toBe(true)
  expect(await pins.matches('2580', two)).toBe(true)
  for (const other of ['2581', '258', '25800', '']) expect(await pins.matches(other, one)).toBe(false)
})

test('a PIN matches in every Unicode form', async () => {
  const verifier = await pins.make('caf\u00e9 1234')
  expect(await pins.matches('cafe\u0301 \uff11\uff12\uff13\uff14', verifier)).toBe(true)
})

const good = pins.make('2580')
/** Changes a part of a good verifier. */
const part = async (at: number, to: string): Promise<string> => (await good).split('$').with(at, to).join('$')

test.each<[string, () => Promise<string>]>([
  ['none', async () => ''],
  ['rubbish', async () => 'not a verifier'],
  ['another method', () => part(0, 'bcrypt')],
  ['too much memory', () => part(1, '262144')],
  ['more memory than there is', () => part(1, '999999999999')],
  ['hardly any work', () => part(1, '2')],
  ['no power of two', () => part(1, '65537')],
  ['larger blocks', () => part(2, '64')],
  ['too many rounds', () => part(3, '9')],
  ['no round', () => part(3, '0')],
  ['a short salt', () => part(4, 'AAAA')],
  ['a short hash', () => part(5, 'AAAA')],
  ['something behind it', async () => `${await good}$x`]
])('an invalid verifier matches nothing and costs nothing: %s', async (_, make) => {
  const verifier = await make()
  vi.mocked(crypto.scrypt).mockClear()
  expect(await pins.matches('2580', verifier)).toBe(false)
  expect(crypto.scrypt).not.toHaveBeenCalled()
})

test.each<[string, () => Promise<string>]>([
  ['the highest allowed cost', () => part(1, '131072')],
  ['another hash', () => part(5, `${'A'.repeat(43)}=`)],
  ['another salt', () => part(4, `${'A'.repeat(22)}==`)]
])('a changed verifier matches nothing: %s', async (_, make) => {
  expect(await pins.matches('2580', await make())).toBe(false)
})
