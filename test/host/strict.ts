/** Strict objects: a member that the host lacks throws with its name, instead of being undefined. */
import { EventEmitter } from 'node:events'

/** Names that the language and tools look up on any object. */
const LOOKED_UP_ANYWHERE = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
  'domain'
])

export class MissingPart extends Error {
  override readonly name = 'MissingPart'

  constructor(what: string) {
    super(`The stand-in host has no ${what}. Add it to test/host, or don't use it.`)
  }
}

/** The same object, but reading or writing a missing member throws MissingPart. */
export function strict<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || LOOKED_UP_ANYWHERE.has(key)) {
        return Reflect.get(target, key, receiver) as unknown
      }
      throw new MissingPart(`${name}.${key}`)
    },
    set(target, key, value, receiver) {
      if (typeof key === 'symbol' || key in target) return Reflect.set(target, key, value, receiver)
      throw new MissingPart(`${name}.${key}`)
    }
  })
}

/** The same object: one of Node's streams, in which Node looks up members of other kinds of streams. */
export const lenient = <T extends object>(_name: string, part: T): T => part

/** An emitter that rejects listeners for events that the host doesn't have. */
export class KnownEmitter extends EventEmitter {
  private readonly part: string
  private readonly events: ReadonlySet<string>

  constructor(part: string, events: readonly string[]) {
    super()
    this.part = part
    this.events = new Set(['newListener', 'removeListener', ...events])
  }

  override on(event: string | symbol, listener: Parameters<EventEmitter['on']>[1]): this {
    if (typeof event === 'string' && !this.events.has(event)) throw new MissingPart(`${this.part} event "${event}"`)
    return super.on(event, listener)
  }
}

export interface PreventableEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<T extends object>(members: T): T & PreventableEvent {
  const event = {
    ...members,
    defaultPrevented: false,
    preventDefault() {
      event.defaultPrevented = true
    }
  }
  return event
}

/** Emits an event. @returns whether a listener prevented it */
export function prevented(emitter: EventEmitter, name: string, members: object = {}, ...more: unknown[]): boolean {
  const event = preventable(members)
  emitter.emit(name, event, ...more)
  return event.defaultPrevented
}
