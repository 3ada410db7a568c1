import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasSessionBus } from '../../../../src/main/storage/keychain/errors.ts'

const NAME = `portside-test-${process.pid}`

/** A folder with a listening socket, named `bus`; another is the abstract socket NAME. */
async function listening(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portside bus-'))
  const servers = await Promise.all(
    [join(folder, 'bus'), `\0${NAME}`].map(async (path) => {
      const server = createServer((socket) => socket.destroy()).listen(path)
      await once(server, 'listening')
      return server
    })
  )
  onTestFinished(() => {
    for (const server of servers) server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

test.runIf(process.platform === 'linux').each<[boolean, (folder: string) => NodeJS.ProcessEnv]>([
  [true, (at) => ({ DBUS_SESSION_BUS_ADDRESS: `unix:path=/nonexistent;unix:path=${encodeURI(at)}/bus,guid=0123` })],
  [true, (folder) => ({ XDG_RUNTIME_DIR: folder })],
  [true, () => ({ DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${NAME}` })],
  // No socket of this machine: it can't tell.
  [true, () => ({ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=127.0.0.1,port=1' })],
  [false, () => ({ DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${NAME}-gone` })],
  [false, () => ({})],
  [false, () => ({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' })],
  [false, () => ({ XDG_RUNTIME_DIR: '/nonexistent' })],
  [false, () => ({ DBUS_SESSION_BUS_ADDRESS: 'disabled:' })],
  [false, () => ({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=%zz%' })]
])('a session bus is there: %s (%s)', async (isThere, env) => {
  expect(await hasSessionBus(env(await listening()))).toBe(isThere)
})
