/** A provider may send back a token that the account no longer has. It is redacted until quit. */
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '../../../../src/main/accounts/session.ts'
import { ADA, BOB, Computer, here, signIn, signInWithToken, there } from '../computer.ts'

let computer: Computer
let session: Session

beforeEach(async () => {
  computer = new Computer()
  session = computer.launch()
  await signIn(session, ADA)
})

const earlier = async (): Promise<readonly string[] | undefined> => (await session.accessTo('id-1')).earlierTokens

test('an account that was signed in once has none', async () => {
  expect(await session.accessTo('id-1')).toEqual({ connection: here, token: 'token-1' })
  session = computer.launch()
  expect(await session.accessTo('id-1')).toEqual({ connection: here, token: 'token-1' })
})

test('after another sign-in', async () => {
  await signIn(session, ADA)
  expect(await session.accessTo('id-1')).toEqual({ connection: here, token: 'token-2', earlierTokens: ['token-1'] })
  expect(await session.secrets('id-1')).toEqual(expect.arrayContaining(['token-1', 'token-2']))
})

test('after a sign-out, and at another address', async () => {
  await session.signOut('id-1', false)
  await signIn(session, ADA)
  expect(await earlier()).toEqual(['token-1'])
  await session.changeConnection('id-1', there)
  await signIn(session, ADA, there)
  expect(await earlier()).toEqual(['token-1', 'token-2'])
})

test('that only the keychain had', async () => {
  session = computer.launch()
  await signIn(session, ADA)
  expect(await earlier()).toEqual(['token-1'])
})

test('if the keychain is locked meanwhile', async () => {
  await earlier()
  computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
  await signIn(session, ADA)
  expect(await earlier()).toEqual(['token-1'])
})

test('of a key that was changed, and changed back', async () => {
  await signInWithToken(session, 'key-of-may', null)
  const id = session.account()?.id ?? ''
  for (const key of ['key-of-june', 'key-of-may']) await signInWithToken(session, key, id)
  expect(await session.accessTo(id)).toMatchObject({ token: 'key-of-may', earlierTokens: ['token-1', 'key-of-june'] })
})

test('so are those that its provider gave to another account, also after that one’s removal', async () => {
  await signIn(session, BOB)
  expect(await session.accessTo('id-2')).toMatchObject({ token: 'token-2', earlierTokens: ['token-1'] })
  expect(await earlier()).toEqual(['token-2'])
  await session.remove('id-2')
  expect(await earlier()).toEqual(['token-2'])
  await signIn(session, BOB)
  expect((await session.accessTo('id-3')).earlierTokens).toEqual(['token-1', 'token-2'])
})

test('those of another provider aren’t: it doesn’t know them', async () => {
  await signIn(session, BOB, there)
  expect((await session.accessTo('id-2')).earlierTokens).toBeUndefined()
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
  await signIn(session, BOB)
  await signInWithToken(session, 'key-of-cy')
  expect(given).toEqual([['token-1'], ['token-1', 'token-2']])
})

test('the last eight, until quit', async () => {
  for (let count = 2; count <= 12; count += 1) await signIn(session, ADA)
  expect(await earlier()).toEqual(Array.from({ length: 8 }, (_, at) => `token-${at + 4}`))
  session = computer.launch()
  expect(await earlier()).toBeUndefined()
})
