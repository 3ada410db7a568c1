/** An interrupted quick check must never be taken for "nothing open". */
import { once } from 'node:events'
import { existsSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { startInTerminal, startWithNpm, startWithScript, type Command, type Printed } from './app/terminal.ts'
import { expect, test as base, type PlatformServer } from './fixtures.ts'
import { test as keyringTest } from './keyring.ts'
import { explore, products, signIn } from './walk.ts'

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
const INTERRUPTED = { exitCode: 20, stdout: '' }

/** Invoices are asked for and never answered: resolves at each request. */
function holdInvoices(platform: PlatformServer): () => Promise<void> {
  let asked = Promise.withResolvers<void>()
  platform.respondWith('/v3/invoices', () => {
    asked.resolve()
    return new Promise(() => undefined)
  })
  return () => {
    asked = Promise.withResolvers<void>()
    return asked.promise
  }
}

async function entryMade(folder: string, name: string): Promise<void> {
  const watcher = watch(folder)
  while (!existsSync(join(folder, name))) await once(watcher, 'change')
  watcher.close()
}

interface Fixtures {
  /** Starts a command; what is left of its process group after the test is killed. */
  started: (command: Command) => Command
}

const clean = {
  started: async ({}, use: (started: Fixtures['started']) => Promise<void>) => {
    const running = new Set<Command>()
    await use((command) => {
      running.add(command)
      void command.printed.then(() => running.delete(command))
      return command
    })
    for (const command of running) command.signalGroup('SIGKILL')
  }
}
const test = base.extend<Fixtures>(clean)
const onOwnKeyring = keyringTest.extend<Fixtures>(clean)

test.skip(process.platform === 'win32', 'Windows has no signals between processes.')

test('a signal while a platform is asked: exit code 20 and nothing on standard output', async ({
  launch,
  platform,
  profileDir,
  started
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
  const nextRequest = holdInvoices(platform)
  for (const signal of SIGNALS) {
    const asked = nextRequest()
    const { child, printed } = started(startInTerminal(['--quick-check', '--json'], { profileDir }))
    await asked
    child.kill(signal)
    expect(await printed, signal).toMatchObject(INTERRUPTED)
  }
})

test('a signal during start-up: exit code 20 once the app’s code runs, the signal itself before that', async ({
  launch,
  platform,
  profileDir,
  started
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
  holdInvoices(platform)
  const start = (): Command => started(startInTerminal(['--quick-check'], { profileDir }))
  for (const signal of SIGNALS) {
    const { child, printed } = start()
    child.kill(signal)
    const { exitCode, stdout } = await printed
    expect([null, 20], `${signal} at once`).toContain(exitCode)
    expect(stdout).toBe('')
  }
  for (const signal of SIGNALS) {
    // The app's first act as a command is to make this folder. Electron isn't ready by then.
    rmSync(join(profileDir, 'terminal'), { recursive: true, force: true })
    const made = entryMade(profileDir, 'terminal')
    const { child, printed } = start()
    await made
    child.kill(signal)
    expect(await printed, `${signal} while it starts`).toMatchObject(INTERRUPTED)
  }
})

test('a signal through the start script: the app ends and the exit code is 20', async ({
  launch,
  platform,
  profileDir,
  started
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
  const nextRequest = holdInvoices(platform)
  for (const signal of SIGNALS) {
    const asked = nextRequest()
    const { child, printed } = started(startWithScript(['--quick-check', '--json'], { profileDir }))
    await asked
    child.kill(signal)
    expect(await printed, signal).toMatchObject(INTERRUPTED)
  }

  const asked = nextRequest()
  const { printed, signalGroup } = started(startWithNpm(['--quick-check', '--json'], { profileDir }))
  await asked
  // Ctrl+C reaches the whole process group. npm's shell ends by the signal, so npm does too.
  signalGroup('SIGINT')
  const { exitCode, stdout } = await printed
  expect([null, 20], 'Ctrl+C in the terminal of `npm start`').toContain(exitCode)
  expect(stdout).toBe('')
})

test('`npm start` without a display prints only the JSON and exits as the app does', async ({
  launch,
  platform,
  profileDir,
  started
}) => {
  const answer = async (...args: string[]): Promise<Printed & { json: unknown }> => {
    const printed = await started(startWithNpm(args, { profileDir })).printed
    return { ...printed, json: JSON.parse(printed.stdout) as unknown }
  }
  const check = (): ReturnType<typeof answer> => answer('--quick-check', '--json')
  expect(await answer('--self-test'), 'self-test').toMatchObject({ exitCode: 0, json: { ok: true } })
  expect(await check(), 'nobody').toMatchObject({ exitCode: 20, json: { exitCode: 20, reason: 'nobody' } })

  const app = await launch()
  await explore(app.page)
  await app.quit()
  expect(await check(), 'open').toMatchObject({ exitCode: 10, json: { exitCode: 10, accounts: [{ sample: true }] } })

  const again = await launch()
  await expect(products(again.page).first()).toBeVisible()
  await again.page.evaluate(() => (location.hash = '/sign-in?add=1'))
  await signIn(again.page, platform.baseAddress)
  await again.quit()
  platform.respondWith('/v3/invoices', () => Response.json([]))
  expect(await check(), 'nothing open').toMatchObject({ exitCode: 0, json: { exitCode: 0, accounts: [{ open: 0 }] } })
})

onOwnKeyring(
  'a signal while the password store hangs: the process ends, never with 0',
  async ({ keyring, launch, person, platform, profileDir, started }) => {
    const app = await launch()
    await signIn(app.page, platform.baseAddress)
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
