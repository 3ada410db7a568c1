/** What is typed while the focus is in a list: the beginning of a name to go to. */

/** After this long without a letter the next one begins anew, ms. */
export const PAUSE = 800

export interface Sought {
  prefix: string
  /** Beyond the row that the cursor is on: it may already begin so. */
  beyond: boolean
}

export interface TypeAhead {
  /** Whether the key is one of a name, in this place: inside of one a space is, at its beginning it isn't. */
  fits: (key: string) => boolean
  /** Takes a key that fits. */
  take: (key: string) => Sought
  /** What comes next begins anew. */
  end: () => void
}

/** @param clock milliseconds since any moment */
export function typeAhead(clock: () => number): TypeAhead {
  let typed = ''
  let last = -Infinity
  const begun = (): boolean => typed !== '' && clock() - last <= PAUSE

  return {
    // The slash leads to the search.
    fits: (key) => (begun() ? /^[^/\p{C}]$/u : /^[\p{L}\p{N}]$/u).test(key),
    take(key) {
      typed = begun() ? typed + key : key
      last = clock()
      const letters = [...typed].slice(0, 50)
      // The same letter again goes on to the next name with it.
      const one = letters.every((letter) => letter === letters[0])
      return { prefix: one ? (letters[0] ?? key) : letters.join(''), beyond: one }
    },
    end() {
      typed = ''
    }
  }
}

export interface SeekerParts {
  clock: () => number
  /** Place of the cursor; -1: there is none. */
  at: () => number
  count: () => number
  /** Place of the next row from there on whose name begins so; null: there is none. */
  ask: (prefix: string, from: number) => Promise<number | null>
  go: (place: number) => void
}

export interface Seeker {
  fits: TypeAhead['fits']
  /** Takes a key that fits, and goes to the next name that begins with what was typed. */
  find: (key: string) => void
  /** The cursor was moved otherwise: what is still sought is not gone to, and the next letter begins anew. */
  stop: () => void
}

export function seeker({ clock, at, count, ask, go }: SeekerParts): Seeker {
  const letters = typeAhead(clock)
  let turn = 0

  return {
    fits: letters.fits,
    find(key) {
      const { prefix, beyond } = letters.take(key)
      const mine = ++turn
      const from = at() < 0 ? 0 : at() + Number(beyond)
      ask(prefix, from < count() ? from : 0).then(
        (place) => {
          if (mine === turn && place !== null) go(place)
        },
        // The cursor stays; whatever keeps main from reading its list is told with the list.
        () => undefined
      )
    },
    stop() {
      letters.end()
      turn += 1
    }
  }
}
