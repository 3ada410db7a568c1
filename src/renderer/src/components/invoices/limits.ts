/** A lower and an upper limit while they are typed: what they say, or what is wrong with them. */

export interface Typed {
  low: string
  high: string
}
export type Limits = { low: string | null; high: string | null }
export type Wrong = 'low' | 'high' | 'order'

/**
 * @param read what was typed as it is stored; null: it is nothing that can be
 * @param isAbove whether the first of two is beyond the second
 */
export function limitsIn(
  typed: Typed,
  read: (text: string) => string | null,
  isAbove: (one: string, other: string) => boolean
): { limits: Limits; wrong: null } | { limits: null; wrong: Wrong } {
  const [low, high] = [typed.low, typed.high].map((text) => (text.trim() === '' ? null : read(text)))
  if (low == null && typed.low.trim() !== '') return { limits: null, wrong: 'low' }
  if (high == null && typed.high.trim() !== '') return { limits: null, wrong: 'high' }
  if (low != null && high != null && isAbove(low, high)) return { limits: null, wrong: 'order' }
  return { limits: { low: low ?? null, high: high ?? null }, wrong: null }
}
