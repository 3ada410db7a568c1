/** Fuses out of the bytes of a program. test/unit/packaging/packaging.test.ts reads those that electron-builder burns. */
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import yaml from 'js-yaml'
import { afterAll, describe, expect, it } from 'vitest'
import { FUSES, fuseFile, readFuses, wrongFuses } from '../../../../src/main/cli/self-test/fuses.ts'

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const READ_BYTES = 4 * 1024 * 1024
const BURNT = '000011001'

const folder = mkdtempSync(join(tmpdir(), 'portside-fuses-'))
afterAll(() => rmSync(folder, { recursive: true }))

const wire = (fuses: string, version = 1): Buffer =>
  Buffer.from(`${SENTINEL}${String.fromCharCode(version, fuses.length)}${fuses}`, 'latin1')

function program(...parts: (Buffer | string)[]): string {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part as Buffer))))
  return file
}

describe('the fuses of a program', () => {
  it('are read by their names', async () => {
    const states = await readFuses(program('ELF', wire('10r01x110'), 'rest'))
    expect(states).toEqual({
      runAsNode: 'on',
      enableCookieEncryption: 'off',
      enableNodeOptionsEnvironmentVariable: 'removed',
      enableNodeCliInspectArguments: 'off',
      enableEmbeddedAsarIntegrityValidation: 'on',
      onlyLoadAppFromAsar: 'unknown',
      loadBrowserProcessSpecificV8Snapshot: 'on',
      grantFileProtocolExtraPrivileges: 'on',
      wasmTrapHandlers: 'off'
    })
  })

  it('of a later Electron have their place as a name', async () => {
    expect(await readFuses(program(wire(`${BURNT}1`)))).toMatchObject({ fuse9: 'on' })
  })

  it.each([0, 1, SENTINEL.length - 1, SENTINEL.length, SENTINEL.length + 1, SENTINEL.length + 5])(
    'are found where a part ends after %i of their bytes',
    async (within) => {
      const file = program(Buffer.alloc(READ_BYTES - within), wire(BURNT), Buffer.alloc(100))
      expect(wrongFuses(await readFuses(file))).toEqual([])
    }
  )

  it('of a universal program must be the same for both processors', async () => {
    expect(wrongFuses(await readFuses(program(wire(BURNT), Buffer.alloc(READ_BYTES), wire(BURNT))))).toEqual([])
    const differing = program(wire(BURNT), Buffer.alloc(100), wire('100011001'))
    await expect(readFuses(differing)).rejects.toThrow('The fuses differ between processors.')
  })

  it('can be missing, cut off or of another version', async () => {
    await expect(readFuses(program('ELF'))).rejects.toThrow('has no fuses')
    await expect(readFuses(program(wire(BURNT).subarray(0, -1)))).rejects.toThrow('has no fuses')
    await expect(readFuses(program(SENTINEL))).rejects.toThrow('has no fuses')
    await expect(readFuses(program(wire(BURNT, 2)))).rejects.toThrow('Fuses of version 2 are unknown.')
  })

  it('are wrong if one isn’t as it was burnt', async () => {
    expect(wrongFuses(await readFuses(program(wire('100001r01'))))).toEqual([
      'The fuse runAsNode is on, not off.',
      'The fuse enableEmbeddedAsarIntegrityValidation is off, not on.',
      'The fuse loadBrowserProcessSpecificV8Snapshot is removed, not off.'
    ])
    expect(wrongFuses({})).toHaveLength(8)
  })

  it('are expected as electron-builder.yml has them', () => {
    const { electronFuses } = yaml.load(readFileSync('electron-builder.yml', 'utf8')) as {
      electronFuses: Record<string, boolean>
    }
    const { resetAdHocDarwinSignature: _signs, ...burnt } = electronFuses
    const expected = FUSES.filter(({ burnt: state }) => state !== null).map(({ name, burnt: state }) => [
      name,
      state === 'on'
    ])
    expect(Object.fromEntries(expected)).toEqual(burnt)
  })

  it('are in the framework on macOS, and in the program elsewhere', () => {
    expect(fuseFile('/opt/Portside/portside', 'linux')).toBe('/opt/Portside/portside')
    expect(fuseFile(join('Portside.app', 'Contents', 'MacOS', 'Portside'), 'darwin')).toBe(
      join('Portside.app', 'Contents', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
    )
  })
})
