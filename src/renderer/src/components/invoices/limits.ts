/** Parses a typed lower and upper limit, and validates them. */

export interface TypedLimits {
  low: string
  high: string
}
export type Limits = { low: string | null; high: string | null }
export type LimitProblem = 'low' | 'high' | 'order'

/**
 * @param read parses the input; null: not valid
 * @param isGreater whether the first limit is greater than the second
 */
export function limitsIn(
  typed: TypedLimits,
  read: (text: string) => string | null,
  isGreater: (one: string, other: string) => boolean
): { limits: Limits; wrong: null } | { limits: null; wrong: LimitProblem } {
  const [low, high] = [typed.low, typed.high].map((text) => (text.trim() === '' ? null : read(text)))
  if (low == null && typed.low.trim() !== '') return { limits: null, wrong: 'low' }
  if (high == null && typed.high.trim() !== '') return { limits: null, wrong: 'high' }
  if (low != null && high != null && isGreater(low, high)) return { limits: null, wrong: 'order' }
  return { limits: { low: low ?? null, high: high ?? null }, wrong: null }
}
