import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkAddon } from '../../../scripts/packaging/after-pack.mjs'
import { targetsOf } from '../../support/native-files.ts'
import { PROJECT } from '../../support/packaging.ts'

const ADDONS = 'node_modules/keytar/prebuilds'

// electron-builder.yml chooses the addon by the name of its folder.
it.each(['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64'])(
  'keytar’s addon for %s is for it',
  (target) => {
    expect(targetsOf(readFileSync(join(PROJECT, ADDONS, target, 'keytar.node')))).toEqual([target])
  }
)

let resources: string
beforeEach(() => {
  resources = mkdtempSync(join(tmpdir(), 'portside-addon-'))
})
afterEach(() => rmSync(resources, { recursive: true, force: true }))

it('an addon that is missing stops the packaging', () => {
  const folder = join(resources, 'app.asar.unpacked', ADDONS, 'darwin-arm64')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'keytar.node'), '')
  expect(() => checkAddon(resources, 'linux', 'arm64')).toThrow('The package for linux-arm64 has no keytar addon.')
  expect(() => checkAddon(resources, 'darwin', 'arm64')).toThrow('The package for darwin-x64 has no keytar addon.')
})
