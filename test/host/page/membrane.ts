/**
 * What passes between the preload's world and the page's, as Electron's contextBridge passes it: plain values are
 * copied (and cloned on the way, because the two ends are two V8 worlds), functions become functions that call across,
 * promises become promises, prototypes and symbols stay behind.
 *
 * The two ends talk through DOM events with an unguessable name: dispatch is synchronous, `detail` is cloned from one
 * world to the other by Chromium itself. `makeMembrane` is self-contained: its source runs in both worlds.
 */

export interface Membrane {
  /** Puts a frozen copy of `api` on the other side's window. */
  expose(key: string, api: unknown): void
}

export function makeMembrane(secret: string, here: 'page' | 'preload'): Membrane {
  type Node =
    | { kind: 'value'; value: unknown }
    | { kind: 'function'; id: number }
    | { kind: 'promise'; id: number }
    | { kind: 'error'; message: string }
    | { kind: 'list'; items: Node[] }
    | { kind: 'record'; fields: [string, Node][] }
  type Outcome = { value: Node } | { error: string }
  type Message =
    | { type: 'expose'; key: string; api: Node }
    | { type: 'refused'; message: string }
    | { type: 'call'; call: number; id: number; args: Node[] }
    | { type: 'answer'; call: number; outcome: Outcome }
    | { type: 'settled'; id: number; outcome: Outcome }

  // The page may change these later; the membrane keeps the ones that it found.
  const { CustomEvent, Promise, Map, Set, Error, TypeError, Object, Array } = globalThis
  const { defineProperty, entries, freeze, hasOwn } = Object
  const dispatch = globalThis.dispatchEvent.bind(globalThis)
  const stop = Event.prototype.stopImmediatePropagation
  const clone = globalThis.structuredClone.bind(globalThis)
  const there = here === 'page' ? 'preload' : 'page'
  const DEEPEST = 1000

  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const ids = new Map<unknown, number>()
  const answers = new Map<number, Outcome>()
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let lastCall = 0
  let refusal: string | null = null

  const send = (message: Message): void => {
    dispatch(new CustomEvent(`${secret}:${there}`, { detail: message }))
  }

  const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

  const attempt = (run: () => unknown): Outcome => {
    try {
      return { value: encode(run()) }
    } catch (thrown) {
      return { error: messageOf(thrown) }
    }
  }

  const encode = (value: unknown, depth = 0, seen = new Map<object, Node>()): Node => {
    if (depth > DEEPEST) throw new TypeError('Nested objects deeper than 1000 are not supported.')
    if (typeof value === 'symbol') throw new TypeError('An object could not be cloned.')
    if (typeof value === 'function') return { kind: 'function', id: idOf(value as () => unknown) }
    if (typeof value !== 'object' || value === null) return { kind: 'value', value }
    const known = seen.get(value)
    if (known) return known
    if (value instanceof Promise) return { kind: 'promise', id: follow(value) }
    if (value instanceof Error) return { kind: 'error', message: value.message }
    if (!hasLive(value)) return { kind: 'value', value: cloned(value) }
    if (Array.isArray(value)) {
      const node: Extract<Node, { kind: 'list' }> = { kind: 'list', items: [] }
      seen.set(value, node)
      for (const item of value) node.items.push(encode(item, depth + 1, seen))
      return node
    }
    const node: Extract<Node, { kind: 'record' }> = { kind: 'record', fields: [] }
    seen.set(value, node)
    for (const [key, field] of entries(value)) node.fields.push([key, encode(field, depth + 1, seen)])
    return node
  }

  /** A Proxy without functions (Vue's reactive objects) fails here, as it does in Electron. */
  const cloned = (value: object): unknown => {
    try {
      return clone(value)
    } catch {
      throw new TypeError('An object could not be cloned.')
    }
  }

  /** Whether something in there can't be cloned but is passed in its own way: a function or a promise. */
  const hasLive = (value: unknown, depth = 0, seen = new Set<unknown>()): boolean => {
    if (typeof value === 'function' || value instanceof Promise) return true
    if (typeof value !== 'object' || value === null || seen.has(value) || depth > DEEPEST) return false
    seen.add(value)
    return Object.values(value).some((field) => hasLive(field, depth + 1, seen))
  }

  const idOf = (run: (...args: unknown[]) => unknown): number => {
    const known = ids.get(run)
    if (known) return known
    const id = ++lastId
    ids.set(run, id)
    functions.set(id, run)
    return id
  }

  const follow = (promise: Promise<unknown>): number => {
    const id = ++lastId
    promise.then(
      (value) => send({ type: 'settled', id, outcome: attempt(() => value) }),
      (thrown: unknown) => send({ type: 'settled', id, outcome: { error: messageOf(thrown) } })
    )
    return id
  }

  const decode = (node: Node, frozen = false, made = new Map<Node, unknown>()): unknown => {
    if (made.has(node)) return made.get(node)
    if (node.kind === 'value') return frozen ? freezeDeep(node.value) : node.value
    if (node.kind === 'error') return new Error(node.message)
    if (node.kind === 'function') return caller(node.id)
    if (node.kind === 'promise') {
      return new Promise((resolve, reject) => promises.set(node.id, { resolve, reject }))
    }
    if (node.kind === 'list') {
      const list: unknown[] = []
      made.set(node, list)
      for (const item of node.items) list.push(decode(item, frozen, made))
      return frozen ? freeze(list) : list
    }
    const record = {}
    made.set(node, record)
    for (const [key, field] of node.fields) {
      const value = decode(field, frozen, made)
      defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true })
    }
    return frozen ? freeze(record) : record
  }

  const freezeDeep = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
    freeze(value)
    for (const field of Object.values(value)) freezeDeep(field)
    return value
  }

  const take = (outcome: Outcome): unknown => {
    if ('error' in outcome) throw new Error(outcome.error)
    return decode(outcome.value)
  }

  const caller =
    (id: number) =>
    (...args: unknown[]): unknown => {
      const call = ++lastCall
      send({ type: 'call', call, id, args: args.map((arg) => encode(arg)) })
      const outcome = answers.get(call)
      answers.delete(call)
      if (!outcome) throw new Error('The preload has gone.')
      return take(outcome)
    }

  const receive = (message: Message): void => {
    if (message.type === 'call') {
      const run = functions.get(message.id)
      const outcome = attempt(() => run?.(...message.args.map((arg) => decode(arg))))
      send({ type: 'answer', call: message.call, outcome })
    } else if (message.type === 'answer') {
      answers.set(message.call, message.outcome)
    } else if (message.type === 'settled') {
      const waiting = promises.get(message.id)
      promises.delete(message.id)
      if ('error' in message.outcome) waiting?.reject(new Error(message.outcome.error))
      else waiting?.resolve(decode(message.outcome.value))
    } else if (message.type === 'refused') {
      refusal = message.message
    } else if (hasOwn(globalThis, message.key)) {
      send({ type: 'refused', message: 'Cannot bind an API on top of an existing property on the window object' })
    } else {
      const value = decode(message.api, true)
      defineProperty(globalThis, message.key, { value, enumerable: true, writable: false, configurable: false })
    }
  }

  globalThis.addEventListener(
    `${secret}:${here}`,
    (event) => {
      stop.call(event)
      receive((event as CustomEvent<Message>).detail)
    },
    true
  )

  return {
    expose(key, api) {
      refusal = null
      send({ type: 'expose', key, api: encode(api) })
      if (refusal !== null) throw new Error(refusal)
    }
  }
}
