import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkAddon, targetsOf } from '../../../scripts/packaging/native-files.mjs'
import { PROJECT } from '../../support/packaging.ts'

const ADDONS = join(PROJECT, 'node_modules/keytar/prebuilds')
const addon = (target: string): string => join('node_modules/keytar/prebuilds', target, 'keytar.node')

describe('the header of a native file', () => {
  it.each(['linux-x64', 'linux-arm64', 'win32-x64', 'win32-arm64', 'darwin-x64', 'darwin-arm64'])(
    'says %s',
    (target) => {
      expect(targetsOf(readFileSync(join(ADDONS, target, 'keytar.node')))).toEqual([target])
    }
  )

  it('says both processors of a universal Mach-O file', () => {
    const fat = Buffer.alloc(64)
    for (const [at, word] of [0xcafe_babe, 2, 0x0100_0007, 3, 0, 0, 0, 0x0100_000c].entries())
      fat.writeUInt32BE(word, at * 4)
    expect(targetsOf(fat)).toEqual(['darwin-x64', 'darwin-arm64'])
  })

  it.each([
    ['of another processor', readFileSync(join(ADDONS, 'linux-ia32/keytar.node'))],
    ['that is cut off', readFileSync(join(ADDONS, 'win32-x64/keytar.node')).subarray(0, 64)],
    [
      'of a text',
      Buffer.from('MZ, the initials of Mark Zbikowski, who designed the format of DOS programs.'.repeat(2))
    ],
    ['of nothing', Buffer.alloc(0)]
  ])('%s says none of these', (_, file) => {
    expect(targetsOf(file)).toEqual([])
  })
})

describe('an addon', () => {
  let resources: string

  beforeEach(() => {
    resources = mkdtempSync(join(tmpdir(), 'portside-addon-'))
  })
  afterEach(() => rmSync(resources, { recursive: true, force: true }))

  function pack(target: string, source = target): void {
    const path = join(resources, 'app.asar.unpacked', addon(target))
    mkdirSync(dirname(path), { recursive: true })
    cpSync(join(ADDONS, source, 'keytar.node'), path)
  }

  it('that is missing stops the packaging', () => {
    pack('darwin-arm64')
    expect(() => checkAddon(resources, 'linux', 'arm64')).toThrow('The package for linux-arm64 has no keytar addon.')
    expect(() => checkAddon(resources, 'darwin', 'arm64')).toThrow('The package for darwin-x64 has no keytar addon.')
  })

  it('for another processor or system stops the packaging', () => {
    pack('linux-arm64', 'linux-x64')
    expect(() => checkAddon(resources, 'linux', 'arm64')).toThrow('keytar’s addon for linux-arm64 is for linux-x64.')
    pack('win32-x64', 'linux-x64')
    expect(() => checkAddon(resources, 'win32', 'x64')).toThrow('keytar’s addon for win32-x64 is for linux-x64.')
    writeFileSync(join(resources, 'app.asar.unpacked', addon('win32-x64')), 'text')
    expect(() => checkAddon(resources, 'win32', 'x64')).toThrow('is for no known system.')
  })
})
