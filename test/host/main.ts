/**
 * The stand-in for Electron's runtime: `node test/host/main.ts [--headed] [--debug-port] [--attach=ws://…] [--packaged]
 * [--hold-dialogs] [--platform=…] [--page-script=…] [--trace=…] [--code-cache=…] [appEntry] [app args…]`. Runs the built app on plain Node, with this machine's Chromium for its windows. See README.md in this folder.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

enableCompileCache()

const { readOptions, findPackage } = await import('./options.ts')
const options = readOptions(process.argv.slice(2), process.cwd())

// Chromium starts up while the app's own modules load.
const { startBrowser } = await import('./chromium/browser.ts')
const { startRuntime } = await import('./runtime.ts')
const { headed, debugPort, attachTo, trace, codeCache } = options
const browser = startBrowser({ headed, debugPort, attachTo, trace, codeCache, locale: 'en-US' })

/** Ends this process as the system ends one that doesn't handle the signal. */
function dieOf(signal: NodeJS.Signals): void {
  browser.chromium.kill()
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}
/** After the app's main module has run, Electron's handlers quit (shell/browser/electron_browser_main_parts_posix.cc). */
let handlesSignals = false
const quitting = new Set<NodeJS.Signals>()
function onSignal(signal: NodeJS.Signals): void {
  // Before that, the app's own listeners are in effect, or the system's default.
  if (!handlesSignals && process.listenerCount(signal) > 1) return
  // Electron handles each signal once and then goes back to the system's default.
  if (!handlesSignals || quitting.has(signal)) return dieOf(signal)
  quitting.add(signal)
  app.quit()
}
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
// At once: a signal while the app loads must not leave Chromium's folder behind.
for (const signal of SIGNALS) process.on(signal, onSignal)

const appPackage = findPackage(options.entry)
const { events } = startRuntime({ options, package: appPackage, browser })

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await browser.writeTrace()
  await browser.chromium.close()
  process.exit(code)
}
process.on('exit', () => browser.chromium.kill())
events.on('end', (code: number) => void end(code))
browser.chromium.onExit(() => {
  if (ending) return
  process.stderr.write('host: Chromium has ended\n')
  process.exit(1)
})

// After Chromium has started: it runs on this machine.
if (options.platform !== null) Object.defineProperty(process, 'platform', { value: options.platform })

// From now on `electron` means the stand-in.
const STAND_IN = new URL('./electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: STAND_IN, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context)
})
const { app } = await import('./parts/app.ts')
const { openControl } = await import('./control.ts')
const { watchTimers } = await import('./timers.ts')

openControl(() => app.exit(0))

// What Electron sets in its main process. Of a packaged app the program is the app itself.
const { packaged } = options
Object.assign(process, { type: 'browser', defaultApp: packaged ? undefined : true, resourcesPath: appPackage.folder })
process.argv = [process.execPath, ...(packaged ? [] : [options.entry]), ...options.appArgs]

watchTimers()
performance.mark('app-entry')
try {
  await import(pathToFileURL(options.entry).href)
} catch (error) {
  // As Electron does (lib/browser/init.ts). It then becomes ready all the same.
  process.emit('uncaughtException', error as Error)
}
handlesSignals = true
for (const signal of SIGNALS) {
  for (const listener of process.listeners(signal)) if (listener !== onSignal) process.off(signal, listener)
}
app.becomeReady()
