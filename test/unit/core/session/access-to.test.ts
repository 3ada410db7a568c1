/** Credentials of accounts that are not open. */
import { beforeEach, expect, test } from 'vitest'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { ADA, BOB, Computer, credential, errorOfPromise, here, KEYCHAIN_ERRORS } from './computer.ts'

let computer: Computer
let session: Session

/** Ada is id-1, Bob id-2 and open; what this launch knows is what is stored. */
beforeEach(async () => {
  computer = new Computer()
  await computer.signedIn(ADA, BOB)
  session = computer.launch()
  computer.keychain.calls = []
})

const reads = () => computer.keychain.calls.filter((call) => call.startsWith('read'))

test('each has its own token and connection, read once for all who ask', async () => {
  const [one, again] = await Promise.all([session.accessTo('id-1'), session.accessTo('id-1')])
  expect(one).toEqual({ connection: here, token: 'token-1' })
  expect(again).toEqual(one)
  expect(await session.accessTo('id-2')).toEqual(await session.access())
  await session.dataKey('id-1')
  expect(reads()).toEqual(['read id-1', 'read id-2'])
})

test('to be had of one that is not open opens nothing', async () => {
  await session.accessTo('id-1')
  expect(session.account()?.id).toBe('id-2')
})

test('the sample account signs in for it', async () => {
  await session.exploreSample()
  await session.switchTo('id-2')
  const sample = session.state().accounts.find(({ account }) => account.kind === 'sample')?.account.id ?? ''
  expect((await session.accessTo(sample)).token).toMatch(/^token-/)
})

test('of an account that there is not', async () => {
  expect(await errorOfPromise(session.accessTo('id-9'))).toEqual({ code: 'NOT_FOUND' })
})

test('of one that is signed out, refused, or was never stored', async () => {
  await session.accessTo('id-1')
  session.refused('id-1', 'token-1')
  expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'UNAUTHORIZED' })
  await session.signOut('id-1', false)
  expect(await errorOfPromise(session.accessTo('id-1'))).toEqual({ code: 'UNAUTHORIZED', found: 'notSignedIn' })
})

test.each(KEYCHAIN_ERRORS)(
  'a store that failed (%s) is not asked for it again, and the open one is not concerned',
  async (code) => {
    await session.access()
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? code : null)
    for (let times = 0; times < 3; times += 1) {
      expect(await errorOfPromise(session.accessTo('id-1'))).toMatchObject({ code })
    }
    expect(reads()).toEqual(['read id-2', 'read id-1'])
    expect(credential(session, 'id-1')).toBe('unavailable')
    expect(credential(session, 'id-2')).toBe('kept')
  }
)

test('signed out while the store took its time: there is none', async () => {
  const answer = computer.keychain.hold()
  const access = errorOfPromise(session.accessTo('id-1'))
  const leaving = session.signOut('id-1', false)
  answer()
  expect((await access).code).toMatch(/CANCELLED|UNAUTHORIZED/)
  await leaving
})

test('the open one’s is for who is open by then', async () => {
  const answer = computer.keychain.hold()
  const access = errorOfPromise(session.access())
  await session.switchTo('id-1')
  answer()
  expect(await access).toEqual({ code: 'CANCELLED' })
})
