/** Where it is said that the app doesn't start. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isFromDesktop, refuseCommandLine, showRefusal } from '../../../../src/main/cli/launch/refusal.ts'

const electron = vi.hoisted(() => ({
  switches: new Set<string>(),
  kept: new Set<string>(),
  showErrorBox: vi.fn(),
  exit: vi.fn(),
  terminals: [] as number[]
}))
vi.mock('electron', () => ({
  app: {
    commandLine: {
      hasSwitch: (name: string) => electron.switches.has(name),
      removeSwitch: (name: string) => void (electron.kept.has(name) || electron.switches.delete(name))
    },
    whenReady: () => Promise.resolve(),
    exit: electron.exit
  },
  dialog: { showErrorBox: electron.showErrorBox }
}))
vi.mock('node:tty', () => ({ isatty: (stream: number) => electron.terminals.includes(stream) }))

const SENTENCE = 'Portside does not accept the switch "a".'
const LINE = `portside: ${SENTENCE}\n`
const before = { platform: process.platform, argv: process.argv }
const written: string[] = []

beforeEach(() => {
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.stubEnv('DISPLAY', ':0')
  process.argv = ['/opt/portside', '--a']
  electron.switches = new Set(['a', 'b'])
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  for (const mock of [electron.showErrorBox, electron.exit]) mock.mockClear()
  electron.kept.clear()
  electron.terminals = []
  written.length = 0
  Object.defineProperty(process, 'platform', { value: before.platform })
  process.argv = before.argv
})
const on = (platform: NodeJS.Platform): unknown => Object.defineProperty(process, 'platform', { value: platform })

describe('a start', () => {
  const start = { args: ['--hidden'], env: { DISPLAY: ':0' }, platform: 'linux', hasTerminal: false } as const

  it('is from a desktop without a terminal', () => {
    expect(isFromDesktop(start)).toBe(true)
    expect(isFromDesktop({ ...start, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
    expect(isFromDesktop({ ...start, env: {}, platform: 'win32' })).toBe(true)
    expect(isFromDesktop({ ...start, env: {}, platform: 'darwin' })).toBe(true)
  })

  it('is not, in a terminal, by a command for one, or where no dialog can be seen', () => {
    expect(isFromDesktop({ ...start, hasTerminal: true })).toBe(false)
    for (const command of ['--quick-check', '--json', '--self-test']) {
      expect(isFromDesktop({ ...start, args: [command] })).toBe(false)
    }
    expect(isFromDesktop({ ...start, env: {} })).toBe(false)
    expect(isFromDesktop({ ...start, env: { DISPLAY: '', WAYLAND_DISPLAY: '' } })).toBe(false)
    expect(isFromDesktop({ ...start, env: { DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' } })).toBe(true)
  })
})

describe('a refused switch', () => {
  it.each(['darwin', 'win32'] as const)('is said in a dialog on %s, before the process ends', (platform) => {
    on(platform)
    expect(() => refuseCommandLine(SENTENCE, ['a'])).toThrow('exit 64')
    expect(electron.showErrorBox.mock.calls).toEqual([['Portside', SENTENCE]])
    expect(written).toEqual([LINE])
  })

  it('is taken from Chromium on Linux, and said in a dialog once it can be', async () => {
    on('linux')
    refuseCommandLine(SENTENCE, ['a', 'b'])
    expect([...electron.switches]).toEqual([])
    expect(electron.showErrorBox).not.toHaveBeenCalled()
    showRefusal(SENTENCE)
    await vi.waitFor(() => expect(electron.exit.mock.calls).toEqual([[64]]))
    expect(electron.showErrorBox.mock.calls).toEqual([['Portside', SENTENCE]])
    expect(written).toEqual([LINE])
  })

  it('that Chromium reads otherwise or keeps ends the process at once on Linux', () => {
    on('linux')
    expect(() => refuseCommandLine(SENTENCE, ['a', 'after-the-terminator'])).toThrow('exit 64')
    expect([...electron.switches], 'nothing was removed').toEqual(['a', 'b'])
    electron.kept.add('b')
    expect(() => refuseCommandLine(SENTENCE, ['a', 'b'])).toThrow('exit 64')
    expect(electron.showErrorBox).not.toHaveBeenCalled()
  })

  it.each([0, 1, 2])('is said in the terminal alone, if stream %i is one', (stream) => {
    electron.terminals = [stream]
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      on(platform)
      expect(() => refuseCommandLine(SENTENCE, ['a'])).toThrow('exit 64')
    }
    expect(written).toEqual([LINE, LINE, LINE])
    expect(electron.showErrorBox).not.toHaveBeenCalled()
  })
})
