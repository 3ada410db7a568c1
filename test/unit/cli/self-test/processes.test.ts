/** Who is in Chromium's sandbox. The statuses are of a Chromium 156 on Linux 6, and of one in a container. */
import { existsSync, readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hasMoreFilters, readProcesses, sandboxExemption } from '../../../../src/main/cli/self-test/processes.ts'

const electron = vi.hoisted(() => ({ metrics: [] as object[], switches: [] as string[] }))
vi.mock('electron', () => ({
  app: {
    getAppMetrics: () => electron.metrics,
    commandLine: { hasSwitch: (name: string) => electron.switches.includes(name) }
  }
}))
beforeEach(() => {
  electron.metrics = []
  electron.switches = []
})

const status = (mode: number, filters: number | null): string =>
  [
    'Name:\tchromium',
    'NoNewPrivs:\t1',
    `Seccomp:\t${mode}`,
    ...(filters === null ? [] : [`Seccomp_filters:\t${filters}`]),
    'Speculation_Store_Bypass:\tthread vulnerable',
    ''
  ].join('\n')

describe('a process of Linux', () => {
  it.each([
    ['with a filter of its own', status(2, 1), status(0, 0), true],
    ['without one', status(0, 0), status(0, 0), false],
    ['with one beside the container’s', status(2, 2), status(2, 1), true],
    ['with the container’s alone', status(2, 1), status(2, 1), false],
    ['with one, on an old kernel', status(2, null), status(0, null), true],
    ['with one that may be the container’s, on an old kernel', status(2, null), status(2, null), false]
  ])('%s', (_which, own, main, isSandboxed) => {
    expect(hasMoreFilters(own, main)).toBe(isSandboxed)
  })

  it.skipIf(!existsSync('/proc/self/status'))('is read from /proc (skipped without it)', () => {
    const own = readFileSync('/proc/self/status', 'utf8')
    expect(own).toMatch(/^Seccomp:\t\d$/m)
    electron.metrics = [
      { type: 'Browser', pid: process.pid },
      // Linux gives no process this number (proc(5), pid_max).
      { type: 'Tab', name: 'gone', pid: 2 ** 22 + 1 }
    ]
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux')
    expect(readProcesses()).toEqual([
      { type: 'Browser', sandboxed: false },
      { type: 'Tab', name: 'gone', sandboxed: null }
    ])
    vi.restoreAllMocks()
  })
})

it('on macOS and Windows, Electron says it', () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
  electron.metrics = [
    { type: 'Tab', pid: 1, sandboxed: true },
    { type: 'Browser', pid: 2, sandboxed: false },
    { type: 'Utility', name: 'Network Service', pid: 3 }
  ]
  expect(readProcesses()).toEqual([
    { type: 'Tab', sandboxed: true },
    { type: 'Browser', sandboxed: false },
    { type: 'Utility', name: 'Network Service', sandboxed: null }
  ])
  vi.restoreAllMocks()
})

it('the page may run without a sandbox as root on Linux, or with --no-sandbox', () => {
  const as = (platform: NodeJS.Platform, uid: number): void => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
    vi.spyOn(process as { getuid: () => number }, 'getuid').mockReturnValue(uid)
  }
  as('linux', 1000)
  expect(sandboxExemption()).toBeNull()
  electron.switches = ['no-sandbox']
  expect(sandboxExemption()).toBe('The app was started with --no-sandbox.')
  electron.switches = []
  as('linux', 0)
  expect(sandboxExemption()).toBe('As root, Chromium has no sandbox.')
  as('darwin', 0)
  expect(sandboxExemption()).toBeNull()
  vi.restoreAllMocks()
})
