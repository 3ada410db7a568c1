/**
 * Run as a process of its own, in a session without a password store or with one that doesn't answer: a call that hangs
 * would keep the test runner from ending. Takes calls on stdin, one a line: `read`, `write`, `write-long`, `remove`.
 * Answers each with one line of JSON. Arguments: the platform that the keychain takes this one for, its timeoutMs and its promptMs.
 */
import { createInterface } from 'node:readline'
import { openKeychain } from '../../../src/main/keychain/index.ts'
import type { Entry } from '../../../src/main/core/ports/index.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { DATA_KEY } from './entry.ts'

const entries: Record<string, Entry> = {
  'the entry': { token: 'canary-token-7f3a', origin: 'https://api.example.com', dataKey: DATA_KEY },
  'the long entry': { token: 'k'.repeat(16_384), origin: 'https://api.example.com', dataKey: DATA_KEY }
}
const [, , platform = process.platform, timeoutMs, promptMs] = process.argv
const keychain = openKeychain({
  platform: platform as NodeJS.Platform,
  timeoutMs: Number(timeoutMs),
  promptMs: Number(promptMs)
})

const calls: Record<string, () => Promise<unknown>> = {
  read: () => keychain.read('a'),
  write: () => keychain.write('a', entries['the entry'] as Entry),
  'write-long': () => keychain.write('a', entries['the long entry'] as Entry),
  remove: () => keychain.remove('a')
}

for await (const name of createInterface(process.stdin)) {
  const outcome = await calls[name]?.().then(nameOf, (error: unknown) => {
    const { code, found } = toErrorInfo(error)
    return found ? `${code} ${found}` : code
  })
  console.log(JSON.stringify({ outcome }))
}
// The way for the app to quit, too: see OpenKeychain.hanging.
if (keychain.hanging()) process.kill(process.pid, 'SIGKILL')

function nameOf(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) return 'done'
  return Object.entries(entries).find(([, entry]) => JSON.stringify(entry) === text)?.[0] ?? text
}
