/**
 * Values that crossed structured clone, as JSON text: the pipe between Chromium and the host carries text only.
 * `makeWire` is self-contained: the host calls it, and its source also runs inside the page.
 */

export interface Wire {
  /** @throws Error named DataCloneError for what structured clone would not copy either */
  encode(value: unknown): string
  decode(text: string): unknown
}

export function makeWire(): Wire {
  /** A value, or its kind and parts; a number among the parts is the place of another cell. */
  type Cell = string | number | boolean | null | [kind: string, ...parts: unknown[]]

  const refuse = (what: string): never => {
    const error = new Error(`${what} could not be cloned.`)
    error.name = 'DataCloneError'
    throw error
  }

  const toText = (bytes: Uint8Array): string => {
    let text = ''
    for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
    return btoa(text)
  }

  const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

  const encode = (root: unknown): string => {
    const cells: Cell[] = []
    const places = new Map<unknown, number>()

    const visit = (value: unknown): number => {
      const known = places.get(value)
      if (known !== undefined) return known
      const place = cells.length
      cells.push(null)
      if (typeof value === 'object') places.set(value, place)
      cells[place] = cell(value)
      return place
    }

    const fields = (value: object): [string, number][] =>
      Object.entries(value).map(([key, field]) => [key, visit(field)] as [string, number])

    const cell = (value: unknown): Cell => {
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
      if (typeof value === 'number') {
        if (Object.is(value, -0)) return ['number', '-0']
        return Number.isFinite(value) ? value : ['number', String(value)]
      }
      if (value === undefined) return ['undefined']
      if (typeof value === 'bigint') return ['bigint', String(value)]
      if (typeof value !== 'object') return refuse(String(value))
      if (Array.isArray(value)) return ['list', ...Array.from(value, visit)]
      if (value instanceof Date) return ['date', value.getTime()]
      if (value instanceof RegExp) return ['regexp', value.source, value.flags]
      if (value instanceof Map) return ['map', ...Array.from(value, ([key, item]) => [visit(key), visit(item)])]
      if (value instanceof Set) return ['set', ...Array.from(value, visit)]
      if (value instanceof Error) return ['error', value.name, value.message]
      if (value instanceof ArrayBuffer) return ['buffer', toText(new Uint8Array(value))]
      if (ArrayBuffer.isView(value)) {
        const kind = Object.prototype.toString.call(value).slice(8, -1)
        return ['view', kind, toText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))]
      }
      const kind = Object.prototype.toString.call(value)
      return kind === '[object Object]' ? ['record', ...fields(value)] : refuse(kind)
    }

    const first = visit(root)
    return JSON.stringify([first, cells])
  }

  const decode = (text: string): unknown => {
    const [first, cells] = JSON.parse(text) as [number, Cell[]]
    const made = new Map<number, unknown>()

    const value = (place: number): unknown => {
      if (made.has(place)) return made.get(place)
      const cell = cells[place]
      if (!Array.isArray(cell)) return cell
      return build(place, cell[0], cell.slice(1))
    }

    const keep = <T>(place: number, result: T): T => {
      made.set(place, result)
      return result
    }

    const build = (place: number, kind: string, parts: unknown[]): unknown => {
      if (kind === 'list') {
        const list = keep<unknown[]>(place, [])
        for (const part of parts as number[]) list.push(value(part))
        return list
      }
      if (kind === 'record') {
        const record = keep<object>(place, {})
        for (const [key, part] of parts as [string, number][]) {
          Object.defineProperty(record, key, {
            value: value(part),
            writable: true,
            enumerable: true,
            configurable: true
          })
        }
        return record
      }
      if (kind === 'map') {
        const map = keep(place, new Map<unknown, unknown>())
        for (const [key, item] of parts as [number, number][]) map.set(value(key), value(item))
        return map
      }
      if (kind === 'set') {
        const set = keep(place, new Set<unknown>())
        for (const part of parts as number[]) set.add(value(part))
        return set
      }
      return keep(place, leaf(kind, parts))
    }

    const leaf = (kind: string, [a, b]: unknown[]): unknown => {
      if (kind === 'undefined') return undefined
      if (kind === 'number') return Number(a)
      if (kind === 'bigint') return BigInt(a as string)
      if (kind === 'date') return new Date((a as number | null) ?? NaN)
      if (kind === 'regexp') return new RegExp(a as string, b as string)
      if (kind === 'buffer') return toBytes(a as string).buffer
      if (kind === 'error') {
        const error = new Error(b as string)
        error.name = a as string
        return error
      }
      const bytes = toBytes(b as string)
      const View = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[a as string]
      return View ? new View(bytes.buffer) : refuse(String(a))
    }

    return value(first)
  }

  return { encode, decode }
}
