import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isHeld, removeFalseLock } from '../../../src/main/desktop/instance-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lock = (): string => join(folder, 'SingletonLock')
const socket = (): string => join(folder, 'SingletonSocket')

describe.skipIf(process.platform === 'win32')('the lock of a running app', () => {
  test('a file in its place is removed; a link, which Chromium judges, stays', () => {
    expect(removeFalseLock(folder)).toBe(false)
    writeFileSync(lock(), 'host-1234')
    expect(removeFalseLock(folder)).toBe(true)
    expect(existsSync(lock())).toBe(false)
    symlinkSync('host-1234', lock())
    expect(removeFalseLock(folder)).toBe(false)
    expect(readlinkSync(lock())).toBe('host-1234')
  })

  test('a folder in its place stays, and keeps nobody from starting', async () => {
    mkdirSync(lock())
    expect(removeFalseLock(folder)).toBe(false)
    expect(lstatSync(lock()).isDirectory()).toBe(true)
    expect(await isHeld(folder)).toBe(false)
  })

  test('is held if an app takes connections, and not by what a crash left', async () => {
    expect(await isHeld(folder)).toBe(false)
    symlinkSync(join(folder, 'gone'), socket())
    expect(await isHeld(folder)).toBe(false)
    rmSync(socket())
    const server = createServer((connection) => connection.destroy()).listen(join(folder, 'there'))
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    symlinkSync(join(folder, 'there'), socket())
    expect(await isHeld(folder)).toBe(true)
    rmSync(socket())
    writeFileSync(socket(), 'no socket')
    expect(await isHeld(folder)).toBe(false)
  })
})

test('on Windows the system knows, and the folder has nothing of it', async () => {
  expect(await isHeld(folder, 'win32')).toBe(true)
})
