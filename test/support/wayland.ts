/** A Wayland compositor that draws into memory (Debian: weston). */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'

const SOCKET = 'portside'

export const hasCompositor = (): boolean =>
  process.platform === 'linux' && spawnSync('weston', ['--version']).error === undefined

export interface Compositor {
  /** For an app on it. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

export async function startCompositor(): Promise<Compositor> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-wayland-'))
  const env = { XDG_RUNTIME_DIR: folder, XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: SOCKET, DISPLAY: undefined }
  const weston = spawn('weston', ['--backend=headless-backend.so', `--socket=${SOCKET}`, '--idle-time=0'], {
    env: { ...process.env, ...env },
    stdio: 'ignore'
  })
  while (!existsSync(join(folder, SOCKET))) {
    if (weston.exitCode !== null) throw new Error(`No compositor: weston ended with ${weston.exitCode}.`)
    await later(20)
  }
  return {
    env,
    async stop() {
      const gone = once(weston, 'exit')
      weston.kill()
      await gone
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
