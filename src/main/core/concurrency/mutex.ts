/** Work of the same name, one after the other; work of different names waits for nothing. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work)
    const ended: Promise<void> = mine
      .then(
        () => undefined,
        () => undefined
      )
      .finally(() => {
        if (last.get(name) === ended) last.delete(name)
      })
    last.set(name, ended)
    return mine
  }
}
