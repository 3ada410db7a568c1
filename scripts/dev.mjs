/**
 * `npm run dev`: builds the app in watch mode and runs it. After a change of the page alone the page is reloaded, after any
 * other change the app is started again.
 *
 * The page is reloaded through Chromium's debugging port, so the app itself has no code for development. With --headless
 * it runs on a screen of its own on Linux. Further arguments go to the app.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { forTestRuntime, writePackage } from './build/test-build.mjs'
import { hasDisplay, onScreen, startScreen } from './setup/display.mjs'
import { describeRuntime, electronRuntime } from './setup/electron-runtime.mjs'
import { ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { sandboxTrouble } from './start/sandbox.mjs'

const HEADLESS = '--headless'
const PARTS = ['main', 'preload', 'renderer']
/** ms; an editor may write a file in more than one step. */
const BUILD_DELAY = 50

requirePinnedNode()
// Loaded here and not above: an older Node can't load them, and should get to say so.
const { resolveConfig } = await import('electron-vite')
const { chromium } = await import('playwright-core')
const { build } = await import('vite')

const say = (line) => process.stdout.write(`portside: ${line}\n`)
const isLinux = process.platform === 'linux'
const isRoot = isLinux && process.getuid() === 0
const headless = isLinux && process.argv.includes(HEADLESS)
const appArgs = process.argv.slice(2).filter((arg) => arg !== HEADLESS)
const runtime = electronRuntime()

const problem = findProblem()
if (problem === null) await develop()
else {
  say(problem)
  process.exitCode = 1
}

/** Why the app can't be run here: one sentence with a next step; null when it can. */
function findProblem() {
  if (runtime === null) return 'there is no Electron here. To fetch it: node scripts/setup.mjs --for=start'
  if (!headless && !hasDisplay()) {
    return `there is no display here. To run the app off screen: npm run dev -- ${HEADLESS}`
  }
  return isRoot || appArgs.includes('--no-sandbox') ? null : sandboxTrouble(runtime.program)
}

async function develop() {
  const env = headless ? onScreen((await startScreen()).display) : process.env
  /** Parts that are being built, or whose latest build failed. */
  const unfinished = new Set(PARTS)
  /** What the finished builds ask for: 'reload', 'restart' or nothing. */
  let wanted = null
  let busy = false
  let interrupted = false
  let app = null
  const watchers = []

  const begins = (part) => unfinished.add(part)
  const ends = (part) => {
    unfinished.delete(part)
    wanted = part === 'renderer' ? (wanted ?? 'reload') : 'restart'
    apply().catch(fail)
  }
  async function apply() {
    if (busy) return
    busy = true
    while (wanted !== null && unfinished.size === 0) {
      const step = wanted
      wanted = null
      if (step === 'reload' && app.running()) await app.reload()
      else await restart()
    }
    busy = false
  }
  async function restart() {
    await app?.stop()
    app = startApp(env, ended)
  }
  /** The app ended by itself. */
  function ended(code) {
    if (code === 0 || interrupted) void finish(code ?? 0)
    else say(`the app ended with code ${code}. It starts again after the next change.`)
  }
  async function finish(code) {
    await Promise.all(watchers.map((watcher) => watcher.close()))
    process.exit(code)
  }
  async function fail(error) {
    process.stderr.write(`${error.stack}\n`)
    await app?.stop()
    await finish(1)
  }

  // Ctrl+C reaches the app too, which closes its files and ends.
  process.on('SIGINT', () => {
    interrupted = true
    if (!app?.running()) void finish(0)
  })
  process.on('SIGTERM', async () => {
    await app?.stop()
    await finish(0)
  })
  if (!runtime.isPinned) writePackage()
  for (const part of PARTS) watchers.push(await watch(part, begins, ends))
}

/** Builds a part of the app as `npm run build` does, and again after each change. */
async function watch(part, begins, ends) {
  process.env.NODE_ENV_ELECTRON_VITE = 'production'
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'build', 'production')
  const options = runtime.isPinned ? config[part] : forTestRuntime(part, config[part])
  const watcher = await build({ ...options, build: { ...options.build, watch: { buildDelay: BUILD_DELAY } } })
  // After ERROR, END comes as after a build that worked. Vite prints the error itself.
  watcher.on('event', ({ code, result }) => {
    if (code === 'BUNDLE_START') begins(part)
    if (code === 'BUNDLE_END') ends(part)
    if (code === 'ERROR') say(`the ${part} build failed. The app runs on as it was; save a change to build again.`)
    void result?.close()
  })
  return watcher
}

/** @param ended called with the exit code when the app ended and was not stopped */
function startApp(env, ended) {
  const { child, debugAddress } = startElectron(env)
  void debugAddress.then((address) =>
    say(`the app runs in ${describeRuntime(runtime)}; debugging port: ${new URL(address).host}`)
  )
  let stopping = false
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // An app that ends before it opens its port has no page to reload.
  const addressOrEnd = Promise.race([debugAddress, exited.then(() => null)])
  void exited.then((code) => {
    if (!stopping) ended(code)
  })
  return {
    running: () => child.exitCode === null && child.signalCode === null,
    async reload() {
      const address = await addressOrEnd
      if (address === null) return
      const browser = await chromium.connectOverCDP(address, { noDefaults: true })
      const pages = browser.contexts().flatMap((context) => context.pages())
      await Promise.all(pages.map((page) => page.reload({ waitUntil: 'commit' })))
      await browser.close()
      say('the page was reloaded.')
    },
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await exited
    }
  }
}

function startElectron(env) {
  const args = [runtime.appFolder, ...(isRoot ? ['--no-sandbox'] : []), '--remote-debugging-port=0', ...appArgs]
  const child = spawn(runtime.program, args, { cwd: ROOT, env, stdio: ['inherit', 'inherit', 'pipe'] })
  child.stderr.pipe(process.stderr)
  const debugAddress = new Promise((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
  })
  return { child, debugAddress }
}
