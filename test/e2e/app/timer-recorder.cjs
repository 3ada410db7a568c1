/** Loaded into main before the app: how far ahead each timer that waits was set, in milliseconds, and a minute that passes at once. */
const { createHook } = require('node:async_hooks')

const waiting = new Map()
createHook({
  init(id, type, _trigger, timer) {
    if (type === 'Timeout') waiting.set(id, timer)
  },
  destroy: (id) => void waiting.delete(id)
}).enable()
globalThis.portsideTimers = () => [...waiting.values()].map(({ _idleTimeout }) => _idleTimeout)
/** Each timer of less than a minute that waits runs now, once. */
globalThis.portsidePassMinute = () => {
  for (const timer of [...waiting.values()]) {
    const { _onTimeout: run, _idleTimeout: ms, _repeat: repeats } = timer
    if (ms >= 60_000 || repeats || !run) continue
    clearTimeout(timer)
    run.call(timer)
  }
}
