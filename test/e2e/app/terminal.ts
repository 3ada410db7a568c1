/** The built app as a command in a terminal: what it prints, and the code that it ends with. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { electronProgram } from '../../../scripts/setup/electron-runtime.mjs'
import { environment, type LaunchOptions } from './app.ts'
import { packElectron } from './packaged-electron.ts'
import { chooseRuntime } from './runtime.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface Printed {
  exitCode: number | null
  stdout: string
  stderr: string
}

export async function runInTerminal(args: string[], options: LaunchOptions): Promise<Printed> {
  const electron = chooseRuntime().runtime === 'electron' ? electronProgram() : null
  const rootOnLinux = process.platform === 'linux' && process.getuid?.() === 0
  const sandbox = rootOnLinux ? ['--no-sandbox'] : []
  if (electron === null) {
    const host = ['test/host/main.ts', ...(options.packaged ? ['--packaged'] : []), 'out/main/index.js']
    return run(process.execPath, [...host, ...args], options)
  }
  if (!options.packaged) return run(electron, [...sandbox, '.', ...args], options)
  const { program, remove } = packElectron(electron)
  try {
    return await run(program, [...sandbox, ...args], options)
  } finally {
    remove()
  }
}

function run(program: string, args: string[], options: LaunchOptions): Promise<Printed> {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr }))
  })
}
