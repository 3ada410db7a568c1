/** `--self-test`: every part of the app once, with a window and without the user's data. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyBuild } from './app/build-copy.ts'
import { runInTerminal, startWithScript, type Printed } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'

test.skip(process.platform === 'darwin', 'On macOS the smoke test of the packaged app shows this.')

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

test('beside a running app, prints one line of JSON, exits with 0, and leaves profile and password store alone', async ({
  launch,
  profileDir
}) => {
  const app = await launch()
  const config = join(profileDir, 'config')
  // Without a bus there is no password store on Linux, which is no fault of the package.
  const env = { XDG_CONFIG_HOME: config, APPDATA: config, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  // Not as a packaged app: the copy of Electron's runtime has none of its fuses.
  const printed = await runInTerminal(['--self-test', `--profile-dir=${profileDir}`], { profileDir, env })
  expect(printed.exitCode, printed.stdout + printed.stderr).toBe(0)
  const skipped = expect.stringMatching(/^skipped: /)
  const sandbox = process.getuid?.() === 0 ? skipped : 'ok'
  expect(reportIn(printed)).toMatchObject({
    ok: true,
    checks: { ...PASSED, sandbox, fuses: skipped },
    processes: expect.arrayContaining([expect.objectContaining({ type: 'Browser', sandboxed: false })]),
    packaged: false,
    versions: { portside: expect.stringMatching(/^\d/), node: expect.stringMatching(/^\d+\./) }
  })
  expect(existsSync(config)).toBe(false)
  expect(readdirSync(profileDir).filter((name) => name.startsWith('self-test'))).toEqual([])
  expect(await app.window()).toMatchObject({ visible: true, minimized: false })
})

test('a page that is never mounted and shows nothing is named, with exit code 1', async ({ profileDir }) => {
  const build = copyBuild()
  for (const file of build.files('renderer/assets', 'index')) writeFileSync(file, '')
  const env = { PORTSIDE_SELF_TEST_SECONDS: '1' }
  const printed = await runInTerminal(['--self-test'], { profileDir, entry: build.folder, env })
  build.remove()
  expect(printed.exitCode).toBe(1)
  const late = 'Error: No result within 1 seconds.'
  expect(reportIn(printed)).toMatchObject({ ok: false, checks: { window: late, frame: late } })
})

test('without a display it says so, with exit code 1', async ({ profileDir }) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a display.')
  const env = { DISPLAY: '', WAYLAND_DISPLAY: '' }
  const { exitCode, stdout, stderr } = await runInTerminal(['--self-test'], { profileDir, packaged: true, env })
  expect([exitCode, stdout.trim()]).toEqual([1, ''])
  expect(stderr).toContain('portside: The self-test opens a window, and there is no display.')
  expect(readdirSync(profileDir)).toEqual([])

  const script = await startWithScript(['--self-test'], { profileDir }).printed
  expect([script.exitCode, script.stderr]).toEqual([1, expect.stringContaining('there is no display')])
})
