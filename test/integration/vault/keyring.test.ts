/** The vault on the system's real password store, and on Linux without one. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openVault } from '../../../src/main/vault/index.ts'
import { requireKeyring } from '../../support/keyring.ts'

beforeEach(requireKeyring)

describe('a store that is there', () => {
  const service = `Portside test ${crypto.randomUUID()}`

  test('keeps a token, gives it back, replaces and forgets it', async () => {
    const vault = openVault({ service })
    onTestFinished(() => vault.remove('a'))
    expect(await vault.read('a')).toBeNull()
    await vault.write('a', 'first')
    await vault.write('b', 'of another account')
    expect(await vault.read('a')).toBe('first')
    await vault.write('a', 'second')
    expect(await vault.read('a')).toBe('second')
    await vault.remove('a')
    expect(await vault.read('a')).toBeNull()
    expect(await vault.read('b')).toBe('of another account')
    await vault.remove('b')
  })

  test('keeps it for the next launch', async () => {
    await openVault({ service }).write('c', 'kept')
    const next = openVault({ service })
    expect(await next.read('c')).toBe('kept')
    await next.remove('c')
  })

  test('forgetting what is not there is no failure', async () => {
    await openVault({ service }).remove('never written')
    expect(await openVault({ service }).read('is-it-unlocked')).toBeNull()
  })

  test('a token as long as any store takes, and one that is not plain ASCII', async () => {
    const vault = openVault({ service })
    onTestFinished(() => vault.remove('d'))
    for (const token of ['x'.repeat(2000), 'schlüssel-鍵-🔑']) {
      await vault.write('d', token)
      expect(await vault.read('d')).toBe(token)
    }
  })
})

// These states are made with D-Bus, which only Linux has.
if (process.platform === 'linux') {
  describe('a store that is not to be had: an honest outcome within 3 seconds', () => {
    test.each([
      ['no bus', {}],
      ['a bus that is switched off', { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }],
      ['a bus that is gone', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }]
    ])('%s', async (_, env) => {
      expect(await ask(['read', 'write', 'remove'], env)).toEqual(['VAULT_MISSING', 'VAULT_MISSING', 'VAULT_MISSING'])
    })

    test('a bus without a password store on it', async () => {
      const address = await emptyBus()
      expect(await ask(['read', 'write', 'remove'], { DBUS_SESSION_BUS_ADDRESS: address })).toEqual([
        'VAULT_MISSING',
        'VAULT_MISSING',
        'VAULT_MISSING'
      ])
    })

    test('one that never answers: given up, and the process can still end', async () => {
      const address = await silentBus()
      expect(await ask(['read', 'write'], { DBUS_SESSION_BUS_ADDRESS: address })).toEqual([
        'VAULT_LOCKED',
        'VAULT_LOCKED'
      ])
    }, 15_000)

    test('a locked one, with nobody to ask: what it keeps reads as nothing, and it takes and forgets nothing', async () => {
      const calls = ['write', 'read', 'lock', 'read', 'write', 'remove']
      // A session of its own, so that the other tests' keyring stays open.
      const session = [process.execPath, 'scripts/with-keyring.mjs', '--']
      expect(await ask(calls, {}, session)).toEqual([
        'nothing',
        'the token',
        'locked',
        'nothing',
        'VAULT_LOCKED',
        'VAULT_LOCKED'
      ])
    })
  })
}

/** The outcomes of calls made in a process of its own; fails when one took longer than the vault promises. */
async function ask(calls: string[], env: Record<string, string>, through: string[] = []): Promise<string[]> {
  const { PATH, HOME } = process.env
  const line = [...through, process.execPath, 'test/integration/vault/ask-vault.ts', ...calls]
  const child = spawn(line[0] as string, line.slice(1), {
    // No display: nobody can be asked for a password.
    env: { PATH, HOME, XDG_RUNTIME_DIR: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 30_000,
    killSignal: 'SIGKILL'
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part) => (text += part))
  await once(child, 'close')
  const outcomes = JSON.parse(text) as { outcome: string; ms: number }[]
  for (const { ms } of outcomes) expect(ms).toBeLessThan(3500)
  return outcomes.map(({ outcome }) => outcome)
}

function place(): string {
  const path = mkdtempSync(join(tmpdir(), 'portside-bus-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Takes connections and says nothing: as a store does that waits for a person. */
async function silentBus(): Promise<string> {
  const path = join(place(), 'bus')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => socket.destroy())))
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `unix:path=${path}`
}

/** A real bus that knows of no services to start. */
async function emptyBus(): Promise<string> {
  const folder = place()
  const address = `unix:path=${join(folder, 'bus')}`
  const config = join(folder, 'bus.conf')
  writeFileSync(
    config,
    `<busconfig><type>session</type><listen>${address}</listen><policy context="default">
     <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`
  )
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  onTestFinished(async () => {
    const ended = once(bus, 'exit')
    bus.kill()
    await ended
  })
  // Its address is its first word, said when it listens.
  await once(bus.stdout, 'data')
  return address
}
