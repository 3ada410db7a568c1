import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.mjs'

/**
 * Runs a tool quietly. Never rejects: `code` is its exit code, null when it was ended or never started; `output` is all that it printed.
 * With `stallMs`, the tool is ended when it printed nothing for so long and `progress` returned the same number, and `stalled` is true.
 * `firstMs` is the same limit until the first progress.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, stallMs?: number, firstMs?: number, progress?: () => number }} [options]
 * @returns {Promise<{ code: number | null, output: string, stalled: boolean }>}
 */
export function run(command, args, { env, shell = false, stallMs, firstMs = stallMs, progress = () => 0 } = {}) {
  return new Promise((resolve) => {
    // A tool that may be ended gets its own process group, so that what it started ends too. It takes no Ctrl+C then.
    const detached = process.platform !== 'win32' && stallMs !== undefined
    const child = spawn(command, args, {
      ...{ cwd: ROOT, env: { ...process.env, ...env }, shell, detached },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    const end = (signal) => (detached ? process.kill(-child.pid, signal) : child.kill(signal))
    const interrupt = () => {
      end('SIGTERM')
      process.exit(130)
    }
    if (detached) process.once('SIGINT', interrupt)

    let output = ''
    let stalled = false
    const first = progress()
    let last = { amount: first, at: Date.now() }
    const watch = setInterval(
      () => {
        const amount = progress() + output.length
        if (amount !== last.amount) last = { amount, at: Date.now() }
        else if (Date.now() - last.at >= ((amount === first ? firstMs : stallMs) ?? Infinity)) {
          stalled = true
          end('SIGKILL')
        }
      },
      Math.min(1000, firstMs ?? 1000)
    )
    const finish = (code) => {
      clearInterval(watch)
      process.removeListener('SIGINT', interrupt)
      resolve({ code, output, stalled })
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => {
      output += error.message
      finish(null)
    })
    child.once('close', finish)
  })
}

/** Runs npm, the one that runs this script if there is one. Options and result are those of `run`. */
export function npm(args, options = {}) {
  const path = process.env.npm_execpath
  const all = [...args, '--loglevel=error']
  return path?.endsWith('.js')
    ? run(process.execPath, [path, ...all], options)
    : run('npm', all, { ...options, shell: process.platform === 'win32' })
}

/** Bytes of all files below a folder, which other programs may change meanwhile. */
export function folderSize(folder) {
  let total = 0
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      total += entry.isDirectory() ? folderSize(path) : statSync(path).size
    }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return total
}

/** "12 s", for the line that says what was done. */
export const secondsSince = (start) => `${Math.round((Date.now() - start) / 1000)} s`
