/** A keychain in a process of its own, asked one call after the other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

type KeychainCall = 'read' | 'write' | 'write-long' | 'remove'
export interface KeychainProcess {
  /** The outcome in words. KEYCHAIN_SILENT: the deadline ended the call. */
  ask(call: KeychainCall): Promise<string>
}

/** By default a call may take as long as any keychain that answers needs on a busy machine. */
export function startAsking(
  env: NodeJS.ProcessEnv,
  { platform = process.platform, timeoutMs = 30_000, promptMs = 30_000 } = {}
): KeychainProcess {
  const { PATH, HOME } = process.env
  const args = [platform, String(timeoutMs), String(promptMs)]
  const child = spawn(process.execPath, ['test/integration/storage/keychain/keychain-child.ts', ...args], {
    // No display: only a prompter on the bus can ask for a password.
    env: { PATH, HOME, ...env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: 120_000,
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
      if (value === undefined) throw new Error('The process has ended.')
      return (JSON.parse(value) as { outcome: string }).outcome
    }
  }
}
