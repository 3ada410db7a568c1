/** A measured process of its own: it is sent one question, answers it, and is ended. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BenchList } from './api-child.ts'

/** Longer than anything here takes; a process that hangs must not hang the bench. */
const LONGEST_MS = 300_000

/**
 * @param file the module that the process runs; it calls `answer`
 * @param flags of Node's, such as --expose-gc
 */
export async function ask<Question extends object, Reply>(
  file: URL,
  question: Question,
  flags: string[] = []
): Promise<Reply> {
  const child = fork(file, { execArgv: flags })
  const late = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  try {
    const replied = once(child, 'message') as Promise<[Reply]>
    child.send(question)
    const [reply] = await Promise.race([
      replied,
      once(child, 'exit').then(([code, signal]) =>
        Promise.reject(new Error(`The measured process ended (${String(code ?? signal)}).`))
      )
    ])
    return reply
  } finally {
    clearTimeout(late)
    child.kill('SIGKILL')
  }
}

/** The child's side. It stays until it is ended: a reply is on its way for a while. */
export function answer<Question, Reply extends object>(work: (question: Question) => Promise<Reply>): void {
  process.once('message', (question: Question) => {
    work(question).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
        process.exit(1)
      }
    )
  })
}

export async function startBenchApi(list: BenchList): Promise<{ baseUrl: string; end(): void }> {
  const child = fork(new URL('./api-child.ts', import.meta.url), { execArgv: [] })
  child.send(list)
  const [baseUrl] = (await once(child, 'message')) as [string]
  return { baseUrl, end: () => void child.kill('SIGKILL') }
}
