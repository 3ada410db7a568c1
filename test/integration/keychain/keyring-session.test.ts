/** What the other tests stand on: a keyring of their own that they can lock, unlock, kill and look into. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startKeyring, type KeyringSession } from '../../support/keyring-session.ts'

const run = promisify(execFile)

async function started(): Promise<KeyringSession> {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  return keyring
}

/** By another process in the session, as the app is one. */
async function keep(keyring: KeyringSession, password: string): Promise<void> {
  const script = `require('keytar').setPassword('Portside', 'a', ${JSON.stringify(password)})`
  await run(process.execPath, ['-e', script], { env: keyring.env })
}

if (process.platform === 'linux') {
  describe('a keyring session', () => {
    test('keeps through a lock, lists nothing meanwhile, and gives all back when it is open again', async () => {
      const keyring = await started()
      expect(await keyring.entries()).toEqual([])
      await keep(keyring, 'a secret')
      expect(await keyring.entries()).toEqual([{ account: 'a', password: 'a secret' }])
      expect(await keyring.entries('another')).toEqual([])
      await keyring.lock()
      expect(await keyring.isLocked()).toBe(true)
      await expect(keyring.entries()).rejects.toThrow('locked')
      await expect(keep(keyring, 'another')).rejects.toThrow('Cannot create an item in a locked collection')
      await keyring.unlock()
      expect(await keyring.isLocked()).toBe(false)
      expect(await keyring.entries()).toEqual([{ account: 'a', password: 'a secret' }])
    })

    test('is gone when killed, and what it kept is there when it is back', async () => {
      const keyring = await started()
      await keep(keyring, 'a secret')
      await keyring.kill()
      await expect(keep(keyring, 'another')).rejects.toThrow('was not provided by any .service files')
      await keyring.revive()
      expect(await keyring.entries()).toEqual([{ account: 'a', password: 'a secret' }])
    })

    test('has a bus that can go, too', async () => {
      const keyring = await started()
      await keyring.kill('bus')
      await expect(keep(keyring, 'a secret')).rejects.toThrow('Could not connect')
    })

    test('has nothing in common with another, and leaves nothing behind', async () => {
      const [one, two] = [await started(), await started()]
      await keep(one, 'a secret')
      expect(await two.entries()).toEqual([])
      await one.stop()
      expect(existsSync(one.env['HOME'] as string)).toBe(false)
    })
  })
}
