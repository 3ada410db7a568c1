/** Debian's tinyproxy on loopback, open or with a Basic sign-in. It goes on through another proxy, which knows the names of tests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'

export interface Tinyproxy {
  host: string
  port: number
  stop(): Promise<void>
}

export const hasTinyproxy = (): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'tinyproxy')))

const PATIENCE_MS = 10_000

/** @param upstream `host:port` of the proxy behind it */
export async function startTinyproxy(
  upstream: string,
  credentials?: { user: string; password: string }
): Promise<Tinyproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-tinyproxy-'))
  const host = '127.0.0.1'
  const port = await freePort()
  const file = join(folder, 'tinyproxy.conf')
  const lines = [
    `Port ${port}`,
    `Listen ${host}`,
    `Allow ${host}`,
    'LogLevel Error',
    `Upstream http ${upstream}`,
    ...(credentials ? [`BasicAuth ${credentials.user} ${credentials.password}`] : [])
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const child = spawn('tinyproxy', ['-d', '-c', file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const giveUpAt = Date.now() + PATIENCE_MS
  while (!(await takesConnections(host, port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('tinyproxy did not start.')
    await later(20)
  }
  return {
    host,
    port,
    async stop() {
      if (child.exitCode === null) child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function takesConnections(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
