/** Entries that an earlier version kept under another name, on the system's real password store. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import keytar from 'keytar'
import { openKeychain, type OpenKeychain, type KeychainOptions } from '../../../src/main/keychain/index.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { DATA_KEY, UNHURRIED } from './entry.ts'

beforeEach(requireKeyring)

const service = `Portside test ${crypto.randomUUID()}`
const earlierService = `${service} earlier`
const origin = 'https://api.example'
const entry = { token: 'first', origin, dataKey: DATA_KEY }
const long = { token: 'k'.repeat(9000), origin, dataKey: DATA_KEY }
const moving = (options: KeychainOptions = {}): OpenKeychain =>
  openKeychain({ service, earlierService, ...UNHURRIED, ...options })
const earlier = (options: KeychainOptions = {}): OpenKeychain =>
  openKeychain({ service: earlierService, ...UNHURRIED, ...options })

async function accounts(of: string): Promise<string[]> {
  return (await keytar.findCredentials(of)).map(({ account }) => account).sort()
}

beforeEach(() => {
  onTestFinished(async () => {
    for (const of of [service, earlierService]) {
      for (const account of await accounts(of)) await keytar.deletePassword(of, account)
    }
  })
})

test.each<NodeJS.Platform>([process.platform, 'win32'])(
  'an entry moves when it is first read (%s)',
  async (platform) => {
    for (const each of [entry, long]) {
      await earlier({ platform }).write('a', each)
      await earlier({ platform }).write('of-another-profile', entry)
      expect(await moving({ platform }).read('a')).toEqual(each)
      expect(await accounts(earlierService)).toEqual(['of-another-profile'])
      expect(await openKeychain({ service, ...UNHURRIED, platform }).read('a')).toEqual(each)
      expect(await moving({ platform }).read('a'), 'the next launch').toEqual(each)
      await moving({ platform }).remove('a')
      expect(await accounts(service)).toEqual([])
    }
  }
)

test('an entry of the present version is read, whatever stands under the earlier name', async () => {
  await earlier().write('a', { token: 'stale', origin, dataKey: DATA_KEY })
  await openKeychain({ service, ...UNHURRIED }).write('a', entry)
  expect(await moving().read('a')).toEqual(entry)
})

test('a new sign-in and signing out leave nothing under the earlier name', async () => {
  for (const next of [entry, { token: null, origin: null, dataKey: DATA_KEY }]) {
    await earlier().write('a', { token: 'stale', origin, dataKey: DATA_KEY })
    await moving().write('a', next)
    expect(await accounts(earlierService)).toEqual([])
    expect(await moving().read('a')).toEqual(next)
  }
})

test('removing an account removes both entries', async () => {
  await earlier().write('a', entry)
  await moving().remove('a')
  await earlier().write('b', entry)
  await openKeychain({ service, ...UNHURRIED }).write('b', entry)
  await moving().remove('b')
  expect([...(await accounts(service)), ...(await accounts(earlierService))]).toEqual([])
  expect(await moving().read('a')).toBeNull()
})

test('without an earlier name nothing else is touched', async () => {
  await earlier().write('a', entry)
  expect(await openKeychain({ service, ...UNHURRIED }).read('a')).toBeNull()
  await openKeychain({ service, ...UNHURRIED }).remove('a')
  expect(await accounts(earlierService)).toEqual(['a'])
})
