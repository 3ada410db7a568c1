/** The bridge: one function per call of the contract and one listener per push; nothing else is exposed. */
import { contextBridge, ipcRenderer } from 'electron'
import { callChannel, calls, PUSH_NAMES, pushChannel, type Bridge, type PushName } from '../shared/ipc/contract.ts'

const domains = Object.entries(calls).map(([domain, methods]) => [
  domain,
  Object.fromEntries(
    Object.keys(methods).map((method) => [
      method,
      (...input: unknown[]): Promise<unknown> => ipcRenderer.invoke(callChannel(domain, method), ...input)
    ])
  )
])

const bridge = {
  ...Object.fromEntries(domains),
  on: (name: PushName, listener: (payload: unknown) => void): (() => void) => {
    if (!PUSH_NAMES.includes(name)) throw new Error('unknown push')
    // The event object holds the sender; only the payload goes to the page.
    const hear = (_event: unknown, payload: unknown): void => listener(payload)
    ipcRenderer.on(pushChannel(name), hear)
    return () => void ipcRenderer.removeListener(pushChannel(name), hear)
  }
} as Bridge

contextBridge.exposeInMainWorld('portside', bridge)
