/**
 * A process of its own for the keychain, because a call that hangs would keep the test runner from ending. Takes calls on
 * stdin, one a line, and answers each with one line of JSON. Arguments: platform, timeoutMs, promptMs.
 */
import { createInterface } from 'node:readline'
import { SystemKeychain } from '../../../../src/main/storage/keychain/system-keychain.ts'
import { toErrorInfo } from '../../../../src/shared/ipc/error.ts'

const more = { origin: 'https://api.example.com', dataKey: Buffer.alloc(32, 'k').toString('base64') }
const entries = {
  'the entry': { token: 'canary-token-7f3a', ...more },
  'the long entry': { token: 'k'.repeat(16_384), ...more }
}
const [, , platform, timeoutMs, promptMs] = process.argv
const keychain = new SystemKeychain({
  platform: platform as NodeJS.Platform,
  timeoutMs: Number(timeoutMs),
  promptMs: Number(promptMs)
})

const calls: Record<string, () => Promise<unknown>> = {
  read: () => keychain.read('a'),
  write: () => keychain.write('a', entries['the entry']),
  'write-long': () => keychain.write('a', entries['the long entry']),
  remove: () => keychain.remove('a')
}

for await (const name of createInterface(process.stdin)) {
  const outcome = await calls[name]?.().then(nameOf, (error: unknown) => {
    const { code, found } = toErrorInfo(error)
    return found ? `${code} ${found}` : code
  })
  console.log(JSON.stringify({ outcome }))
}
// The way for the app to quit, too: see SystemKeychain.isHanging.
if (keychain.isHanging()) process.kill(process.pid, 'SIGKILL')

function nameOf(value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) return 'done'
  return Object.entries(entries).find(([, entry]) => JSON.stringify(entry) === text)?.[0] ?? text
}
