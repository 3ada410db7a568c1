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
  let accounts = computer.launch()
  const watch = (): void => accounts.onChange(() => seen.push(accounts.state(), accounts.shown?.record))
  watch()
  const signIn = (email: string) =>
    accounts.signIn({
      kind: 'password',
      connection: here,
      email,
      password: 'canary-password',
      code: 'canary-code',
      again: null
    })
  const steps: (() => unknown)[] = [
    () => signIn('ada@example.com'),
    () => signIn(BOB),
    () => accounts.signIn({ kind: 'token', connection: here, token: 'canary-api', again: null }),
    () => accounts.signIn({ kind: 'sample', data: 'good' }),
    () =>
      accounts
        .get('id-1')
        .dataKey()
        .then(() => null),
    () =>
      accounts
        .get('id-1')
        .access()
        .then(() => null),
    () => accounts.show('id-1'),
    () => accounts.retryKeychain(),
    () => accounts.get('id-1').refused('token-1'),
    () => accounts.changeConnection('id-1', there),
    () => accounts.signOut('id-2', false),
    () => signIn(BOB),
    () => accounts.signOut('id-3', true)
  ]
  const walk = async (): Promise<void> => {
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        seen.push(error)
      }
      seen.push(accounts.state(), [...computer.registry.list], [...computer.registry.journal])
    }
  }
  await walk()
  for (const keychainError of ERROR_CODES.filter((code) => code.startsWith('KEYCHAIN_'))) {
    accounts = computer.launch()
    watch()
    computer.keychain.keychainError = keychainError
    await walk()
  }
  await accounts.eraseAll(true)
  seen.push(accounts.state(), [...computer.registry.journal])
  const told = seen.map((one) => inspect(one, { depth: null, showHidden: true }))
  expect(told.filter((text) => SECRETS.test(text))).toEqual([])
  expect(seen.some((one) => one instanceof AppError)).toBe(true)
  expect(seen.length).toBeGreaterThan(100)
})
