/** On real buses: a session's own, and sockets that only look like one. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { callBytes, takeMessage } from '../../../src/main/desktop/linux/dbus/message.ts'
import { ANSWER_MS, TrayHost } from '../../../src/main/desktop/tray/tray-host.ts'
import { startKeyring, type KeyringSession } from '../../support/keyring-session.ts'
import { startTrayWatcher } from '../../support/tray-watcher.ts'

const clock = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}
/** What is found out on a wire is not to be left to a deadline. */
const stopped = { after: () => () => undefined }
const hosts: TrayHost[] = []
function trayHost(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux', by: typeof clock = clock): TrayHost {
  const host = new TrayHost({ platform, env, clock: by })
  hosts.push(host)
  return host
}
afterEach(() => {
  for (const host of hosts.splice(0)) host.stop()
})

test.each(['darwin', 'win32'] as const)('%s always has a place for the icon', async (platform) => {
  const host = trayHost({}, platform)
  expect(host.isKnown()).toBe(true)
  expect(await host.isPresent()).toBe(true)
})

async function socketThat(does: (socket: Socket) => void): Promise<NodeJS.ProcessEnv> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-bus-'))
  const server = createServer(does)
  const path = join(folder, 'bus')
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` }
}

const SIGNAL = Buffer.from(
  callBytes(
    1,
    { destination: ':1.1', path: '/', interface: 'org.kde.StatusNotifierWatcher' },
    'StatusNotifierHostRegistered',
    []
  )
).fill(4, 1, 2)

/** The reply to the call of that number: true. */
function yesTo(serial: number): Buffer {
  const head = Buffer.from([0x6c, 2, 0, 1, 4, 0, 0, 0, 1, 0, 0, 0, 15, 0, 0, 0])
  const fields = Buffer.from([5, 1, 0x75, 0, serial, 0, 0, 0, 8, 1, 0x67, 0, 1, 0x62, 0, 0])
  return Buffer.concat([head, fields, Buffer.from([1, 0, 0, 0])])
}

if (process.platform === 'linux') {
  describe('where no bus tells', () => {
    test.each<[string, NodeJS.ProcessEnv]>([
      ['nobody says where one is', {}],
      ['nobody listens', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }],
      ['it is no socket of this machine', { DBUS_SESSION_BUS_ADDRESS: 'tcp:host=127.0.0.1,port=1' }],
      ['it would have to be started', { DBUS_SESSION_BUS_ADDRESS: 'autolaunch:' }]
    ])('there is no place: %s', async (_, env) => {
      expect(await trayHost(env).isPresent()).toBe(false)
    })

    test.each<[string, (socket: Socket) => void]>([
      ['hangs up', (socket) => socket.destroy()],
      ['lets nobody in', (socket) => socket.end('REJECTED EXTERNAL\r\n')],
      [
        'speaks another language',
        (socket) => socket.on('data', () => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
      ],
      ['lets in and hangs up', (socket) => socket.once('data', () => socket.end('OK 0123\r\n'))],
      [
        'lets in and answers with what is no message',
        (socket) => {
          socket.once('data', () => socket.write('OK 0123\r\n'))
          socket.on('data', () => socket.write('x'.repeat(64)))
        }
      ],
      [
        'announces a message without end',
        (socket) => {
          socket.once('data', () => socket.write('OK 0123\r\n'))
          const head = Buffer.alloc(16)
          head.write('l')
          head.writeUInt32LE(0xffff_fff0, 4)
          socket.on('data', () => socket.write(head))
        }
      ]
    ])('nor where the socket %s', async (_, does) => {
      const env = await socketThat((socket) => {
        socket.on('error', () => socket.destroy())
        does(socket)
      })
      expect(await trayHost(env, 'linux', stopped).isPresent()).toBe(false)
    })

    test('one that comes later is found', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portside-bus-'))
      const path = join(folder, 'bus')
      const host = trayHost({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` })
      expect(await host.isPresent()).toBe(false)
      let connections = 0
      const server = createServer((socket) => {
        connections += 1
        socket.destroy()
      })
      onTestFinished(() => {
        server.close()
        rmSync(folder, { recursive: true, force: true })
      })
      await once(server.listen(path), 'listening')
      expect(await host.isPresent()).toBe(false)
      expect(connections).toBe(1)
    })

    test('nor where it has not answered in time', async () => {
      const open: Socket[] = []
      const deadlines: { ms: number; run: () => void }[] = []
      const kept: typeof clock = {
        after(ms, run) {
          deadlines.push({ ms, run })
          return () => undefined
        }
      }
      const host = trayHost(await socketThat((socket) => open.push(socket.resume())), 'linux', kept)
      const present = host.isPresent()
      await expect.poll(() => open).toHaveLength(1)
      expect(deadlines.map(({ ms }) => ms)).toEqual([ANSWER_MS])
      deadlines[0]?.run()
      expect(await present).toBe(false)
      await expect.poll(() => open.every(({ destroyed }) => destroyed)).toBe(true)
    })
  })

  test('any number of signals is two looks: one at once, and one after it', async () => {
    let looks = 0
    const counting = {
      after() {
        looks += 1
        return () => undefined
      }
    }
    let answering = true
    const flooded = Promise.withResolvers<() => void>()
    const env = await socketThat((socket) => {
      let held = Buffer.alloc(0)
      let greeted = false
      let serial = 0
      let answered = 0
      const answer = (): void => {
        while (answered < serial) socket.write(yesTo(++answered))
      }
      socket.on('error', () => socket.destroy()).write('OK 0123\r\n')
      socket.on('data', (bytes: Buffer) => {
        held = Buffer.concat([held, bytes])
        const begins = held.indexOf('BEGIN\r\n')
        if (!greeted && begins < 0) return
        if (!greeted) held = held.subarray(begins + 7)
        greeted = true
        for (let message = takeMessage(held); message; message = takeMessage(held)) {
          held = held.subarray(message.length)
          serial += 1
        }
        if (answering) answer()
        // Hello, three rules, and the two questions of the first look.
        if (serial === 6 && answering) {
          answering = false
          socket.write(Buffer.concat(Array.from({ length: 200 }, () => SIGNAL)))
        } else if (!answering) {
          flooded.resolve(() => {
            answering = true
            answer()
          })
        }
      })
    })
    const host = trayHost(env, 'linux', counting)
    expect(await host.isPresent()).toBe(true)
    const goOn = await flooded.promise
    expect(looks).toBe(2)
    goOn()
    await expect.poll(() => looks).toBe(3)
    // Answered after all that was sent before.
    expect(await host.isPresent()).toBe(true)
    expect(looks).toBe(4)
  })

  describe('on a session’s bus', () => {
    let session: KeyringSession
    const bus = (): string => String(session.env['DBUS_SESSION_BUS_ADDRESS'])
    const onBus = async (): Promise<TrayHost> => {
      session = await startKeyring()
      onTestFinished(() => session.stop())
      return trayHost(session.env)
    }

    test('there is a place while a panel shows what the watcher watches over', async () => {
      const host = await onBus()
      expect(await host.isPresent()).toBe(false)
      const watcher = await startTrayWatcher(bus(), false)
      expect(await host.isPresent()).toBe(false)
      watcher.panel(true)
      expect(await host.isPresent()).toBe(true)
      watcher.close()
      await expect.poll(() => host.isPresent()).toBe(false)
    })

    test('coming and going is told without asking', async () => {
      const host = await onBus()
      const told: boolean[] = []
      host.onChange(() => told.push(host.isKnown()))
      await host.isPresent()
      const first = await startTrayWatcher(bus())
      await expect.poll(() => told).toEqual([true])
      first.panel(false)
      await expect.poll(() => told).toEqual([true, false])
      first.panel(true)
      await expect.poll(() => told).toEqual([true, false, true])
      first.close()
      await expect.poll(() => told).toEqual([true, false, true, false])
      await startTrayWatcher(bus())
      await expect.poll(() => told).toEqual([true, false, true, false, true])
    })

    test('a bus that ends takes the place with it', async () => {
      const host = await onBus()
      await startTrayWatcher(bus())
      expect(await host.isPresent()).toBe(true)
      const told: boolean[] = []
      host.onChange(() => told.push(host.isKnown()))
      await session.kill('bus')
      await expect.poll(() => told).toEqual([false])
      expect(await host.isPresent()).toBe(false)
    })
  })
}
