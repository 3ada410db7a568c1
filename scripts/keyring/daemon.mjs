import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

/** The path of a program, or undefined when there is none of that name. */
export function locate(tool) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, tool)).find((path) => existsSync(path))
}

/**
 * A child that stays in the foreground, so that it can be ended by its own id; not reached by a terminal's Ctrl-C.
 * It dies with this process, too, when nobody came to end it.
 */
export function daemon(file, args, env, input = '', name = basename(file)) {
  const child = spawn(file, args, { env, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  const self = { name, pid: child.pid, words: '', gone: false, end, kill }
  process.once('exit', kill)
  const gone = new Promise((resolve) => {
    for (const event of ['exit', 'error']) {
      child.once(event, (what) => {
        if (what instanceof Error) self.words += what.message
        self.gone = true
        process.off('exit', kill)
        resolve()
      })
    }
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (self.words += text))
  child.stdin.on('error', (error) => (self.words += error.message))
  child.stdin.end(input)
  return self

  /** As a crash does: at once, with no word to anybody. */
  function kill() {
    if (!self.gone) child.kill('SIGKILL')
    return gone
  }

  async function end() {
    if (!self.gone) child.kill('SIGTERM')
    const late = setTimeout(kill, 2000)
    await gone
    clearTimeout(late)
    child.stderr.destroy()
  }
}

/**
 * The packaged gnome-keyring carries the capability to lock memory. Containers that may not grant it refuse to run the
 * file at all ("Operation not permitted"); a copy carries no capability and runs.
 */
export function runnable(installed, place) {
  if (spawnSync(installed, ['--version'], { stdio: 'ignore' }).error?.code !== 'EPERM') return installed
  const copy = join(place, basename(installed))
  if (!existsSync(copy)) copyFileSync(installed, copy)
  return copy
}
