/**
 * The world that the built preload runs in, inside the page: Electron's sandboxed `require`, `ipcRenderer` and
 * `contextBridge`. Self-contained: its source runs in an isolated world of every top document, before the page's scripts.
 */
import type { Membrane } from './membrane.ts'
import type { Wire } from './wire.ts'

/** What the page tells the host, and the host the page; `args` and `value` are wire text. */
export interface FromPage {
  call: number
  channel: string
  args: string
  /** Milliseconds since the epoch. */
  sent: number
}
export type ToPage =
  { type: 'answer'; call: number; value?: string; error?: string } | { type: 'push'; channel: string; args: string }

export interface PreloadWorld {
  /** Electron's `require` in a sandboxed preload. */
  require: (name: string) => unknown
  /** Takes a ToPage message as JSON text. */
  receive: (text: string) => void
}

export function makePreloadWorld(wire: Wire, membrane: Membrane, tell: (text: string) => void): PreloadWorld {
  type Listener = (event: object, ...args: unknown[]) => void
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, Listener[]>()
  let lastCall = 0

  const absent = <T extends object>(name: string, part: T): T =>
    new Proxy(part, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target || key === 'then') return Reflect.get(target, key) as unknown
        throw new Error(`The stand-in host's preload has no ${name}.${key}.`)
      }
    })

  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const call = ++lastCall
      let text: string
      try {
        // Electron clones with the page's own V8: what can't be cloned fails here, in the page.
        text = wire.encode(structuredClone(args))
      } catch {
        throw new Error('An object could not be cloned.')
      }
      const answered = Promise.withResolvers<unknown>()
      waiting.set(call, answered)
      const message: FromPage = { call, channel, args: text, sent: performance.timeOrigin + performance.now() }
      tell(JSON.stringify(message))
      return answered.promise
    },
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

  return {
    require(name) {
      if (name === 'electron') return electron
      throw new Error(`module not found: ${name}`)
    },
    receive(text) {
      const message = JSON.parse(text) as ToPage
      if (message.type === 'push') {
        const args = wire.decode(message.args) as unknown[]
        for (const listener of listeners.get(message.channel) ?? []) listener({ sender: ipcRenderer }, ...args)
        return
      }
      const answered = waiting.get(message.call)
      waiting.delete(message.call)
      if (message.value === undefined) answered?.reject(new Error(message.error))
      else answered?.resolve(wire.decode(message.value))
    }
  }
}
