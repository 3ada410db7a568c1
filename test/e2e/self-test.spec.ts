/** `--self-test`: every part of the app once, with a window and without the user's data. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { environment, type LaunchOptions } from './app/app.ts'
import { chooseRuntime } from './app/runtime.ts'
import { runInTerminal, start, startInTerminal, startWithNpm, type Printed } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'

const onElectron = chooseRuntime().runtime === 'electron'
test.skip(onElectron && process.platform === 'darwin', 'On macOS the smoke test of the packaged app shows this.')

/** The host opens no display, but the app looks whether there is one. */
const DISPLAY = onElectron ? {} : { DISPLAY: ':0' }

interface Report {
  ok: boolean
  checks: Record<string, string>
  packaged: boolean
}

/** The one line of standard output. */
function reportIn({ stdout, stderr }: Printed): Report {
  const lines = stdout.split('\n').filter((line) => line.trim() !== '')
  expect(lines, stderr).toHaveLength(1)
  return JSON.parse(lines[0] ?? '') as Report
}

const PASSED = {
  storage: 'ok',
  catalogue: 'ok',
  keychain: 'ok',
  networkHeader: 'ok',
  networkStatus: 'ok',
  networkRedirect: 'ok',
  tray: 'ok',
  notification: process.platform === 'win32' ? expect.stringMatching(/^skipped: /) : 'ok',
  window: 'ok',
  frame: 'ok'
}

test('prints one line of JSON, exits with 0, and leaves profile and password store alone', async ({ profileDir }) => {
  // Without a bus there is no password store on Linux, which is no fault of the package.
  const env = { ...DISPLAY, XDG_CONFIG_HOME: profileDir, APPDATA: profileDir, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  // A copy of Electron's runtime has none of the fuses of a packaged app.
  const options: LaunchOptions = { profileDir, packaged: !onElectron, env }
  const printed = await runInTerminal(['--self-test'], options)
  expect(printed.exitCode, printed.stdout + printed.stderr).toBe(0)
  const skipped = expect.stringMatching(/^skipped: /)
  const sandbox = onElectron && process.getuid?.() !== 0 ? 'ok' : skipped
  expect(reportIn(printed)).toMatchObject({
    ok: true,
    checks: { ...PASSED, sandbox, fuses: skipped },
    processes: expect.arrayContaining([expect.objectContaining({ type: 'Browser', sandboxed: false })]),
    packaged: !onElectron,
    versions: { portside: expect.stringMatching(/^\d/), node: expect.stringMatching(/^24\./) }
  })
  expect(existsSync(join(profileDir, 'Portside'))).toBe(false)
})

test('works beside a running app, in the folder that --profile-dir names, and leaves nothing there', async ({
  launch,
  profileDir
}) => {
  const app = await launch()
  const options: LaunchOptions = { profileDir, env: DISPLAY }
  const printed = await startInTerminal(['--self-test', `--profile-dir=${profileDir}`], options).printed
  expect(printed.exitCode, printed.stdout + printed.stderr).toBe(0)
  expect(reportIn(printed).checks).toMatchObject(PASSED)
  expect(readdirSync(profileDir).filter((name) => name.startsWith('self-test'))).toEqual([])
  expect(await app.window()).toMatchObject({ visible: true, minimized: false })
})

test('a page that is never mounted and shows nothing is named, with exit code 1', async ({ profileDir }) => {
  test.skip(onElectron, 'Only the host gives the page a script.')
  const env = environment({ profileDir, env: { ...DISPLAY, PORTSIDE_SELF_TEST_SECONDS: '2' } })
  const host = ['test/host/main.ts']
  const flags = [...host, '--page-script=document.getElementById = () => null']
  const printed = await start(process.execPath, [...flags, 'out/main/index.js', '--self-test'], env).printed
  expect(printed.exitCode).toBe(1)
  const late = 'Error: No result within 2 seconds.'
  expect(reportIn(printed)).toMatchObject({ ok: false, checks: { window: late, frame: late } })
})

test('without a display it says so, with exit code 1', async ({ profileDir }) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a display.')
  const env = { DISPLAY: '', WAYLAND_DISPLAY: '' }
  const { exitCode, stdout, stderr } = await runInTerminal(['--self-test'], {
    profileDir,
    packaged: true,
    env
  })
  expect([exitCode, stdout.trim()]).toEqual([1, ''])
  expect(stderr).toContain('portside: The self-test opens a window, and there is no display.')
  expect(readdirSync(profileDir)).toEqual([])
})

test('`npm start -- --self-test` says so as well', async ({ profileDir }) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a display.')
  const { exitCode, stderr } = await startWithNpm(['--self-test'], { profileDir }).printed
  expect(exitCode).toBe(1)
  expect(stderr).toContain('there is no display')
})
