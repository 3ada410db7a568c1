/** A keychain in a process of its own, asked one call after the other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

export type KeychainCall = 'read' | 'write' | 'write-long' | 'remove'

export interface RequestPipeline {
  /** The outcome in words. KEYCHAIN_SILENT: the deadline ended the call. */
  ask(call: KeychainCall): Promise<string>
}

interface AskingOptions {
  platform?: NodeJS.Platform
  /** How long a call may take. The default is long enough for any store that answers, on a busy machine too. */
  timeoutMs?: number
  /** How long an open store may take, in milliseconds. Only a test whose store shows a prompt needs a short time. */
  promptMs?: number
}

/** @param env the whole environment; PATH and HOME of the tests where it has none */
export function startAsking(
  env: NodeJS.ProcessEnv,
  { platform = process.platform, timeoutMs = 30_000, promptMs = 30_000 }: AskingOptions = {}
): RequestPipeline {
  const { PATH, HOME } = process.env
  const args = [platform, String(timeoutMs), String(promptMs)]
  const child = spawn(process.execPath, ['test/integration/keychain/keychain-child.ts', ...args], {
    // No display: nobody can be asked for a password, but by the bus.
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
      if (value === undefined) throw new Error('The asking process has ended.')
      return (JSON.parse(value) as { outcome: string }).outcome
    }
  }
}
