/** Starts network-app.ts in Electron. It needs no display. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll } from 'vitest'
import product from '../../../electron.vite.config.ts'
import { electronRuntime } from '../../../scripts/setup/electron-runtime.mjs'
import type { Answered, Asked, Calls, Outcome } from './network-app.ts'

export interface NetworkApp {
  call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<Outcome<Awaited<ReturnType<Calls[K]>>>>
  stop(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'portside-network-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))

/** Electron's Node reads no TypeScript before version 36. */
async function bundle(): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    resolve: product.main?.resolve ?? {},
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'network-app.ts'),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: 'network-app.mjs', codeSplitting: false } }
    }
  })
  return join(folder, 'network-app.mjs')
}

let bundled: Promise<string> | null = null
let started = 0

/** @param switches Chromium's @param variables beside those of the test */
export async function startNetworkApp(
  switches: readonly string[] = [],
  variables: NodeJS.ProcessEnv = {}
): Promise<NetworkApp> {
  const runtime = electronRuntime()
  if (runtime === null) throw new Error('There is no Electron. Set it up with: npm test')
  const entry = await (bundled ??= bundle())
  const { ELECTRON_RUN_AS_NODE: _node, NODE_OPTIONS: _options, ...env } = process.env
  const platform = process.platform === 'linux' ? ['--ozone-platform=headless'] : []
  // Chromium's sandbox can't start as root.
  if (process.getuid?.() === 0) platform.push('--no-sandbox')
  const data = `--user-data-dir=${join(folder, String(++started))}`
  const child = spawn(runtime.program, [...platform, data, ...switches, entry], {
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))

  const waiting = new Map<number, PromiseWithResolvers<Outcome<unknown>>>()
  const ready = Promise.withResolvers<void>()
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void exited.then(() => {
    const error = new Error(`Electron ended:\n${output}`)
    ready.reject(error)
    for (const one of waiting.values()) one.reject(error)
  })
  child.on('message', (message: Answered | 'started') => {
    if (message === 'started') return ready.resolve()
    waiting.get(message.id)?.resolve(message.outcome)
    waiting.delete(message.id)
  })
  await ready.promise

  let lastId = 0
  return {
    call: (name, ...args) => {
      const id = ++lastId
      const answer = Promise.withResolvers<Outcome<unknown>>()
      waiting.set(id, answer)
      child.send({ id, name, args } satisfies Asked)
      return answer.promise as never
    },
    async stop() {
      child.disconnect()
      await exited
      // Such as MaxListenersExceededWarning.
      const [warning] = /\(node:\d+\) \w*Warning: .*/.exec(output) ?? []
      if (warning !== undefined) throw new Error(warning)
    }
  }
}
