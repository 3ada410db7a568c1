import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

/** Larger than the largest window of the tour, with its frame. */
const SIZE = '2200x1400x24'

/** Whether a window can open. Only Linux runs without a display. */
export const hasDisplay = (env = process.env, platform = process.platform) =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** Whether an X server of this computer that was there has ended: Electron ends with it, and has no time to say why. */
export async function isDisplayGone(env = process.env) {
  const number = /^:(\d+)/.exec(env.DISPLAY ?? '')?.[1]
  if (number === undefined || env.WAYLAND_DISPLAY) return false
  const socket = connect(`/tmp/.X11-unix/X${number}`)
  // One that is ending still listens after it has closed its clients' connections, so it has to answer: to a greeting of the protocol
  // (X.Org's "X Window System Protocol", Connection Setup), even by refusing it.
  socket.write(Buffer.from('6c000b000000000000000000', 'hex'))
  const isGone = await new Promise((resolve) => {
    socket.once('data', () => resolve(false))
    socket.once('error', () => resolve(true))
    socket.once('close', () => resolve(true))
  })
  socket.destroy()
  return isGone
}

/**
 * Starts a screen on Linux (Xvfb), which ends with this process.
 *
 * @param {{ hasManager?: boolean, pixels?: string }} [how] `hasManager`: without a window manager no window can be minimised, restored or
 *   focused. `pixels`: a folder in which the screen is a file, `Xvfb_screen0` in xwd's format
 * @returns {Promise<{ display: string, stop(): Promise<void> }>}
 * @throws {Error} with one line for the user
 */
export async function startScreen({ hasManager = true, pixels } = {}) {
  // Xvfb chooses a free number itself, and writes it when it takes connections. After ten minutes without input its screen saver
  // would start, and Chromium would call the screen locked.
  const options = ['-displayfd', '3', '-screen', '0', SIZE, '-s', '0', '-nolisten', 'tcp', '-noreset']
  const server = await start('Xvfb', [...options, ...(pixels === undefined ? [] : ['-fbdir', pixels])])
  const number = await new Promise((resolve, reject) => {
    server.stdio[3].once('data', (line) => resolve(line.toString().trim()))
    server.once('exit', (code) => reject(new Error(`No screen: Xvfb ended with ${code}.`)))
  })
  const display = `:${number}`
  const manager = hasManager ? await start('openbox', ['--sm-disable'], onScreen(display)) : null
  return {
    display,
    async stop() {
      if (manager !== null) await end(manager)
      await end(server)
    }
  }
}

/** The environment of a command on that screen: Electron prefers Wayland where both are offered. */
export function onScreen(display, env = process.env) {
  const { WAYLAND_DISPLAY: _wayland, ...others } = env
  return { ...others, DISPLAY: display }
}

/** A terminal's Ctrl+C doesn't reach it, so that the app's window closes before its screen. */
async function start(program, args, env = process.env) {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGTERM')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  await once(child, 'spawn').catch(({ message }) => {
    process.off('exit', kill)
    throw new Error(`No screen: ${message} (Debian: xvfb, openbox).`)
  })
  return child
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
