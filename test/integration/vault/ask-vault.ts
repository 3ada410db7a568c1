/**
 * Asks the vault in a process of its own, whose environment decides what store there is. Each argument is a call:
 * `read`, `write`, `remove`, or `lock`, which locks the default keyring. Prints one JSON list of outcomes.
 */
import { spawnSync } from 'node:child_process'
import { openVault } from '../../../src/main/vault/index.ts'
import { failureOf } from '../../../src/shared/ipc/failure.ts'

const TOKEN = 'canary-token-7f3a'
const vault = openVault({ service: 'Portside test' })

const calls: Record<string, () => Promise<unknown>> = {
  read: () => vault.read('a'),
  write: () => vault.write('a', TOKEN),
  remove: () => vault.remove('a'),
  lock: async () => lock()
}

const outcomes = []
for (const name of process.argv.slice(2)) {
  const started = performance.now()
  const outcome = await calls[name]?.().then(
    (value) => (value === TOKEN ? 'the token' : (value ?? 'nothing')),
    (error: unknown) => failureOf(error).code
  )
  outcomes.push({ call: name, outcome, ms: Math.round(performance.now() - started) })
}
console.log(JSON.stringify(outcomes))
// The way for the app to quit, too: see OpenVault.hanging.
if (vault.hanging()) process.kill(process.pid, 'SIGKILL')

function lock(): string {
  const service = '/org/freedesktop/secrets'
  const call = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    service,
    'org.freedesktop.Secret.Service.Lock'
  ]
  const { status } = spawnSync('dbus-send', [...call, `array:objpath:${service}/aliases/default`])
  return status === 0 ? 'locked' : 'not locked'
}
