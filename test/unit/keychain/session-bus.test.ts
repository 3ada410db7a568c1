import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasSessionBus } from '../../../src/main/keychain/session-bus.ts'

async function listening(name = 'bus'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portside bus-'))
  const server = createServer((socket) => socket.destroy())
  const path = name.startsWith('\0') ? name : join(folder, name)
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return path
}

// Sockets of this kind are Linux's, as the question is.
if (process.platform === 'linux') {
  describe('a session bus', () => {
    test('is there when its socket takes connections', async () => {
      const path = await listening()
      const address = `unix:path=${encodeURI(path)},guid=0123`
      expect(await hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: address })).toBe(true)
      expect(await hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: `unix:path=/nonexistent/bus;${address}` })).toBe(true)
      expect(await hasSessionBus({ XDG_RUNTIME_DIR: join(path, '..') })).toBe(true)
    })

    test('may have an abstract socket', async () => {
      const name = `portside-test-${process.pid}`
      await listening(`\0${name}`)
      expect(await hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${name}` })).toBe(true)
      expect(await hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: `unix:abstract=${name}-gone` })).toBe(false)
    })

    test.each<[string, NodeJS.ProcessEnv]>([
      ['nobody said where', {}],
      ['nobody listens', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
      ['the runtime folder has none', { XDG_RUNTIME_DIR: '/nonexistent' }],
      ['it is switched off', { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }],
      ['its address is damaged', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=%zz%' }]
    ])('is not there: %s', async (_, env) => {
      expect(await hasSessionBus(env)).toBe(false)
    })

    test('at an address that is no socket of this machine is taken to be there', async () => {
      expect(await hasSessionBus({ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=127.0.0.1,port=1' })).toBe(true)
    })
  })
}
