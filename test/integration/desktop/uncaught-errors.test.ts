/** Uncaught errors in a real process whose output nobody reads any more. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const CHILD = fileURLToPath(new URL('uncaught-errors-child.ts', import.meta.url))

async function start(): Promise<ChildProcess> {
  const child = fork(CHILD, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

async function caughtBy(child: ChildProcess): Promise<unknown> {
  const answer = once(child, 'message')
  child.send('count')
  return ((await answer) as unknown[])[0]
}

/** Closes the reading end, as a terminal or a supervisor does that goes away. */
async function closeOutput(child: ChildProcess): Promise<void> {
  for (const stream of [child.stdout, child.stderr]) {
    const closed = stream && once(stream, 'close')
    stream?.destroy()
    await closed
  }
}

test('are written to standard error', async () => {
  const child = await start()
  let written = ''
  child.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  child.send('throw')
  child.send('reject')
  await expect.poll(() => written.match(/portside: Error\n/g)?.length).toBe(2)
  expect(written).not.toContain('thrown')
})

test.each(['throw', 'reject', 'print'])('cause no further ones when standard error is closed: %s', async (action) => {
  const child = await start()
  await closeOutput(child)
  for (let i = 0; i < 3; i += 1) child.send(action)
  const counts: unknown[] = []
  // Each answer takes a turn of the child's event loop. A loop of errors would count on, or keep it from answering.
  for (let i = 0; i < 20; i += 1) counts.push(await caughtBy(child))
  expect(counts.at(-1)).toBe(action === 'throw' ? 3 : 0)
  const ended = once(child, 'exit')
  child.send('end')
  expect(await ended, 'it still ends by itself').toEqual([0, null])
})
