/** Lists of the crash test, each made from the number of its edition alone. */
import type { ProductRecord } from '../../../src/main/ports/index.ts'

type Raw = ProductRecord['raw']

/** mulberry32: a small generator with a seed. @returns the next number in [0, 1) */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Every third edition is new but for its ids; others change, move, add and remove some records of the one before. */
export function listOf(edition: number): Raw[] {
  const random = randomFrom(edition)
  if (edition % 3 === 0) {
    return Array.from({ length: 300 + Math.floor(random() * 900) }, (_, at) => record(`p${at}`, edition))
  }
  const before = listOf(edition - 1)
  const kept = before
    .filter(() => random() > 0.05)
    .map((one) => (random() < 0.1 ? record(String(one['id']), edition) : one))
  const cut = Math.floor(random() * kept.length)
  const added = Array.from({ length: 1 + Math.floor(random() * 40) }, (_, at) => record(`e${edition}-${at}`, edition))
  return [...kept.slice(0, cut), ...added, ...kept.slice(cut).reverse()]
}

function record(id: string, edition: number): Raw {
  return {
    id,
    name: `Product ${id} edition${edition}`,
    weight: edition,
    description: `${'some words about it '.repeat(20)} ${id} edition${edition}`
  }
}
