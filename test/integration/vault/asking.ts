/** A vault in a process of its own, asked one call after the other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export type VaultCall = 'read' | 'write' | 'write-long' | 'remove'

export interface Asking {
  /** The outcome in words. VAULT_SILENT: the deadline ended the call. */
  ask(call: VaultCall): Promise<string>
}

interface AskingOptions {
  platform?: NodeJS.Platform
  /** How long a call may take. */
  timeoutMs?: number
}

/** @param env the whole environment; PATH and HOME of the tests where it has none */
export function startAsking(
  env: NodeJS.ProcessEnv,
  { platform = process.platform, timeoutMs = 3000 }: AskingOptions = {}
): Asking {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['test/integration/vault/ask-vault.ts', platform, String(timeoutMs)], {
    // No display: nobody can be asked for a password, but by the bus.
    env: { PATH, HOME, ...env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 60_000,
    killSignal: 'SIGKILL'
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.stdin.end()
    await ended
  })
  return {
    async ask(call) {
      child.stdin.write(`${call}\n`)
      const { value } = await lines.next()
      if (value === undefined) throw new Error('The asking process has ended.')
      return (JSON.parse(value) as { outcome: string }).outcome
    }
  }
}
