/** Runs before the app's own preload script, in the same world: tells main when the page shows its first data. */
const { ipcRenderer } = require('electron')

const calls = []
const { invoke } = ipcRenderer
const now = () => performance.timeOrigin + performance.now()

ipcRenderer.invoke = async (channel, ...input) => {
  const call = { name: channel, begun: now(), ended: Infinity }
  calls.push(call)
  try {
    return await invoke.call(ipcRenderer, channel, ...input)
  } finally {
    call.ended = now()
  }
}

/** The overview with the number of saved products, or the bare page. */
const hasData = () =>
  /\d products/.test(document.querySelector('main')?.textContent ?? '') || document.querySelector('#shown') !== null

const tell = (data, shown) => {
  const paint = performance.getEntriesByName('first-paint')[0]?.startTime
  // Chromium reports a paint a little after it.
  if (paint === undefined) setTimeout(tell, 20, data, shown)
  else ipcRenderer.send('bench:shown', { origin: performance.timeOrigin, paint, data, shown, calls })
}

new MutationObserver((_changes, observer) => {
  if (!hasData()) return
  observer.disconnect()
  const data = performance.now()
  performance.mark('first data')
  // When the second frame begins, the first is on its way to the screen.
  requestAnimationFrame(() => requestAnimationFrame(() => tell(data, performance.now())))
}).observe(document, { subtree: true, childList: true, characterData: true })
