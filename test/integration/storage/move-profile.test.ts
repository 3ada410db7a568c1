/** Data of earlier `npm start` runs, in real folders. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { moveProfile } from '../../../src/main/storage/move-profile.ts'
import { INSTALLED, installedFiles, markAsInstalled } from '../../../src/main/desktop/system/identity.ts'
import { moveEarlierProfile } from '../../../src/main/earlier-profile.ts'
import { account, storageIn, folder, ID, keyOf, product, saveList } from './fixtures.ts'

/** An appData folder in which an earlier version left an account with a product, and Chromium a file. */
async function earlierRun(): Promise<{ appData: string; from: string; to: string }> {
  const appData = folder()
  const [from, to] = [join(appData, INSTALLED.name), join(appData, 'Portside Development')]
  const storage = storageIn(from)
  storage.registry.saveAccount(account(ID, 'ada@example.com'))
  storage.registry.setActiveAccountId(ID)
  const stored = storage.open(ID, keyOf)
  await saveList(stored, [product('p1')])
  stored.close()
  storage.close()
  mkdirSync(join(from, 'opened', 'x'), { recursive: true })
  writeFileSync(join(from, 'Preferences'), '{}')
  return { appData, from, to }
}

const idsIn = (path: string): string[] => {
  const storage = storageIn(path)
  const ids = storage.registry.accounts().map(({ id }) => id)
  storage.close()
  return ids
}

describe('the data of an earlier run', () => {
  test('moves once, with accounts and what is stored of them', async () => {
    const { from, to } = await earlierRun()
    expect(moveProfile(from, to)).toBe('moved')
    expect(readdirSync(from, { recursive: true }).sort()).toEqual(['Preferences', 'accounts', 'opened'])
    const storage = storageIn(to)
    expect(storage.registry.activeAccountId()).toBe(ID)
    const stored = storage.open(ID, keyOf)
    expect((await stored.catalogue.product('p1'))?.record.raw['id']).toBe('p1')
    expect(await stored.condition()).toBe('fine')
    storage.close()
    expect(existsSync(join(to, 'opened', 'x'))).toBe(true)
    expect(moveProfile(from, to)).toBe('nothing to move')
  })

  test('stays while it is in use, and moves at a later start', async () => {
    const { from, to } = await earlierRun()
    const running = storageIn(from)
    expect(moveProfile(from, to)).toBe('in use')
    expect(existsSync(to)).toBe(false)
    // The new version has started meanwhile, and nobody signed in.
    expect(idsIn(to)).toEqual([])
    running.close()
    expect(moveProfile(from, to)).toBe('moved')
    expect(idsIn(to)).toEqual([ID])
  })

  test('stays when somebody has signed in, or set a PIN, in the new folder', async () => {
    const { from, to } = await earlierRun()
    const storage = storageIn(to)
    storage.registry.saveAccount(account('another-account', 'bob@example.com'))
    storage.close()
    expect(moveProfile(from, to)).toBe('nothing to move')
    expect(idsIn(to)).toEqual(['another-account'])
    expect(idsIn(from)).toEqual([ID])
  })

  test('moves on after a crash in the middle', async () => {
    const { from, to } = await earlierRun()
    mkdirSync(join(to, 'accounts'), { recursive: true })
    const moved = join(to, 'accounts', 'moved-before')
    mkdirSync(moved)
    expect(moveProfile(from, to)).toBe('moved')
    expect(readdirSync(join(to, 'accounts')).sort()).toEqual([ID, 'moved-before'])
  })

  test('moves as it is when the list of accounts is damaged', async () => {
    const { from, to } = await earlierRun()
    writeFileSync(join(from, 'portside.db'), 'x'.repeat(4096))
    expect(moveProfile(from, to)).toBe('moved')
    expect(readFileSync(join(to, 'portside.db'), 'utf8')).toMatch(/^x+$/)
  })
})

describe('an installed copy’s data', () => {
  test('stays when the copy has marked its folder', async () => {
    const { appData, from, to } = await earlierRun()
    markAsInstalled(from)
    expect(moveEarlierProfile({ appData, dataFolder: to, signsOfInstall: [] })).toBeNull()
    expect(existsSync(to)).toBe(false)
    expect(idsIn(from)).toEqual([ID])
  })

  test('stays when there are files of an installation, of a version before the mark', async () => {
    const { appData, to } = await earlierRun()
    const env = { XDG_CONFIG_HOME: appData, LOCALAPPDATA: appData }
    for (const [platform, file] of [
      ['linux', join(appData, 'autostart', 'portside.desktop')],
      ['darwin', join(appData, 'Applications', 'Portside.app')],
      ['win32', join(appData, 'Programs', 'Portside')]
    ] as const) {
      const signsOfInstall = installedFiles(platform, env, appData)
      expect(signsOfInstall).toContain(file)
      mkdirSync(file, { recursive: true })
      expect(moveEarlierProfile({ appData, dataFolder: to, signsOfInstall })).toBeNull()
    }
    expect(existsSync(to)).toBe(false)
  })
})

test('prints the result to the terminal', async () => {
  const { appData, from, to } = await earlierRun()
  const move = (dataFolder = to): string | null => moveEarlierProfile({ appData, dataFolder, signsOfInstall: [] })
  const running = storageIn(from)
  expect(move()).toBe(`data of earlier npm start runs in ${from} is in use, so it moves at a later start.`)
  running.close()
  expect(move(join(from, 'Preferences'))).toBe(
    `couldn’t move the data of earlier npm start runs; it is still in ${from}.`
  )
  expect(idsIn(from)).toEqual([ID])
  expect(move()).toBe(`moved the data of earlier npm start runs from ${from} to ${to}.`)
  expect(move()).toBeNull()
})
