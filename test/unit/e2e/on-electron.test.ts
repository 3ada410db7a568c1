/** How the end-to-end tests run on Electron: screen, runtime, keychain and the end of its processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withScreen } from '../../../scripts/setup/display.mjs'
import { readerOf } from '../../e2e/app/keychain.ts'
import { killTree } from '../../e2e/app/process-tree.ts'
import { chooseRuntime } from '../../e2e/app/runtime.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the screen', () => {
  const command = ['node', 'a b.js']
  const onElectron = { runtime: 'electron', platform: 'linux' } as const

  it('on Linux without a display is Xvfb with a window manager', () => {
    expect(withScreen(command, { ...onElectron, env: {} })).toEqual([
      ...['xvfb-run', '-a', 'sh', '-c', 'openbox & exec "$@"', 'sh'],
      ...command
    ])
  })

  it.each([
    ['an X display', { ...onElectron, env: { DISPLAY: ':0' } }],
    ['a Wayland display', { ...onElectron, env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['macOS', { ...onElectron, platform: 'darwin', env: {} }],
    ['the stand-in host', { ...onElectron, runtime: 'host', env: {} }]
  ] as const)('is nothing of its own with %s', (_, where) => {
    expect(withScreen(command, where)).toEqual(command)
  })
})

describe('the runtime', () => {
  it('is chosen in one place', () => {
    const sources = ['scripts', 'test/e2e', 'test/support', 'test/host'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|mjs|cjs)$/.test(name))
        .map((name) => join(folder, name).replaceAll('\\', '/'))
    )
    const readers = sources.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('PORTSIDE_E2E_RUNTIME'))
    expect(readers).toEqual(['test/e2e/app/runtime.ts'])
  })

  it('is refused when the variable names none', () => {
    expect(() => chooseRuntime({ PORTSIDE_E2E_RUNTIME: 'chrome' })).toThrow('it can be auto, host or electron')
  })
})

describe('the keychain', () => {
  it('is read by Electron where Electron wrote the entries, because macOS would prompt for another program', () => {
    const { program, env } = readerOf('electron', '/somewhere/Electron')
    expect([program, env['ELECTRON_RUN_AS_NODE']]).toEqual(['/somewhere/Electron', '1'])
    expect(readerOf('host', null).program).toBe(process.execPath)
  })
})

describe('ending Electron', () => {
  it('on Windows ends the whole process tree', () => {
    const ran: unknown[] = []
    const run = (...call: unknown[]): { status: number } => {
      ran.push(call)
      return { status: 0 }
    }
    killTree({ pid: 4711, kill: () => true }, { platform: 'win32', run })
    expect(ran).toEqual([['taskkill', ['/PID', '4711', '/T', '/F']]])
  })

  it.runIf(process.platform === 'win32')('on Windows ends a process that another one started', async () => {
    const wait = 'setInterval(() => 0, 1000)'
    const start = `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', '${wait}'])`
    const child = spawn(process.execPath, ['-e', `${start}; console.log(pid); ${wait}`])
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    killTree(child)
    const runs = (): boolean => {
      try {
        return process.kill(Number(printed.toString()), 0)
      } catch {
        return false // There is no such process any more.
      }
    }
    await expect.poll(runs).toBe(false)
  })
})
