/** The bridge: one function per call of the contract, one for all pushes and one for the answers of the start; nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron'
import {
  callChannel,
  calls,
  PUSH_NAMES,
  pushChannel,
  START_CHANNEL,
  type Bridge,
  type PushName,
  type PushPayload
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

// Asked while the page's own scripts load. A change that main reports in this time makes the answers void.
let changed = false
const listeners = new Set<(name: PushName, payload: PushPayload) => void>()
for (const name of PUSH_NAMES) {
  // The event object holds the sender; only the payload goes to the page.
  ipcRenderer.on(pushChannel(name), (_event, payload: PushPayload) => {
    changed = true
    for (const listener of [...listeners]) listener(name, payload)
  })
}
const answers = ipcRenderer.invoke(START_CHANNEL)

const bridge = {
  ...Object.fromEntries(domains),
  start: async (): Promise<unknown> => ((await answers, changed) ? [] : answers),
  onPush: (listener: (name: PushName, payload: PushPayload) => void): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('A listener is a function.')
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
} as Bridge

contextBridge.exposeInMainWorld('portside', bridge)

// The first number of a process takes 10 ms, because V8 lists all locales. At once, while the page’s script is fetched: by a timer, the
// first data came 1 to 2 ms later.
new Intl.NumberFormat().format(0)
