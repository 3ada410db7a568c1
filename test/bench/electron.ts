/** The built app or a bare one in Electron, measured and driven by inside/main.cjs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
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
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (message: { launch: Launch } | { id: number; value?: unknown; error?: string }) => {
    if ('launch' in message) return launch.resolve(message.launch)
    const { id, value, error } = message
    if (error === undefined) asked.get(id)?.resolve(value)
    else asked.get(id)?.reject(new Error(error))
    asked.delete(id)
  })
  void exited.then(() => {
    const ended = new Error(`The app ended:\n${output}`)
    for (const { reject } of [launch, ...asked.values()]) reject(ended)
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

/** @returns what is left of main's heap, in bytes */
export async function collectInMain(): Promise<number> {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8')
  const { runInNewContext } = process.getBuiltinModule('node:vm')
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}
