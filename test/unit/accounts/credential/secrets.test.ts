/** Tokens, keys and passwords are in the keychain and in this room's memory, nowhere else. */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { AppError, ERROR_CODES } from '../../../../src/shared/ipc/error.ts'
import { BOB, Computer, here, there } from '../computer.ts'

const SECRETS = /canary|token-\d|key-\d/

/** All that anybody else can get hold of: state, records, events, errors. */
test('no secret is in a state, a record or an error, whatever happens', async () => {
  const computer = new Computer()
  const seen: unknown[] = []
  let session = computer.launch()
  const watch = (): void => session.onChange(() => seen.push(session.state(), session.account()))
  watch()
  const signIn = (email: string) =>
    session.signIn({ connection: here, email, password: 'canary-password', code: 'canary-code', again: null })
  const steps: (() => unknown)[] = [
    () => signIn('ada@example.com'),
    () => signIn(BOB),
    () => session.signInWithToken({ connection: here, token: 'canary-api', again: null }),
    () => session.exploreSample('good'),
    () => session.dataKey('id-1').then(() => null),
    () => session.accessTo('id-1').then(() => null),
    () => session.show('id-1'),
    () => session.retryKeychain(),
    () => session.refused('id-1', 'token-1'),
    () => session.changeConnection('id-1', there),
    () => session.signOut('id-2', false),
    () => signIn(BOB),
    () => session.signOut('id-3', true)
  ]
  const walk = async (): Promise<void> => {
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        seen.push(error)
      }
      seen.push(session.state(), [...computer.registry.list], [...computer.registry.journal])
    }
  }
  await walk()
  for (const keychainError of ERROR_CODES.filter((code) => code.startsWith('KEYCHAIN_'))) {
    session = computer.launch()
    watch()
    computer.keychain.keychainError = keychainError
    await walk()
  }
  await session.eraseAllAccounts(true)
  seen.push(session.state(), [...computer.registry.journal])
  const told = seen.map((one) => inspect(one, { depth: null, showHidden: true }))
  expect(told.filter((text) => SECRETS.test(text))).toEqual([])
  expect(seen.some((one) => one instanceof AppError)).toBe(true)
  expect(seen.length).toBeGreaterThan(100)
})
