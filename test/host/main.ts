/**
 * The stand-in for Electron's runtime: `node test/host/main.ts [--headed] [--debug-port] [--packaged] [appEntry] [app args…]`.
 * Runs the built app on plain Node, with this machine's Chromium for its windows. See README.md in this folder.
 */
import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'

enableCompileCache()

const { readOptions, findPackage } = await import('./options.ts')
const options = readOptions(process.argv.slice(2), process.cwd())

// Chromium starts up while the app's own modules load.
const { startBrowser } = await import('./chromium/browser.ts')
const { startRuntime } = await import('./runtime.ts')
const browser = startBrowser({ headed: options.headed, debugPort: options.debugPort, locale: 'en-US' })
const appPackage = findPackage(options.entry)
const { events } = startRuntime({ options, package: appPackage, browser })

let ending = false
async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
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

const { standInForElectron } = await import('./hooks.ts')
standInForElectron()
const { app } = await import('./parts/app.ts')
const { openControl } = await import('./control.ts')

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted) process.exit(1)
    interrupted = true
    app.quit()
  })
}
openControl(() => app.exit(0))

// What Electron sets in its main process. Of a packaged app the program is the app itself.
const { packaged } = options
Object.assign(process, { type: 'browser', defaultApp: packaged ? undefined : true, resourcesPath: appPackage.folder })
process.argv = [process.execPath, ...(packaged ? [] : [options.entry]), ...options.appArgs]

performance.mark('app-entry')
await import(pathToFileURL(options.entry).href)
app.becomeReady()
