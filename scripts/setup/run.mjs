import { spawn } from 'node:child_process'
import { ROOT } from './paths.mjs'

/**
 * Runs a tool quietly. Never rejects: `code` is its exit code, null when it was ended or never started; `output` is all
 * that it printed.
 *
 * `progress` is asked once a second for a number; when it stays the same for `stallMs`, the tool is ended and `stalled`
 * is true.
 */
export function run(command, args, { env, shell = false, progress, stallMs } = {}) {
  return new Promise((resolve) => {
    // Its own process group, so that ending it ends what it started too.
    const detached = process.platform !== 'win32' && progress !== undefined
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell,
      detached
    })
    let output = ''
    let stalled = false
    const end = (signal) => {
      if (!detached || child.pid === undefined) return child.kill(signal)
      try {
        return process.kill(-child.pid, signal)
      } catch {
        return false // It ended on its own in the meantime.
      }
    }
    const interrupted = () => {
      end('SIGTERM')
      process.exit(130)
    }
    if (detached) process.once('SIGINT', interrupted)

    let last = -1
    let since = Date.now()
    const watch =
      progress &&
      setInterval(() => {
        const now = progress() + output.length
        if (now !== last) {
          last = now
          since = Date.now()
        } else if (Date.now() - since >= stallMs) {
          stalled = true
          end('SIGKILL')
        }
      }, 1000)

    const finish = (code) => {
      clearInterval(watch)
      process.removeListener('SIGINT', interrupted)
      resolve({ code, output, stalled })
    }
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => {
      output += error.message
      finish(null)
    })
    child.once('close', finish)
  })
}

/** "12 s", for the line that says what was done. */
export const secondsSince = (start) => `${Math.round((Date.now() - start) / 1000)} s`
