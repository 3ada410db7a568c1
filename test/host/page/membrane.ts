/**
 * What passes between the preload's world and the page's, as Electron's contextBridge passes it: plain values are copied,
 * functions become functions that call across, promises become promises, prototypes and symbols stay behind.
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
    | { kind: 'record'; fields: [string, Node][] }
  type Outcome = { value: Node } | { error: string }
  type Message =
    | { type: 'expose'; key: string; api: Node }
    | { type: 'call'; call: number; id: number; args: Node[] }
    | { type: 'answer'; call: number; outcome: Outcome }
    | { type: 'settled'; id: number; outcome: Outcome }
  type Run = (...args: unknown[]) => unknown

  // The page may change these later; the membrane keeps the ones that it found.
  const { CustomEvent, Promise, Map, Set, Error, TypeError, Object } = globalThis
  const { defineProperty, entries, freeze, values } = Object
  const dispatch = globalThis.dispatchEvent.bind(globalThis)
  const stop = Event.prototype.stopImmediatePropagation
  const clone = globalThis.structuredClone.bind(globalThis)
  const there = here === 'page' ? 'preload' : 'page'

  const functions = new Map<number, Run>()
  const ids = new Map<Run, number>()
  const answers = new Map<number, Outcome>()
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

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

  const encode = (value: unknown): Node => {
    if (typeof value === 'function') return { kind: 'function', id: idOf(value as Run) }
    if (value instanceof Promise) return { kind: 'promise', id: follow(value) }
    if (hasLive(value))
      return { kind: 'record', fields: entries(value as object).map(([key, of]) => [key, encode(of)]) }
    try {
      return { kind: 'value', value: clone(value) }
    } catch {
      // Such as a symbol, or a Proxy (Vue's reactive objects).
      throw new TypeError('An object could not be cloned.')
    }
  }

  /** Whether something in there can't be cloned but is passed in its own way: a function or a promise. */
  const hasLive = (value: unknown, seen = new Set<unknown>()): boolean => {
    if (typeof value === 'function' || value instanceof Promise) return true
    if (typeof value !== 'object' || value === null || seen.has(value)) return false
    seen.add(value)
    return values(value).some((field) => hasLive(field, seen))
  }

  const idOf = (run: Run): number => {
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

  const decode = (node: Node): unknown => {
    if (node.kind === 'value') return node.value
    if (node.kind === 'function') return caller(node.id)
    if (node.kind === 'promise') {
      const settling = Promise.withResolvers<unknown>()
      promises.set(node.id, settling)
      return settling.promise
    }
    const record = {}
    for (const [key, field] of node.fields) {
      defineProperty(record, key, { value: decode(field), writable: true, enumerable: true, configurable: true })
    }
    return record
  }

  const freezeDeep = <T>(value: T): T => {
    if (typeof value === 'object' && value !== null) for (const field of values(value)) freezeDeep(field)
    return freeze(value)
  }

  const take = (outcome: Outcome): unknown => {
    if ('error' in outcome) throw new Error(outcome.error)
    return decode(outcome.value)
  }

  const caller =
    (id: number): Run =>
    (...args) => {
      const call = ++lastId
      send({ type: 'call', call, id, args: args.map(encode) })
      const outcome = answers.get(call)
      answers.delete(call)
      if (!outcome) throw new Error('The preload has gone.')
      return take(outcome)
    }

  const receive = (message: Message): void => {
    if (message.type === 'call') {
      const outcome = attempt(() => functions.get(message.id)?.(...message.args.map(decode)))
      send({ type: 'answer', call: message.call, outcome })
    } else if (message.type === 'answer') {
      answers.set(message.call, message.outcome)
    } else if (message.type === 'settled') {
      const settling = promises.get(message.id)
      promises.delete(message.id)
      settling?.resolve(new Promise((resolve) => resolve(take(message.outcome))))
    } else {
      const value = freezeDeep(decode(message.api))
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

  return { expose: (key, api) => send({ type: 'expose', key, api: encode(api) }) }
}
