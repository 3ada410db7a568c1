/** How the end-to-end tests end Electron’s processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { killTree } from '../../e2e/app/process-tree.ts'

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
