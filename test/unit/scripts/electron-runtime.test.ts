/** Which Electron runs, and what set-up says where none can be had. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  describeRuntime,
  electronRuntime,
  ensureElectron,
  failedLately,
  whyItFailed
} from '../../../scripts/setup/electron-runtime.mjs'
import { run } from '../../../scripts/setup/run.mjs'

const HOUR = 60 * 60 * 1000
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  devDependencies: { electron: string }
}
const PINNED = devDependencies.electron
const NO_SERVER = 'its server doesn’t answer'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-electron-'))
  said = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.push(...text.toString().split('\n').filter(Boolean))
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** A machine on which only the named runtimes can be fetched. */
function machine({ arch = 'x64', pinned = false, test = true } = {}) {
  const there = { pinned: false, test: false }
  return {
    there,
    platform: 'linux' as const,
    arch,
    failureFile: join(folder, 'failure.json'),
    pinnedProgram: () => (there.pinned ? '/pinned/electron' : null),
    fetchPinned: vi.fn(() => {
      there.pinned = pinned
      return Promise.resolve(pinned ? null : NO_SERVER)
    }),
    testRuntimeProgram: () => (there.test ? '/test/electron' : null),
    ensureTestRuntime: vi.fn(() => {
      there.test = test
      return test ? Promise.resolve() : Promise.reject(new Error('no network'))
    })
  }
}

describe('set-up', () => {
  it('takes the pinned Electron where it can be had', async () => {
    const tools = machine({ pinned: true })
    await ensureElectron({ env: {}, tools })
    expect(electronRuntime({ wanted: undefined, tools })).toMatchObject({ version: PINNED, isPinned: true })
    expect(tools.ensureTestRuntime).not.toHaveBeenCalled()
  })

  it('takes the test runtime where the pinned one can’t be had, and doesn’t wait for the network again that day', async () => {
    const tools = machine()
    await ensureElectron({ env: {}, tools })
    expect(electronRuntime({ wanted: undefined, tools })).toMatchObject({ version: '33.2.1', isPinned: false })
    expect(said.at(-1)).toContain(`Electron ${PINNED} can't be had here (${NO_SERVER}).`)
    said = []
    await ensureElectron({ env: {}, tools })
    expect(said).toEqual([])
    expect(tools.fetchPinned).toHaveBeenCalledTimes(1)
    await ensureElectron({ env: {}, tools, retry: true })
    expect(tools.fetchPinned).toHaveBeenCalledTimes(2)
  })

  it('ends with one sentence on a processor that the test runtime isn’t for', async () => {
    const tools = machine({ arch: 'arm64' })
    const sentence = `There is no Electron for linux arm64 here (${NO_SERVER}).`
    await expect(ensureElectron({ env: {}, tools })).rejects.toThrow(sentence)
    said = []
    await expect(ensureElectron({ env: {}, tools })).rejects.toThrow(sentence)
    expect(said).toEqual([])
    expect(tools.ensureTestRuntime).not.toHaveBeenCalled()
  })

  it('takes only the one that PORTSIDE_RUNTIME names', async () => {
    const tools = machine()
    await expect(ensureElectron({ env: { PORTSIDE_RUNTIME: 'pinned' }, tools })).rejects.toThrow('There is no Electron')
    expect(tools.ensureTestRuntime).not.toHaveBeenCalled()
    const both = machine({ pinned: true })
    await ensureElectron({ env: { PORTSIDE_RUNTIME: 'test' }, tools: both })
    expect(both.fetchPinned).not.toHaveBeenCalled()
    const arm = machine({ arch: 'arm64', pinned: true })
    await expect(ensureElectron({ env: { PORTSIDE_RUNTIME: 'test' }, tools: arm })).rejects.toThrow('PORTSIDE_RUNTIME')
  })

  it('asks for none where the download is switched off', async () => {
    const tools = machine({ arch: 'arm64' })
    await ensureElectron({ env: { PORTSIDE_SKIP_ELECTRON_DOWNLOAD: '1' }, tools })
    expect(tools.fetchPinned).not.toHaveBeenCalled()
  })

  it('forgets a failed try that it can’t read, and one that was followed by a fetch', async () => {
    const tools = machine({ pinned: true })
    writeFileSync(tools.failureFile, '{')
    await ensureElectron({ env: {}, tools })
    expect(existsSync(tools.failureFile)).toBe(false)
  })
})

describe('the runtime', () => {
  it('is the pinned one where both are there, unless PORTSIDE_RUNTIME names the other', () => {
    const tools = machine()
    Object.assign(tools.there, { pinned: true, test: true })
    const versions = [undefined, 'pinned', 'test'].map((wanted) => electronRuntime({ wanted, tools })?.version)
    expect(versions).toEqual([PINNED, PINNED, '33.2.1'])
    tools.there.pinned = false
    expect(electronRuntime({ wanted: 'pinned', tools })).toBeNull()
    tools.there.test = false
    expect(electronRuntime({ wanted: undefined, tools })).toBeNull()
  })

  it('is named in the first line of `npm test`', () => {
    const runtime = { program: '', appFolder: '' }
    expect(describeRuntime({ ...runtime, version: PINNED, isPinned: true })).toBe(`Electron ${PINNED}`)
    expect(describeRuntime({ ...runtime, version: '33.2.1', isPinned: false })).toBe(
      `Electron 33.2.1 (for tests; the pinned one is ${PINNED})`
    )
    expect(describeRuntime(null)).toBe('there is no Electron here')
  })
})

describe('a failed fetch of Electron', () => {
  const failure = { version: '45.4.1', at: 1_000_000, reason: NO_SERVER }

  it('is tried again after a day, for another version, and when the clock went back', () => {
    expect(failedLately(failure, '45.4.1', failure.at + HOUR)).toBe(true)
    expect(failedLately(failure, '45.4.1', failure.at + 25 * HOUR)).toBe(false)
    expect(failedLately(failure, '45.5.0', failure.at + HOUR)).toBe(false)
    expect(failedLately(failure, '45.4.1', failure.at - HOUR)).toBe(false)
    expect(failedLately(null, '45.4.1', failure.at)).toBe(false)
  })

  it('is told in a few words without addresses', () => {
    const refused = 'HTTPError: Response code 403 (Forbidden) for https://example.com/a?b=c\n  at x'
    expect(whyItFailed('TypeError: fetch failed\n    at node:internal')).toBe('fetch failed')
    expect(whyItFailed(refused)).toBe('Response code 403 (Forbidden)')
    expect(whyItFailed('')).toBe('the installer gave no reason')
  })
})

describe('a tool that is watched', () => {
  const LONG_MS = 60_000
  const watch = (code: string, progress: () => number) =>
    run(process.execPath, ['-e', code], { firstMs: 20, stallMs: LONG_MS, progress })

  it('is ended when its first byte doesn’t come', async () => {
    // 7: what an older try left behind.
    for (const amount of [0, 7])
      expect(await watch('setInterval(() => 0, 1000)', () => amount)).toMatchObject({ stalled: true, code: null })
  })

  it('has longer after the first byte', async () => {
    let calls = 0
    const bytes = (): number => Math.min((calls += 1), 2)
    expect(await watch('setTimeout(() => process.exit(3), 100)', bytes)).toMatchObject({ stalled: false, code: 3 })
  })
})
