/** An interrupted quick check must never be taken for "nothing open". */
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { startInTerminal, startWithNpm, startWithScript, type Command, type Printed } from './app/terminal.ts'
import { expect, test as base, type PlatformServer } from './fixtures.ts'
import { test as keyringTest } from './keyring.ts'
import { explore, signIn } from './walk.ts'

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

test('a signal ends the check with 20 and nothing on standard output, at any moment and through the start script', async ({
  launch,
  platform,
  profileDir,
  sharedChromium,
  started
}) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
  const nextRequest = holdInvoices(platform)
  const args = ['--quick-check', '--json']

  await test.step('while a platform is asked', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const asked = nextRequest()
      const { child, printed } = started(startInTerminal(args, { profileDir, sharedChromium }))
      await asked
      child.kill(signal)
      expect(await printed, signal).toMatchObject(INTERRUPTED)
    }
  })

  await test.step('once the app’s code runs; before that, by the signal itself', async () => {
    const first = started(startInTerminal(args, { profileDir, sharedChromium }))
    first.child.kill('SIGTERM')
    const { exitCode, stdout } = await first.printed
    expect([null, 20], 'at once').toContain(exitCode)
    expect(stdout).toBe('')

    // The app's first act as a command is to make this folder. Electron isn't ready by then.
    rmSync(join(profileDir, 'terminal'), { recursive: true, force: true })
    const made = entryMade(profileDir, 'terminal')
    const second = started(startInTerminal(args, { profileDir, sharedChromium }))
    await made
    second.child.kill('SIGINT')
    expect(await second.printed, 'while it starts').toMatchObject(INTERRUPTED)
  })

  await test.step('through the start script', async () => {
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
      const asked = nextRequest()
      const { child, printed } = started(startWithScript(args, { profileDir }))
      await asked
      child.kill(signal)
      expect(await printed, signal).toMatchObject(INTERRUPTED)
    }
    const asked = nextRequest()
    const { printed, signalGroup } = started(startWithNpm(args, { profileDir }))
    await asked
    // Ctrl+C reaches the whole process group. npm's shell ends by the signal, so npm does too.
    signalGroup('SIGINT')
    const { exitCode, stdout } = await printed
    expect([null, 20], 'Ctrl+C in the terminal of `npm start`').toContain(exitCode)
    expect(stdout).toBe('')
  })
})

test('`npm start` without a display prints only the JSON and exits as the app does', async ({
  launch,
  platform,
  profileDir,
  started
}) => {
  const answer = async (command: Command): Promise<Printed & { json: unknown }> => {
    const printed = await started(command).printed
    return { ...printed, json: JSON.parse(printed.stdout) as unknown }
  }
  const args = ['--quick-check', '--json']
  const selfTest = await answer(startWithNpm(['--self-test', `--profile-dir=${profileDir}`], { profileDir }))
  expect(selfTest, 'self-test').toMatchObject({ exitCode: 0, json: { ok: true } })
  expect(readdirSync(profileDir).filter((name) => name.startsWith('self-test'))).toEqual([])
  expect(await answer(startWithScript(args, { profileDir })), 'nobody').toMatchObject({
    exitCode: 20,
    json: { exitCode: 20, reason: 'nobody' }
  })

  const { page } = await launch()
  await explore(page)
  expect(await answer(startWithNpm(args, { profileDir })), 'open').toMatchObject({
    exitCode: 10,
    json: { exitCode: 10, accounts: [{ sample: true }] }
  })

  // Sample data counts only where there is nothing else.
  await page.evaluate(() => (location.hash = '/sign-in?add=1'))
  await signIn(page, platform.baseAddress)
  platform.respondWith('/v3/invoices', () => Response.json([]))
  const nothing = await answer(startWithScript(args, { profileDir }))
  expect(nothing, 'nothing open').toMatchObject({
    exitCode: 0,
    json: { exitCode: 0, accounts: [{ sample: false, open: 0 }] }
  })
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
