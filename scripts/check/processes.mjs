import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { killTree } from '../../test/e2e/app/process-tree.ts'

const GRACE_MS = 10_000

/**
 * The child processes of a run. Each one leads a process group, so that ending it also ends what it started. A terminal
 * sends Ctrl+C to the foreground group only: `stop` passes it on.
 */
export function createProcesses() {
  const running = new Set()
  let stopping = false

  return {
    get stopping() {
      return stopping
    },

    /**
     * Runs a command until it ends by itself, by `stop` or because `limitMs` passed. Rejects when it can't be started.
     *
     * @param {string[]} command
     * @param {{ cwd: string, env: NodeJS.ProcessEnv, output: number, limitMs: number }} options `output`: file descriptor
     * @returns {Promise<{ code: number, timedOut: boolean }>}
     */
    async run([program, ...args], { cwd, env, output, limitMs }) {
      const child = spawn(program, args, {
        cwd,
        env,
        stdio: ['ignore', output, output],
        detached: process.platform !== 'win32'
      })
      running.add(child)
      const ended = new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('close', resolve)
      })
      const limit = new AbortController()
      const deadline = delay(limitMs, true, { signal: limit.signal }).catch(() => false)
      try {
        const timedOut = await Promise.race([ended.then(() => false), deadline])
        if (timedOut) await end([child], 'SIGTERM')
        return { code: (await ended) ?? 1, timedOut }
      } finally {
        limit.abort()
        running.delete(child)
      }
    },

    /** Ends everything that runs; a second call ends it by force. Resolves when all have ended. */
    async stop(signal) {
      const first = !stopping
      stopping = true
      await end([...running], first ? signal : 'SIGKILL')
    }
  }
}

/** Signals the children's process groups, and kills what has not ended 10 seconds later. */
async function end(children, signal) {
  const ends = children.filter(isRunning).map((child) => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    signalGroup(child, signal)
    return ended
  })
  const grace = new AbortController()
  const force = delay(GRACE_MS, undefined, { signal: grace.signal }).then(
    () => children.filter(isRunning).forEach((child) => signalGroup(child, 'SIGKILL')),
    () => undefined
  )
  await Promise.all(ends)
  grace.abort()
  await force
}

const isRunning = (child) => child.pid !== undefined && child.exitCode === null && child.signalCode === null

function signalGroup(child, signal) {
  // Windows knows neither process groups nor signals.
  if (process.platform === 'win32') return killTree(child)
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The group ended in the meantime.
    if (error.code !== 'ESRCH') throw error
  }
}
