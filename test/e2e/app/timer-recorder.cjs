/** Loaded into main before the app: how far ahead each timer that waits was set, in milliseconds. */
const { createHook } = require('node:async_hooks')

const waiting = new Map()
createHook({
  init(id, type, _trigger, timer) {
    if (type === 'Timeout') waiting.set(id, timer._idleTimeout)
  },
  destroy: (id) => void waiting.delete(id)
}).enable()
globalThis.portsideTimers = () => [...waiting.values()]
