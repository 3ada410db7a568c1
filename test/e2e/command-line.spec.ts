/** What a packaged app accepts on its command line, and where it keeps its data then. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chooseRuntime } from './app/runtime.ts'
import { runInTerminal } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'

const runtime = chooseRuntime().runtime

test.skip(
  runtime === 'electron' && process.platform === 'darwin',
  'On macOS the smoke test of the packaged app shows this.'
)

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a packaged app refuses Chromium’s debugging port with exit code 64, and opens none', async ({ profileDir }) => {
  const port = await freePort()
  const args = [`--profile-dir=${profileDir}`, `--remote-debugging-port=${port}`]
  const { exitCode, stdout, stderr } = await runInTerminal(args, { profileDir, packaged: true })
  expect(exitCode).toBe(64)
  expect(stdout.trim()).toBe('')
  expect(stderr).toContain('portside: Portside does not accept the switch "remote-debugging-port".')
  // Chromium writes this line when it opens the port.
  expect(stderr).not.toContain('DevTools listening')
  expect(readdirSync(profileDir), 'it ended before it made a file').toEqual([])
})

test('--profile-dir names the data folder; packaged, no variable does, and not packaged, any switch is accepted', async ({
  profileDir,
  sharedChromium
}) => {
  const fromVariable = join(profileDir, 'variable')
  mkdirSync(fromVariable)
  for (const packaged of [true, false]) {
    const fromSwitch = join(profileDir, packaged ? 'packaged' : 'unpackaged')
    // Electron would ignore certificate errors, as it is told.
    const more = packaged || runtime === 'electron' ? [] : ['--ignore-certificate-errors']
    const args = ['--quick-check', `--profile-dir=${fromSwitch}`, ...more]
    const { exitCode } = await runInTerminal(args, { profileDir: fromVariable, packaged, sharedChromium })
    expect(exitCode, 'no account: couldn’t be found out').toBe(20)
    expect(existsSync(join(fromSwitch, 'terminal'))).toBe(true)
    expect(readdirSync(fromVariable)).toEqual([])
  }
  // No switch: the folder of the person who is signed in to the computer, here a temporary one.
  test.skip(process.platform !== 'linux', 'Only Linux takes that folder from a variable.')
  const config = join(profileDir, 'config')
  mkdirSync(config)
  const env = { XDG_CONFIG_HOME: config }
  await runInTerminal(['--quick-check'], { profileDir: fromVariable, packaged: true, sharedChromium, env })
  expect(readdirSync(fromVariable)).toEqual([])
  expect(existsSync(join(config, 'Portside', 'terminal'))).toBe(true)
})

test('--self-test prints one line of JSON, exits 0 and leaves the profile alone', async ({
  profileDir,
  sharedChromium
}) => {
  const env = { XDG_CONFIG_HOME: profileDir, APPDATA: profileDir }
  const { exitCode, stdout, stderr } = await runInTerminal(['--self-test'], {
    profileDir,
    packaged: true,
    sharedChromium,
    env
  })
  expect(exitCode, stderr).toBe(0)
  const lines = stdout.split('\n').filter((line) => line.trim() !== '')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ok: true,
    checks: { storage: 'ok', catalogue: 'ok', keychain: 'ok' },
    packaged: true,
    versions: { portside: expect.stringMatching(/^\d/), node: expect.stringMatching(/^24\./) }
  })
  expect(existsSync(join(profileDir, 'Portside'))).toBe(false)
})

test('a data folder that can’t be made is refused with exit code 64', async ({ profileDir, sharedChromium }) => {
  const file = join(import.meta.dirname, 'command-line.spec.ts')
  const { exitCode, stderr } = await runInTerminal([`--profile-dir=${join(file, 'x')}`], {
    profileDir,
    packaged: true,
    sharedChromium
  })
  expect(exitCode).toBe(64)
  expect(stderr).toContain('Choose another folder with --profile-dir=PATH')
})
