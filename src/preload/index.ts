/** The bridge: one function per call of the contract, one for all events and one for the answers of the start; nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron'
import {
  callChannel,
  calls,
  EVENT_NAMES,
  eventChannel,
  START_CHANNEL,
  type Bridge,
  type EventName
} from '../shared/ipc/contract.ts'

const domains = Object.entries(calls).map(([domain, methods]) => [
  domain,
  Object.fromEntries(
    Object.keys(methods).map((method) => [
      method,
      (...input: unknown[]): Promise<unknown> => ipcRenderer.invoke(callChannel(domain, method), ...input)
    ])
  )
])

/** Any event makes the answers of the start out of date. */
let changed = false
const listeners = new Set<(name: EventName) => void>()
for (const name of EVENT_NAMES) {
  // Electron's event object holds the sender; only the name goes to the page.
  ipcRenderer.on(eventChannel(name), () => {
    changed = true
    for (const listener of [...listeners]) listener(name)
  })
}
// The page’s script loads meanwhile.
const answers = ipcRenderer.invoke(START_CHANNEL)

const bridge = {
  ...Object.fromEntries(domains),
  start: async (): Promise<unknown> => ((await answers, changed) ? null : answers),
  onEvent: (listener: (name: EventName) => void): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('A listener is a function.')
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
} as Bridge

contextBridge.exposeInMainWorld('portside', bridge)

// V8 lists all locales when a process formats its first number, which takes about 10 ms. Here it overlaps with loading the page’s script.
new Intl.NumberFormat().format(0)
