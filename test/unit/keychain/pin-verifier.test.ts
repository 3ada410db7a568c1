import * as crypto from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createPinHash } from '../../../src/main/keychain/pin-verifier.ts'

// The real one, watched: what it is asked for is what costs memory and time.
vi.mock('node:crypto', async (real) => {
  const module = await real<typeof crypto>()
  return { ...module, scrypt: vi.fn(module.scrypt) }
})

const pins = createPinHash()

describe('a PIN', () => {
  test('is told from another, and not kept', async () => {
    const verifier = await pins.make('2580')
    expect(verifier).toMatch(/^scrypt\$65536\$8\$1\$/)
    expect(verifier).not.toContain('2580')
    expect(await pins.matches('2580', verifier)).toBe(true)
    for (const other of ['2581', '258', '25800', '']) expect(await pins.matches(other, verifier)).toBe(false)
  })

  test('has a salt of its own each time', async () => {
    const [one, two] = await Promise.all([pins.make('2580'), pins.make('2580')])
    expect(one).not.toBe(two)
    expect(await pins.matches('2580', two)).toBe(true)
  })

  test('is the same in whatever form a keyboard writes it', async () => {
    const verifier = await pins.make('caf\u00e9 1234')
    expect(await pins.matches('cafe\u0301 \uff11\uff12\uff13\uff14', verifier)).toBe(true)
  })

  test('is derived beside the main thread', async () => {
    const turns: string[] = []
    const made = pins.make('2580').then(() => turns.push('made'))
    await new Promise((resolve) => setImmediate(resolve))
    turns.push('main')
    await made
    expect(turns).toEqual(['main', 'made'])
  })
})

describe('a verifier that was tampered with', () => {
  const good = pins.make('2580')
  const part = async (at: number, to: string): Promise<string> => {
    const parts = (await good).split('$')
    parts[at] = to
    return parts.join('$')
  }

  test.each<[string, () => Promise<string>]>([
    ['none', async () => ''],
    ['rubbish', async () => 'not a verifier'],
    ['another method', () => part(0, 'bcrypt')],
    ['too much memory', () => part(1, '1048576')],
    ['a little too much memory', () => part(1, '262144')],
    ['more memory than there is', () => part(1, '999999999999')],
    ['hardly any work', () => part(1, '2')],
    ['no power of two', () => part(1, '65537')],
    ['larger blocks', () => part(2, '64')],
    ['rounds without end', () => part(3, '9')],
    ['no round', () => part(3, '0')],
    ['a short salt', () => part(4, 'AAAA')],
    ['a short hash', () => part(5, 'AAAA')],
    ['no hash', () => part(5, '')],
    ['something behind it', async () => `${await good}$x`]
  ])('matches nothing and asks for nothing: %s', async (_, make) => {
    const verifier = await make()
    vi.mocked(crypto.scrypt).mockClear()
    expect(await pins.matches('2580', verifier)).toBe(false)
    expect(crypto.scrypt).not.toHaveBeenCalled()
  })

  test.each<[string, () => Promise<string>]>([
    ['other parameters that are allowed', () => part(1, '32768')],
    ['another hash', () => part(5, `${'A'.repeat(43)}=`)],
    ['another salt', () => part(4, `${'A'.repeat(22)}==`)]
  ])('matches nothing: %s', async (_, make) => {
    expect(await pins.matches('2580', await make())).toBe(false)
  })

  test('of the highest cost that is allowed still works', async () => {
    expect(await pins.matches('2580', await part(1, '131072'))).toBe(false)
  })
})
