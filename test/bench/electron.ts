/** The built app or a bare one in Electron, measured and driven by inside/main.cjs. Playwright would slow a launch: P1 was 1.50 instead of 1.46 ×. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as later } from 'node:timers/promises'
import { electronRuntime } from '../../scripts/setup/electron-runtime.mjs'
import { environment } from '../e2e/app/app.ts'
import { isRootOnLinux } from '../e2e/app/electron-driver.ts'
import type { PageRequest } from './waves.ts'

const INSIDE = join(import.meta.dirname, 'inside/main.cjs')
export const BARE_ENTRY = join(import.meta.dirname, 'bare/main.js')

/** Milliseconds. Times without another remark are from the page's navigation on. */
export interface Launch {
  /** The navigation, since 1970. */
  origin: number
  paint: number
  /** The first data is in the DOM. */
  data: number
  /** The frame with it is on its way to the screen. */
  shown: number
  /** From main's entry to its window, without a remark. */
  windowMs: number
  /** Of the page, since 1970: calls to main, and files of app://. */
  calls: PageRequest[]
  files: PageRequest[]
}

export interface BenchApp {
  pid: number
  launch: Promise<Launch>
  /** Of the next window that opens. `windowMs` and `files` are those of the first one. */
  nextWindow(): Promise<Launch>
  /** Runs the function in main, without its closure. @throws Error with main's message */
  inMain<R>(run: (electron: typeof Electron.CrossProcessExports) => R | Promise<R>): Promise<R>
  /** Runs the function in the page, once it is loaded, without its closure. @throws Error with the page's message */
  inPage<T, R = void>(run: (given: T) => R | Promise<R>, given: T): Promise<R>
  quit(): Promise<void>
}

interface Options {
  profileDir: string
  /** The main module of another app. */
  entry?: string
  /** Chromium's. */
  switches?: string[]
}

export function startApp({ profileDir, entry, switches = [] }: Options): BenchApp {
  const runtime = electronRuntime()
  if (runtime === null) throw new Error('There is no Electron.')
  const sandbox = isRootOnLinux ? ['--no-sandbox'] : []
  const child = spawn(runtime.program, [...sandbox, ...switches, '-r', INSIDE, entry ?? runtime.appFolder], {
    env: environment({ profileDir }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit')
  const launch = Promise.withResolvers<Launch>()
  let next = launch
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (message: { launch: Launch } | { id: number; value?: unknown; error?: string }) => {
    if ('launch' in message) return next.resolve(message.launch)
    const { id, value, error } = message
    if (error === undefined) asked.get(id)?.resolve(value)
    else asked.get(id)?.reject(new Error(error))
    asked.delete(id)
  })
  void exited.then(() => {
    const ended = new Error(`The app ended:\n${output}`)
    for (const { reject } of [next, ...asked.values()]) reject(ended)
  })
  launch.promise.catch(() => undefined)
  let lastId = 0
  const run = (code: string): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>()
    asked.set(++lastId, answer)
    child.send({ id: lastId, code })
    return answer.promise
  }
  return {
    pid: child.pid ?? 0,
    launch: launch.promise,
    nextWindow() {
      next = Promise.withResolvers()
      next.promise.catch(() => undefined)
      return next.promise
    },
    inMain: (inside) => run(`(${inside.toString()})`) as Promise<never>,
    inPage: (inside, given) => {
      const code = JSON.stringify(`(${inside.toString()})(${JSON.stringify(given)})`)
      return run(`({ app, BrowserWindow }) => {
        const opened = new Promise((resolve) => app.once('browser-window-created', (_event, window) => resolve(window)))
        return Promise.resolve(BrowserWindow.getAllWindows()[0] ?? opened)
          .then(({ webContents }) => webContents.executeJavaScript(${code}))
      }`) as Promise<never>
    },
    async quit() {
      if (child.connected) child.disconnect()
      await exited
    }
  }
}

/** Closes the window of an app that then stays. */
export async function closeWindow({ inMain }: BenchApp): Promise<void> {
  await inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  while ((await inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)) > 0) await later(100)
}

/** Runs in the page: the app then stays when its window closes. */
export async function untilTray(): Promise<void> {
  const { portside } = globalThis as unknown as {
    portside: { app: Record<string, (input?: unknown) => Promise<unknown>> }
  }
  await portside.app['changeSettings']?.({ closing: 'stay' })
  for (;;) {
    const answer = (await portside.app['desktop']?.()) as { ok: boolean; data: { tray: boolean } }
    if (answer.ok && answer.data.tray) return
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** @returns what is left of main's heap, in bytes */
export async function collectInMain(): Promise<number> {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

// These run in main.

type WithDelay = typeof globalThis & { benchDelay: ReturnType<typeof monitorEventLoopDelay> }

export async function watchStalls(): Promise<void> {
  const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  ;(globalThis as WithDelay).benchDelay = delay
  delay.enable()
  await new Promise((done) => setTimeout(done, 20))
  delay.reset()
}

export async function longestStall(): Promise<number> {
  await new Promise((done) => setTimeout(done, 20))
  const { benchDelay } = globalThis as WithDelay
  benchDelay.disable()
  return benchDelay.max / 1e6
}
