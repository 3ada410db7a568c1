/** Type-ahead in a list: typed letters move the cursor to the next name that starts with them. */

/** A pause of this length starts a new prefix, ms. */
const RESTART_AFTER_MS = 800
const MOST_LETTERS = 50

interface TypeAhead {
  /** @returns whether the key belongs to a name */
  onKey: (key: string) => boolean
  /** Call when the cursor moved otherwise: drops a running search, and the next letter starts a new prefix. */
  stop: () => void
}

export function useTypeAhead(list: {
  count: () => number
  /** Place of the cursor, or -1. */
  cursor: () => number
  /** undefined: rows have no names. */
  findByPrefix: () => ((prefix: string, from: number) => Promise<number | null>) | undefined
  onFound: (place: number) => void
}): TypeAhead {
  let typed = ''
  let typedAt = -Infinity
  let latestSearch = 0

  const isTyping = (): boolean => typed !== '' && performance.now() - typedAt <= RESTART_AFTER_MS

  function onKey(key: string): boolean {
    const findByPrefix = list.findByPrefix()
    // A space belongs to a name, except as its first character. The slash focuses the search field.
    const isLetter = (isTyping() ? /^[^/\p{C}]$/u : /^[\p{L}\p{N}]$/u).test(key)
    if (!findByPrefix || list.count() === 0 || !isLetter) return false
    typed = isTyping() ? typed + key : key
    typedAt = performance.now()
    const letters = [...typed].slice(0, MOST_LETTERS)
    // The same letter again moves to the next name with it; more letters may match the cursor's own row.
    const repeated = letters.every((letter) => letter === letters[0])
    const from = list.cursor() < 0 ? 0 : list.cursor() + Number(repeated)
    const search = ++latestSearch
    findByPrefix(repeated ? key : letters.join(''), from < list.count() ? from : 0).then(
      (place) => {
        if (search === latestSearch && place !== null) list.onFound(place)
      },
      // The cursor stays. The list shows the error.
      () => undefined
    )
    return true
  }

  return {
    onKey,
    stop() {
      typed = ''
      latestSearch += 1
    }
  }
}
