/** Type-ahead in a list: typed letters move the cursor to a name that starts with them. */

/** A pause of this length starts a new prefix, ms. */
export const RESTART_AFTER_MS = 800

export interface SearchTarget {
  prefix: string
  /** Search after the cursor's row, which may already match. */
  beyond: boolean
}

export interface TypeAhead {
  /** Whether the key belongs to a name. A space does, except as the first character. */
  fits: (key: string) => boolean
  /** Takes a key that fits. */
  take: (key: string) => SearchTarget
  /** The next key starts a new prefix. */
  end: () => void
}

/** @param clock milliseconds since any moment */
export function createTypeAhead(clock: () => number): TypeAhead {
  let typed = ''
  let last = -Infinity
  const isTyping = (): boolean => typed !== '' && clock() - last <= RESTART_AFTER_MS

  return {
    // The slash focuses the search field.
    fits: (key) => (isTyping() ? /^[^/\p{C}]$/u : /^[\p{L}\p{N}]$/u).test(key),
    take(key) {
      typed = isTyping() ? typed + key : key
      last = clock()
      const letters = [...typed].slice(0, 50)
      // The same letter again moves to the next name with it.
      const one = letters.every((letter) => letter === letters[0])
      return { prefix: one ? (letters[0] ?? key) : letters.join(''), beyond: one }
    },
    end() {
      typed = ''
    }
  }
}

export interface NameFinderOptions {
  clock: () => number
  /** Index of the cursor, or -1. */
  at: () => number
  count: () => number
  /** Index of the next row from there whose name starts with the prefix, or null. */
  ask: (prefix: string, from: number) => Promise<number | null>
  go: (place: number) => void
}

export interface NameFinder {
  fits: TypeAhead['fits']
  /** Takes a key that fits, and moves to the next matching name. */
  find: (key: string) => void
  /** The cursor moved otherwise: drops a running search, and the next letter starts a new prefix. */
  stop: () => void
}

export function createNameFinder({ clock, at, count, ask, go }: NameFinderOptions): NameFinder {
  const letters = createTypeAhead(clock)
  let latestRequest = 0

  return {
    fits: letters.fits,
    find(key) {
      const { prefix, beyond } = letters.take(key)
      const request = ++latestRequest
      const from = at() < 0 ? 0 : at() + Number(beyond)
      ask(prefix, from < count() ? from : 0).then(
        (place) => {
          if (request === latestRequest && place !== null) go(place)
        },
        // The cursor stays. The list shows the error.
        () => undefined
      )
    },
    stop() {
      letters.end()
      latestRequest += 1
    }
  }
}
