/** Where the members of a JSON text stand, as far as it can be read: JSON.parse says neither that nor the line of an error. */

export interface JsonPlace {
  path: readonly string[]
  /** The first character of its name or, in a list, of its value. */
  from: number
  /** Behind its value; the end of the text, where it isn't whole. */
  to: number
}

const SPACE = /[ \t\n\r]*/y
const TEXT = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const MOST_DEPTH = 50

/** @returns the members, each before those in it, and where the text stops being JSON */
export function jsonPlaces(text: string): { places: JsonPlace[]; brokenAt: number | null } {
  const places: JsonPlace[] = []
  let at = 0

  function take(token: RegExp | string): string | undefined {
    if (typeof token === 'string') {
      if (!text.startsWith(token, at)) return undefined
      at += token.length
      return token
    }
    token.lastIndex = at
    const found = token.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  function readName(index: number, isList: boolean): string | undefined {
    if (isList) return String(index)
    const name = take(TEXT)?.slice(1, -1)
    take(SPACE)
    return name !== undefined && take(':') ? name : undefined
  }
  function readMembers(path: readonly string[], isList: boolean): boolean {
    const end = isList ? ']' : '}'
    take(SPACE)
    if (take(end)) return true
    for (let index = 0; ; index += 1) {
      take(SPACE)
      const from = at
      const name = readName(index, isList)
      if (name === undefined) return false
      const place = { path: [...path, name], from, to: text.length }
      places.push(place)
      if (!readValue(place.path)) return false
      place.to = at
      take(SPACE)
      if (take(end)) return true
      if (!take(',')) return false
    }
  }
  function readValue(path: readonly string[]): boolean {
    take(SPACE)
    if (path.length < MOST_DEPTH && take('{')) return readMembers(path, false)
    if (path.length < MOST_DEPTH && take('[')) return readMembers(path, true)
    return take(TEXT) !== undefined || take(NUMBER_OR_WORD) !== undefined
  }

  const isRead = readValue([])
  take(SPACE)
  return { places, brokenAt: isRead && at === text.length ? null : at }
}

/** The place of the member, or of the innermost one around it; undefined: the whole text. */
export function placeOf(path: readonly string[], places: readonly JsonPlace[]): JsonPlace | undefined {
  const around = places.filter((place) => place.path.every((name, depth) => name === path[depth]))
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
