/**
 * `npm run launch` (the second half of `npm start`): builds what is out of date and opens the app, in Electron where its
 * runtime is installed, else in Chromium through the stand-in host. Further arguments go to the app.
 *
 * Without a display on Linux there is nothing to open: it says so and exits with 0, because set-up did its work.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, isFresh } from './build/out.mjs'
import { electronProgram } from './setup/electron-runtime.mjs'
import { ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { sandboxTrouble } from './start/sandbox.mjs'

const say = (line) => process.stdout.write(`portside: ${line}\n`)
const isLinux = process.platform === 'linux'
const isRoot = isLinux && process.getuid() === 0

requirePinnedNode()
process.exitCode = await launch(process.argv.slice(2))

async function launch(args) {
  if (isLinux && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    say(
      'there is no display here, so no window can open; `npm run tour` drives the app without one and writes pictures to tour/.'
    )
    return 0
  }
  if (!isFresh()) {
    say('building …')
    const code = await build({ quiet: true })
    if (code !== 0) return code
  }
  const electron = electronProgram()
  if (electron === null) {
    say('Electron’s runtime is not installed, so the app opens in Chromium through the stand-in host.')
    if (isRoot) say('running as root: Chromium starts with --no-sandbox.')
    return run(process.execPath, [
      join(ROOT, 'test', 'host', 'main.ts'),
      '--headed',
      join(ROOT, 'out', 'main', 'index.js'),
      ...args
    ])
  }
  const unsafe = isRoot || args.includes('--no-sandbox')
  if (isRoot) say('running as root: Electron starts with --no-sandbox.')
  const trouble = unsafe ? null : sandboxTrouble(electron)
  if (trouble !== null) {
    say(trouble)
    return 1
  }
  return run(electron, [ROOT, ...(isRoot ? ['--no-sandbox'] : []), ...args])
}

/** Runs until the app ends. Ctrl+C reaches the app too: it gets to close its files, and this waits for that. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit' })
    process.on('SIGINT', () => undefined)
    process.on('SIGTERM', () => child.kill('SIGTERM'))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}
