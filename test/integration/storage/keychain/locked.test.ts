/** A real keyring that is locked, that asks a user who dismisses or never answers, and one that takes no entry. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { startPrompter, type Person, type Prompter } from '../../../support/keyring-prompter.ts'
import { startKeyring, type KeyringSession } from '../../../support/keyring-session.ts'
import { startAsking } from './keychain-process.ts'

const KEPT = JSON.stringify({
  v: 1,
  account: 'a',
  token: 'canary-token-7f3a',
  origin: 'https://api.example.com',
  dataKey: Buffer.alloc(32, 'k').toString('base64')
})

async function started(): Promise<KeyringSession> {
  const keyring = await startKeyring()
  onTestFinished(() => keyring.stop())
  return keyring
}

async function prompting(keyring: KeyringSession, person: Person): Promise<Prompter> {
  const prompter = await startPrompter(keyring.env['DBUS_SESSION_BUS_ADDRESS'] as string, person)
  onTestFinished(() => prompter.close())
  return prompter
}

// D-Bus and gnome-keyring are Linux's.
if (process.platform === 'linux') {
  describe('a locked keyring: an honest outcome', () => {
    test('with nobody to ask: locked, and not "no such entry"; all is there when it is open again', async () => {
      const keyring = await started()
      const { ask } = startAsking(keyring.env)
      expect(await ask('write')).toBe('done')
      expect(await ask('read')).toBe('the entry')
      await keyring.lock()
      expect(await ask('read')).toBe('KEYCHAIN_LOCKED')
      expect(await ask('write-long')).toBe('KEYCHAIN_LOCKED')
      expect(await ask('remove')).toBe('KEYCHAIN_LOCKED')
      // The same for a process that finds it locked at launch.
      expect(await startAsking(keyring.env).ask('read')).toBe('KEYCHAIN_LOCKED')
      await keyring.unlock()
      expect(await ask('read')).toBe('the entry')
      expect(await keyring.entries()).toEqual([{ account: 'a', password: KEPT }])
      expect(await ask('remove')).toBe('done')
      expect(await ask('read')).toBe('null')
      expect(await keyring.entries()).toEqual([])
    })

    test('that has nothing of ours is locked, too', async () => {
      const keyring = await started()
      await keyring.lock()
      expect(await startAsking(keyring.env).ask('read')).toBe('KEYCHAIN_LOCKED')
    })

    test('whose question the person dismisses', async () => {
      const keyring = await started()
      const { ask } = startAsking(keyring.env, { promptMs: 700 })
      expect(await ask('write')).toBe('done')
      const prompter = await prompting(keyring, { does: 'dismisses', afterMs: 750 })
      await keyring.lock()
      expect(await ask('read')).toBe('KEYCHAIN_LOCKED')
      // Dismissed once is not asked twice.
      expect(prompter.asked()).toBe(1)
      expect(await ask('write')).toBe('KEYCHAIN_LOCKED')
      expect(prompter.asked()).toBe(2)
      expect(await ask('remove')).toBe('KEYCHAIN_LOCKED')
      await keyring.unlock()
      expect(await ask('read')).toBe('the entry')
    })

    test('whose question is never answered, and a later call when it is open', async () => {
      const keyring = await started()
      const first = startAsking(keyring.env, { timeoutMs: 2500 })
      expect(await first.ask('write')).toBe('done')
      const prompter = await prompting(keyring, { does: 'neverAnswers' })
      await keyring.lock()
      expect(await first.ask('read')).toBe('KEYCHAIN_SILENT')
      expect(await first.ask('write-long')).toBe('KEYCHAIN_SILENT')
      expect(prompter.asked()).toBe(1)
      // The question goes away at last, and the user has unlocked it: the same process finds all as it was.
      await keyring.unlock()
      prompter.close()
      expect(await first.ask('read')).toBe('the entry')
    }, 30_000)
  })

  describe('an open keyring that can write no more', () => {
    test.each(['linux', 'win32'] as const)('refuses, and keeps what it had (%s)', async (platform) => {
      const keyring = await started()
      const { ask } = startAsking(keyring.env, { platform })
      expect(await ask('write')).toBe('done')
      await keyring.fillDisk()
      expect(await ask('write')).toBe('KEYCHAIN_REFUSED')
      expect(await ask('write-long')).toBe('KEYCHAIN_REFUSED')
      expect(await ask('read')).toBe('the entry')
      expect(await keyring.entries()).toEqual([{ account: 'a', password: KEPT }])
      await keyring.freeDisk()
      expect(await ask('write-long')).toBe('done')
      expect(await ask('read')).toBe('the long entry')
      expect(await ask('remove')).toBe('done')
      expect(await keyring.entries()).toEqual([])
    })
  })
}
