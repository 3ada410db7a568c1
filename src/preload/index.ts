/** The bridge: one function per call of the contract, one for all events and one for the answers of the start; nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, calls, CHANGE_CHANNEL, START_CHANNEL, type Bridge, type Change } from '../shared/ipc/contract.ts'

const domains = Object.entries(calls).map(([domain, methods]) => [
  domain,
  Object.fromEntries(
    Object.keys(methods).map((method) => [
      method,
      (...input: unknown[]): Promise<unknown> => ipcRenderer.invoke(callChannel(domain, method), ...input)
    ])
  )
])

/** Any change makes the answers of the start out of date. */
let changed = false
const listeners = new Set<(...change: Change) => void>()
// Electron's event object holds the sender; only the topic and the account go to the page.
ipcRenderer.on(CHANGE_CHANNEL, (_event, ...change: Change) => {
  changed = true
  for (const listener of [...listeners]) listener(...change)
})
// The page’s script loads meanwhile.
const answers = ipcRenderer.invoke(START_CHANNEL)

const bridge = {
  ...Object.fromEntries(domains),
  start: async (): Promise<unknown> => ((await answers, changed) ? null : answers),
  onChange: (listener: (...change: Change) => void): (() => void) => {
    if (typeof listener !== 'function') throw new TypeError('A listener is a function.')
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
} as Bridge

contextBridge.exposeInMainWorld('portside', bridge)

// V8 lists all locales when a process formats its first number, which takes about 10 ms. Here it overlaps with loading the page’s script.
new Intl.NumberFormat().format(0)
