/* eslint-disable portside/stay-in-layer, @typescript-eslint/no-require-imports -- a preload, run inside the page */
const { contextBridge, ipcRenderer } = require('electron')

class Thing {
  constructor() {
    this.kept = 'own'
  }
  lost() {}
}

const attempt = (run) => {
  try {
    return String(run())
  } catch (error) {
    return error.message
  }
}

globalThis.preloadOnly = true
contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  on: (channel, listener) => {
    const hear = (_event, ...args) => listener(...args)
    ipcRenderer.on(channel, hear)
    return () => void ipcRenderer.removeListener(channel, hear)
  },
  nested: { list: [1, { two: 2 }] },
  thing: new Thing(),
  same: (value) => value,
  call: (run, ...args) => run(...args),
  wait: async (value) => value,
  fail: () => {
    throw Object.assign(new TypeError('as said'), { detail: 'kept back' })
  },
  requires: attempt(() => typeof require('url').URL),
  requiresFs: attempt(() => require('fs')),
  sync: attempt(() => ipcRenderer.sendSync),
  twice: attempt(() => contextBridge.exposeInMainWorld('location', {}))
})
