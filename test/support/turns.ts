import { vi } from 'vitest'

/** Turns that other work gets meanwhile, by a clock on which each look takes a millisecond. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1))
  let turns = 0
  let isOver = false
  const other = (): void => {
    turns += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  try {
    await work()
  } finally {
    isOver = true
    clock.mockRestore()
  }
  return turns
}
