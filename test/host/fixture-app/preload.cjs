/* eslint-disable portside/stay-in-layer, @typescript-eslint/no-require-imports -- a preload, run inside the page */
const { contextBridge, ipcRenderer } = require('electron')

class Thing {
  own = 'kept'
  lost() {}
}

contextBridge.exposeInMainWorld('fixture', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on: (channel, listener) => {
    const hear = (_event, ...args) => listener(...args)
    ipcRenderer.on(channel, hear)
    return () => void ipcRenderer.removeListener(channel, hear)
  },
  nested: { list: [new Thing()] },
  same: (value) => value,
  call: (run, ...args) => run(...args),
  fail: () => {
    throw Object.assign(new TypeError('as said'), { detail: 'kept back' })
  }
})
