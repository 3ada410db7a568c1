/** An interrupted quick check must never be taken for "nothing open". */
import { once } from 'node:events'
import { existsSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { startInTerminal, startWithNpm, startWithScript, type Command } from './app/terminal.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import { test as onOwnKeyring } from './keyring.ts'
import * as ui from './ui.ts'

const INTERRUPTED = { exitCode: 20, stdout: '' }

/** Requests for invoices are never answered. Returns a wait for the next one, which a process that has ended can't have sent. */
function holdInvoices(api: ApiServer): () => Promise<{ request: Promise<void> }> {
  let next = Promise.withResolvers<void>()
  api.respondWith('/v3/invoices', () => {
    next.resolve()
    return new Promise(() => undefined)
  })
  return async () => {
    // What was sent before this is read before it is answered.
    await fetch(`${api.baseUrl}/health`)
    next = Promise.withResolvers<void>()
    return { request: next.promise }
  }
}

async function entryMade(folder: string, name: string): Promise<void> {
  const watcher = watch(folder)
  while (!existsSync(join(folder, name))) await once(watcher, 'change')
  watcher.close()
}

test.skip(process.platform === 'win32', 'Windows has no signals between processes.')

test('a signal at any moment ends the check with 20 and empty standard output', async ({
  launch,
  api,
  profileDir,
  started
}) => {
  const app = await launch()
  await ui.signIn(app.page, api.baseUrl)
  await app.quit()
  const nextRequest = holdInvoices(api)
  const args = ['--quick-check', '--json']
  const check = (): Command => started(startInTerminal(args, { profileDir }))

  await test.step('during a request', async () => {
    const { request } = await nextRequest()
    const { child, printed } = check()
    await request
    child.kill('SIGTERM')
    expect(await printed).toMatchObject(INTERRUPTED)
  })

  await test.step('during start-up', async () => {
    // The app's first act as a command is to make this folder. Electron isn't ready by then.
    rmSync(join(profileDir, 'terminal'), { recursive: true, force: true })
    const made = entryMade(profileDir, 'terminal')
    const { child, printed } = check()
    await made
    child.kill('SIGINT')
    expect(await printed).toMatchObject(INTERRUPTED)
  })

  await test.step('through the start script', async () => {
    const first = await nextRequest()
    const script = started(startWithScript(args, { profileDir }))
    await first.request
    script.child.kill('SIGHUP')
    expect(await script.printed).toMatchObject(INTERRUPTED)

    const second = await nextRequest()
    const { printed, signalGroup } = started(startWithNpm(args, { profileDir }))
    await second.request
    // Ctrl+C reaches the whole process group. npm's shell ends by the signal, so npm does too.
    signalGroup('SIGINT')
    const { exitCode, stdout } = await printed
    expect([null, 20], 'Ctrl+C in the terminal of `npm start`').toContain(exitCode)
    expect(stdout).toBe('')
  })
})

onOwnKeyring(
  'a signal while the password store hangs: the process ends, never with 0',
  async ({ keyring, launch, person, api, profileDir, started }) => {
    const app = await launch()
    await ui.signIn(app.page, api.baseUrl)
    await app.quit()
    await keyring.lock()
    const prompter = await person({ does: 'neverAnswers' })
    const { child, printed } = started(startInTerminal(['--quick-check'], { profileDir, env: keyring.env }))
    await expect.poll(prompter.asked).toBe(1)
    child.kill('SIGTERM')
    // Node would wait for the store's thread, so only SIGKILL ends the process.
    expect(await printed).toMatchObject({ exitCode: null, stdout: '' })
  }
)
