/**
 * The world that the built preload runs in, inside the page: Electron's sandboxed `require`, `ipcRenderer` and
 * `contextBridge`. Self-contained: its source runs in an isolated world of every top document, before the page's scripts.
 */
import type { Membrane } from './membrane.ts'
import type { Wire } from './wire.ts'

/** What the page tells the host, and the host the page; `args` and `value` are wire text. */
export type FromPage =
  | { type: 'invoke'; call: number; channel: string; args: string }
  | { type: 'send'; channel: string; args: string }
  | { type: 'preload-error'; message: string; stack: string }
export type ToPage =
  { type: 'answer'; call: number; value?: string; error?: string } | { type: 'push'; channel: string; args: string }

export interface PreloadWorld {
  /** Electron's `require` in a sandboxed preload. */
  require: (name: string) => unknown
  process: object
  /** Takes a ToPage message as JSON text. */
  receive: (text: string) => void
  /** Runs the preload, tells the host if it throws. */
  run: (preload: () => void) => void
}

export function makePreloadWorld(
  wire: Wire,
  membrane: Membrane,
  tell: (text: string) => void,
  facts: { platform: string; versions: Record<string, string> }
): PreloadWorld {
  type Listener = (event: object, ...args: unknown[]) => void
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, Listener[]>()
  let lastCall = 0

  const post = (message: FromPage): void => tell(JSON.stringify(message))

  /** Electron clones with the page's own V8: what can't be cloned fails here, in the page. */
  const cross = (args: unknown[]): string => {
    try {
      return wire.encode(structuredClone(args))
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }

  const absent = <T extends object>(name: string, part: T): T =>
    new Proxy(part, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || key === 'then') return Reflect.get(target, key) as unknown
        throw new Error(`The stand-in host's preload has no ${name}.${key}.`)
      }
    })

  const ipcRenderer = {
    invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const text = cross(args)
      const call = ++lastCall
      return new Promise((resolve, reject) => {
        waiting.set(call, { resolve, reject })
        post({ type: 'invoke', call, channel, args: text })
      })
    },
    send: (channel: string, ...args: unknown[]): void => post({ type: 'send', channel, args: cross(args) }),
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    removeListener(channel: string, listener: Listener) {
      const list = listeners.get(channel) ?? []
      const at = list.lastIndexOf(listener)
      if (at >= 0) listeners.set(channel, list.toSpliced(at, 1))
      return ipcRenderer
    }
  }

  const contextBridge = { exposeInMainWorld: (key: string, api: unknown): void => membrane.expose(key, api) }

  const electron = absent('electron', {
    contextBridge: absent('contextBridge', contextBridge),
    ipcRenderer: absent('ipcRenderer', ipcRenderer)
  })

  const timers = {
    setTimeout: setTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
    clearTimeout: clearTimeout.bind(globalThis),
    clearInterval: clearInterval.bind(globalThis)
  }

  // Electron's allowance for a sandboxed preload: electron, events, timers, url (and the node: spelling of the last three).
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    if (/^(node:)?url$/.test(name)) return { URL, URLSearchParams }
    if (/^(node:)?timers$/.test(name)) return timers
    if (/^(node:)?events$/.test(name)) throw new Error("The stand-in host's preload has no events module.")
    throw new Error(`module not found: ${name}`)
  }

  const receive = (text: string): void => {
    const message = JSON.parse(text) as ToPage
    if (message.type === 'push') {
      const args = wire.decode(message.args) as unknown[]
      for (const listener of listeners.get(message.channel) ?? []) listener({ sender: ipcRenderer, ports: [] }, ...args)
      return
    }
    const asked = waiting.get(message.call)
    waiting.delete(message.call)
    if (message.error !== undefined) asked?.reject(new Error(message.error))
    else asked?.resolve(wire.decode(message.value ?? wire.encode(undefined)))
  }

  return {
    require,
    receive,
    process: { ...facts, type: 'renderer', sandboxed: true, contextIsolated: true, env: {}, argv: [] },
    run(preload) {
      try {
        preload()
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        console.error('Unable to load preload script', error)
        post({ type: 'preload-error', message: error.message, stack: error.stack ?? '' })
      }
    }
  }
}
