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

for (const name of ['ignore-certificate-errors', 'host-resolver-rules']) {
  test(`a packaged app refuses --${name}`, async ({ profileDir }) => {
    const { exitCode, stderr } = await runInTerminal([`--${name}=x`], { profileDir, packaged: true })
    expect(exitCode).toBe(64)
    expect(stderr).toContain(`Portside does not accept the switch "${name}".`)
  })
}

test('an app that is not packaged takes them', async ({ profileDir }) => {
  test.skip(runtime === 'electron', 'Electron would ignore certificate errors, as it is told.')
  const { exitCode } = await runInTerminal(['--quick-check', '--ignore-certificate-errors'], { profileDir })
  expect(exitCode, 'no account: couldn’t be found out').toBe(20)
})

test('--profile-dir names the data folder, and PORTSIDE_PROFILE_DIR does not count when packaged', async ({
  profileDir
}) => {
  const [fromSwitch, fromVariable] = [join(profileDir, 'switch'), join(profileDir, 'variable')]
  mkdirSync(fromVariable)
  for (const packaged of [true, false]) {
    const { exitCode } = await runInTerminal(['--quick-check', `--profile-dir=${fromSwitch}`], {
      profileDir: fromVariable,
      packaged
    })
    expect(exitCode).toBe(20)
    expect(existsSync(join(fromSwitch, 'terminal'))).toBe(true)
    expect(readdirSync(fromVariable)).toEqual([])
  }
  // No switch: the folder of the person who is signed in to the computer, here a temporary one.
  test.skip(process.platform !== 'linux', 'Only Linux takes that folder from a variable.')
  const config = join(profileDir, 'config')
  mkdirSync(config)
  const env = { XDG_CONFIG_HOME: config }
  await runInTerminal(['--quick-check'], { profileDir: fromVariable, packaged: true, env })
  expect(readdirSync(fromVariable)).toEqual([])
  expect(existsSync(join(config, 'Portside', 'terminal'))).toBe(true)
})

test('--self-test prints one line of JSON, exits 0 and leaves the profile alone', async ({ profileDir }) => {
  const env = { XDG_CONFIG_HOME: profileDir, APPDATA: profileDir }
  const { exitCode, stdout, stderr } = await runInTerminal(['--self-test'], { profileDir, packaged: true, env })
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

test('--self-test works in the folder that --profile-dir names', async ({ profileDir }) => {
  const { exitCode, stderr } = await runInTerminal(['--self-test', `--profile-dir=${profileDir}`], {
    profileDir,
    packaged: true
  })
  expect(exitCode, stderr).toBe(0)
  expect(readdirSync(profileDir).filter((name) => name.startsWith('self-test'))).toEqual([])
})

test('a data folder that can’t be made is refused with exit code 64', async ({ profileDir }) => {
  const file = join(import.meta.dirname, 'command-line.spec.ts')
  const { exitCode, stderr } = await runInTerminal([`--profile-dir=${join(file, 'x')}`], { profileDir, packaged: true })
  expect(exitCode).toBe(64)
  expect(stderr).toContain('Choose another folder with --profile-dir=PATH')
})
