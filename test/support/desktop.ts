/**
 * A desktop for one worker, so that focus, tray, notifications and keychain are real and no two workers meet: a screen (Xvfb), a window
 * manager (openbox), a session bus with an unlocked keyring, a panel that shows tray icons, and a notification server. On macOS and
 * Windows the system's own.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startSession } from '../../scripts/keyring/session.mjs'
import { startNotificationServer } from './notification-server.ts'
import { startTrayWatcher } from './tray-watcher.ts'

/** Larger than the largest window of the tour, with its frame. */
const SCREEN = '2200x1400x24'

export interface Desktop {
  /** For what runs on it. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

export async function startDesktop(): Promise<Desktop> {
  if (process.platform !== 'linux') return { env: { PORTSIDE_KEYRING: 'system' }, stop: () => Promise.resolve() }
  const [session, screen] = await Promise.all([startSession(), startScreen()])
  const bus = String(session.env['DBUS_SESSION_BUS_ADDRESS'])
  const [tray, notifications] = await Promise.all([startTrayWatcher(bus), startNotificationServer(bus)])
  const { WAYLAND_DISPLAY: _wayland, ...env } = session.env
  return {
    env: { ...env, DISPLAY: screen.display },
    async stop() {
      tray.close()
      notifications.close()
      await Promise.all([screen.stop(), session.stop()])
    }
  }
}

interface Screen {
  display: string
  stop(): Promise<void>
}

/** Xvfb chooses a free number itself, and writes it when it takes connections. */
export async function startScreen(): Promise<Screen> {
  const server = start('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp', '-noreset'])
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (line: Buffer) => resolve(line.toString().trim()))
    server.once('error', (error) => reject(new Error(`No screen: ${error.message} (Debian: xvfb, openbox).`)))
    server.once('exit', (code) => reject(new Error(`No screen: Xvfb ended with ${code}.`)))
  })
  const display = `:${number}`
  // Without a window manager no window can be minimised, restored or focused.
  const manager = start('openbox', ['--sm-disable'], { ...process.env, DISPLAY: display })
  return {
    display,
    async stop() {
      await end(manager)
      await end(server)
    }
  }
}

/** It ends with this process, too. A terminal's Ctrl+C doesn't reach it, so that the app's window closes before its screen. */
function start(program: string, args: string[], env = process.env): ChildProcess {
  const child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
