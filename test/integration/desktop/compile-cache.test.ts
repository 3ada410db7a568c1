/** NODE_COMPILE_CACHE: who takes compiled code from that folder once main has cleared its variables. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const CHILD = fileURLToPath(new URL('compile-cache-child.ts', import.meta.url))

test('is forgotten for the worker. Node has read it for main before, and can’t be told to stop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portside-compile-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const usedWith = (...args: string[]): unknown => {
    const { NODE_DISABLE_COMPILE_CACHE: _disabled, ...env } = {
      ...process.env,
      NODE_COMPILE_CACHE: folder
    } as NodeJS.ProcessEnv
    return JSON.parse(execFileSync(process.execPath, [CHILD, ...args], { env, encoding: 'utf8' }))
  }
  expect(usedWith()).toEqual({ main: true, worker: true })
  expect(usedWith('clear')).toEqual({ main: true, worker: false })
})
