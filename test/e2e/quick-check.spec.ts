/** The quick check as a real process: beside the app, through the start scripts, and ended by signals, which never means “nothing open”. */
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { runInTerminal, startInTerminal, startWithNpm, startWithScript } from './app/terminal.ts'
import { expect, test, type ApiServer } from './fixtures.ts'
import { test as onOwnKeyring } from './keyring.ts'
import * as ui from './ui.ts'

const invoice = (id: string, status: string, totalAmount: number): object => ({
  id,
  status,
  totalAmount,
  currency: 'EUR',
  createdAt: '2026-11-01T10:00:00Z'
})

const SETTLED = [invoice('a', 'Paid', 50)]
const OPEN = [...SETTLED, invoice('b', 'Created', 80.1), invoice('c', 'NotPaid', 49.9)]
const ARGS = ['--quick-check', '--json']

const shows = (api: ApiServer, invoices: unknown): void =>
  void api.respondWith('/v3/invoices', () => Response.json(invoices))

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

test('prints what is open with and without a running app, and a signal at any moment ends it with 20 and nothing printed', async ({
  launch,
  api,
  profileDir,
  started
}) => {
  const app = await launch()
  await ui.signInByBridge(app.page, api)

  await test.step('0 when nothing is open', async () => {
    shows(api, SETTLED)
    const printed = await runInTerminal(['--quick-check'], { profileDir })
    expect(printed).toMatchObject({ exitCode: 0, stdout: 'Nothing to pay\n' })
    // It is still there and its own: the check took neither its window nor its place.
    await expect(app.page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await app.quit()

  await test.step('through `npm start` without a display and without the app: only the JSON, and nothing is stored', async () => {
    const files = (): string[] =>
      readdirSync(profileDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        // What the engine itself needs.
        .filter((path) => !path.startsWith(join(profileDir, 'terminal')))
        .map((path) => `${path} ${hash('sha256', readFileSync(path))}`)
        .sort()
    const before = files()
    expect(before.length).toBeGreaterThan(1)

    shows(api, OPEN)
    // On Windows, npm is no program but a script.
    const start = process.platform === 'win32' ? startInTerminal : startWithNpm
    const { exitCode, stdout } = await start(ARGS, { profileDir }).printed
    expect(exitCode).toBe(10)
    expect(JSON.parse(stdout)).toMatchObject({
      exitCode: 10,
      accounts: [{ sample: false, open: 2, unknown: 0, total: 3, openAmounts: [{ currency: 'EUR', amount: '130.0' }] }]
    })
    expect(files()).toEqual(before)
  })

  // Windows has no signals between processes.
  if (process.platform === 'win32') return
  const INTERRUPTED = { exitCode: 20, stdout: '' }
  const nextRequest = holdInvoices(api)

  await test.step('SIGTERM during a request', async () => {
    const { request } = await nextRequest()
    const { child, printed } = started(startInTerminal(ARGS, { profileDir }))
    await request
    child.kill('SIGTERM')
    expect(await printed).toMatchObject(INTERRUPTED)
  })

  await test.step('SIGINT during start-up', async () => {
    // The app's first act as a command is to make this folder. Electron isn't ready by then.
    rmSync(join(profileDir, 'terminal'), { recursive: true, force: true })
    const made = entryMade(profileDir, 'terminal')
    const { child, printed } = started(startInTerminal(ARGS, { profileDir }))
    await made
    child.kill('SIGINT')
    expect(await printed).toMatchObject(INTERRUPTED)
  })

  await test.step('SIGHUP of the start script', async () => {
    const { request } = await nextRequest()
    const { child, printed } = started(startWithScript(ARGS, { profileDir }))
    await request
    child.kill('SIGHUP')
    expect(await printed).toMatchObject(INTERRUPTED)
  })

  await test.step('Ctrl+C in its terminal', async () => {
    const { request } = await nextRequest()
    const { printed, signalGroup } = started(startWithScript(ARGS, { profileDir }))
    await request
    // It reaches the whole process group, and the script passes it on once more.
    signalGroup('SIGINT')
    expect(await printed).toMatchObject(INTERRUPTED)
  })
})

onOwnKeyring(
  'a signal while the password store hangs: the process ends, never with 0',
  async ({ keyring, launch, person, api, profileDir, started }) => {
    const app = await launch()
    await ui.signInByBridge(app.page, api)
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
