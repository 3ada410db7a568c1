/** How the end-to-end tests read the keychain, and end Electron’s processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { readerOf } from '../../e2e/app/keychain.ts'
import { killTree } from '../../e2e/app/process-tree.ts'

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
