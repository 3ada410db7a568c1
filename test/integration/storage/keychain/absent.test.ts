/** A keychain that is not to be had: no library, no bus, nobody on the bus. D-Bus is Linux's. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startKeyring } from '../../../support/keyring-session.ts'
import { startAsking, type KeychainProcess } from './keychain-process.ts'

const CALLS = ['read', 'write', 'remove'] as const

const askAll = ({ ask }: KeychainProcess): Promise<string[]> => Promise.all(CALLS.map((call) => ask(call)))
const missing = (found: string): string[] => CALLS.map(() => `KEYCHAIN_MISSING ${found}`)
const nowhere = { XDG_RUNTIME_DIR: '/nonexistent' }

if (process.platform === 'linux') {
  describe('an honest outcome', () => {
    test.each<[string, NodeJS.ProcessEnv]>([
      ['no bus', {}],
      ['a bus that is switched off', { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }],
      ['a bus that is gone', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }]
    ])('%s', async (_, env) => {
      expect(await askAll(startAsking({ ...nowhere, ...env }))).toEqual(missing('noBus'))
    })

    test('no library: what the loader finds in its place is none', async () => {
      const folder = place()
      writeFileSync(join(folder, 'libsecret-1.so.0'), '')
      expect(await askAll(startAsking({ ...nowhere, LD_LIBRARY_PATH: folder }))).toEqual(missing('noLibrary'))
    })

    test('a bus without a password store on it', async () => {
      const asking = startAsking({ ...nowhere, DBUS_SESSION_BUS_ADDRESS: await emptyBus() })
      expect(await askAll(asking)).toEqual(missing('noService'))
    })

    test('a store that ends while the app runs; and again after it is back, which libsecret does not notice', async () => {
      const keyring = await startKeyring()
      onTestFinished(() => keyring.stop())
      const asking = startAsking(keyring.env)
      expect(await asking.ask('write')).toBe('done')
      await keyring.kill()
      expect(await askAll(asking)).toEqual(missing('noService'))
      await keyring.revive()
      expect(await askAll(asking)).toEqual(missing('noService'))
      // The next launch does.
      expect(await startAsking(keyring.env).ask('read')).toBe('the entry')
    })

    test('a bus that ends while the app runs', async () => {
      const keyring = await startKeyring()
      onTestFinished(() => keyring.stop())
      const asking = startAsking(keyring.env)
      expect(await asking.ask('read')).toBe('null')
      await keyring.kill('bus')
      expect(await askAll(asking)).toEqual(missing('noBus'))
    })
  })
}

function place(): string {
  const path = mkdtempSync(join(tmpdir(), 'portside-keychain-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
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
