/** A seeded random generator: the same seed gives the same sample data everywhere. */
export interface Random {
  next(): number
  between(low: number, high: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  chance(share: number): boolean
  uuid(): string
}

export function createRandom(seed: number): Random {
  // A 32-bit xorshift never leaves zero, so zero is not a usable start.
  let state = seed | 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += between(0, 15).toString(16)
    return text
  }
  return {
    next,
    between,
    pick: <T>(from: readonly [T, ...T[]]) => from[between(0, from.length - 1)] as T,
    chance: (share) => next() < share,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[between(0, 3)] ?? '8'}${hex(3)}-${hex(12)}`
  }
}
