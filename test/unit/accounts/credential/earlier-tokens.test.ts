/** A provider may send back a token that the account no longer has. It is redacted until quit. */
import { beforeEach, expect, test } from 'vitest'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { ADA, BOB, Computer, here, signIn, signInWithToken, there } from '../computer.ts'

let computer: Computer
let accounts: Accounts

beforeEach(async () => {
  computer = new Computer()
  accounts = computer.launch()
  await signIn(accounts, ADA)
})

const earlier = async (): Promise<readonly string[] | undefined> => (await accounts.get('id-1').access()).earlierTokens

test('an account that was signed in once has none', async () => {
  expect(await accounts.get('id-1').access()).toEqual({ connection: here, token: 'token-1' })
  accounts = computer.launch()
  expect(await accounts.get('id-1').access()).toEqual({ connection: here, token: 'token-1' })
})

test('after another sign-in', async () => {
  await signIn(accounts, ADA)
  expect(await accounts.get('id-1').access()).toEqual({
    connection: here,
    token: 'token-2',
    earlierTokens: ['token-1']
  })
  expect(await accounts.get('id-1').secrets()).toEqual(expect.arrayContaining(['token-1', 'token-2']))
})

test('after a sign-out, and at another address', async () => {
  await accounts.signOut('id-1', false)
  await signIn(accounts, ADA)
  expect(await earlier()).toEqual(['token-1'])
  await accounts.changeConnection('id-1', there)
  await signIn(accounts, ADA, there)
  expect(await earlier()).toEqual(['token-1', 'token-2'])
})

test('that only the keychain had', async () => {
  accounts = computer.launch()
  await signIn(accounts, ADA)
  expect(await earlier()).toEqual(['token-1'])
})

test('if the keychain is locked meanwhile', async () => {
  await earlier()
  computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
  await signIn(accounts, ADA)
  expect(await earlier()).toEqual(['token-1'])
})

test('of a key that was changed, and changed back', async () => {
  await signInWithToken(accounts, 'key-of-may', null)
  const id = accounts.shown?.id ?? ''
  for (const key of ['key-of-june', 'key-of-may']) await signInWithToken(accounts, key, id)
  expect(await accounts.get(id).access()).toMatchObject({
    token: 'key-of-may',
    earlierTokens: ['token-1', 'key-of-june']
  })
})

test('so are those that its provider gave to another account, also after that one’s removal', async () => {
  await signIn(accounts, BOB)
  expect(await accounts.get('id-2').access()).toMatchObject({ token: 'token-2', earlierTokens: ['token-1'] })
  expect(await earlier()).toEqual(['token-2'])
  await accounts.remove('id-2')
  expect(await earlier()).toEqual(['token-2'])
  await signIn(accounts, BOB)
  expect((await accounts.get('id-3').access()).earlierTokens).toEqual(['token-1', 'token-2'])
})

test('those of another provider aren’t: it doesn’t know them', async () => {
  await signIn(accounts, BOB, there)
  expect((await accounts.get('id-2').access()).earlierTokens).toBeUndefined()
  expect(await earlier()).toBeUndefined()
})

test('in what a provider says at a sign-in, too', async () => {
  const { api } = computer
  const given: unknown[] = []
  const { signIn: answer, profile } = api
  api.signIn = (connection, credentials) => {
    given.push(credentials.earlierTokens)
    return answer(connection, credentials)
  }
  api.profile = (access, ask) => {
    given.push(access.earlierTokens)
    return profile(access, ask)
  }
  await signIn(accounts, BOB)
  await signInWithToken(accounts, 'key-of-cy')
  expect(given).toEqual([['token-1'], ['token-1', 'token-2']])
})

test('the last eight, until quit', async () => {
  for (let count = 2; count <= 12; count += 1) await signIn(accounts, ADA)
  expect(await earlier()).toEqual(Array.from({ length: 8 }, (_, at) => `token-${at + 4}`))
  accounts = computer.launch()
  expect(await earlier()).toBeUndefined()
})

test('none is known after everything was erased', async () => {
  await earlier()
  await accounts.eraseAll(false)
  await signIn(accounts, BOB)
  expect((await accounts.get('id-2').access()).earlierTokens).toBeUndefined()
})
