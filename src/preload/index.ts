/** The bridge: one function per call of the contract and one listener per push; nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron'
import {
  callChannel,
  calls,
  PUSH_NAMES,
  pushChannel,
  START_CHANNEL,
  type Bridge,
  type PushName
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
for (const name of PUSH_NAMES) ipcRenderer.on(pushChannel(name), () => (changed = true))
const answers = ipcRenderer.invoke(START_CHANNEL)
// The first number and date format of a process take 25 ms, because V8 lists all locales. Made while the page waits for its script.
setTimeout(() => [new Intl.NumberFormat(), new Intl.DateTimeFormat()])

const bridge = {
  ...Object.fromEntries(domains),
  start: async (): Promise<unknown> => ((await answers, changed) ? [] : answers),
  on: (name: PushName, listener: (payload: unknown) => void): (() => void) => {
    if (!PUSH_NAMES.includes(name)) throw new Error('unknown push')
    // The event object holds the sender; only the payload goes to the page.
    const hear = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(pushChannel(name), hear)
    return () => void ipcRenderer.removeListener(pushChannel(name), hear)
  }
} as Bridge

contextBridge.exposeInMainWorld('portside', bridge)
