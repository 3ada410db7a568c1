/** What a packaged app accepts on its command line, and where it keeps its data then. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pressKeys, windowTitles } from '../support/screen.ts'
import { runInTerminal, startInTerminal } from './app/terminal.ts'
import { closedPort, expect, test } from './fixtures.ts'

test.skip(process.platform === 'darwin', 'On macOS the smoke test of the packaged app shows this.')

test('a packaged app refuses a debugging port with exit code 64', async ({ profileDir }) => {
  const port = await closedPort()
  // A command for terminals is refused without a dialog, for which it would have to wait.
  const args = ['--quick-check', `--profile-dir=${profileDir}`, `--remote-debugging-port=${port}`]
  const { exitCode, stdout, stderr } = await runInTerminal(args, { profileDir, packaged: true })
  expect(exitCode).toBe(64)
  expect(stdout.trim()).toBe('')
  expect(stderr).toContain('portside: Portside does not accept the switch "remote-debugging-port".')
  // Chromium writes this line when it opens the port.
  expect(stderr).not.toContain('DevTools listening')
  expect(readdirSync(profileDir), 'it ended before it made a file').toEqual([])
})

test('a switch that is refused without a terminal is said in a dialog, and no data folder is touched', async ({
  profileDir,
  started
}) => {
  test.skip(process.platform !== 'linux', 'Nobody closes the dialog.')
  const env = { XDG_CONFIG_HOME: profileDir }
  const args = ['--hidden', '--remote-debugging-port=0']
  const { printed } = started(startInTerminal(args, { profileDir, packaged: true, env }))
  // What GTK calls the window of an error.
  await expect.poll(windowTitles).toContain('Error')
  await pressKeys('Return')
  const { exitCode, stderr } = await printed
  expect(exitCode).toBe(64)
  expect(stderr).toContain('portside: Portside does not accept the switch "remote-debugging-port".')
  expect(stderr).not.toContain('DevTools listening')
  expect(readdirSync(profileDir)).toEqual([])
})

test('without a display, a bus and an account, commands print their own words alone, in the folder of a packaged app', async ({
  profileDir
}) => {
  test.skip(process.platform !== 'linux', 'Other systems always have a display, and take no folder from a variable.')
  // PORTSIDE_PROFILE_DIR is ignored.
  const [fromVariable, config] = [join(profileDir, 'variable'), join(profileDir, 'config')]
  for (const folder of [fromVariable, config]) mkdirSync(folder)
  const env = { DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:', XDG_CONFIG_HOME: config }
  // Two that need no data, one that reads them, one that asks the network, and one that asks a running app.
  for (const [command, code, stdout] of [
    ['--help', 0, /portside COMMAND/],
    ['--version', 0, /^\d+\.\d+\.\d+\n$/],
    ['--diagnostics=-', 0, /^## /m],
    ['--quick-check', 20, /./],
    ['refresh', 69, /^$/]
  ] as const) {
    const printed = await runInTerminal([command], { profileDir: fromVariable, packaged: true, env })
    expect(printed, command).toEqual({
      exitCode: code,
      stdout: expect.stringMatching(stdout),
      stderr: expect.stringMatching(/^(portside: \P{C}+\n)*$/u)
    })
  }
  expect(readdirSync(fromVariable)).toEqual([])
  expect(existsSync(join(config, 'Portside', 'terminal'))).toBe(true)
})

test('a folder in use ends with exit code 64, and nothing in it changes', async ({ profileDir }) => {
  const [letter, account] = [join(profileDir, 'opened', 'letter.pdf'), join(profileDir, 'accounts', 'a', 'account.db')]
  for (const file of [letter, account]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'mine')
  }
  chmodSync(profileDir, 0o755)
  const before = readdirSync(profileDir, { recursive: true })
  const args = ['--quick-check', `--profile-dir=${profileDir}`]
  const { exitCode, stderr } = await runInTerminal(args, { profileDir, packaged: true })
  expect(exitCode).toBe(64)
  expect(stderr).toContain(`portside: ${profileDir} holds files that aren’t Portside’s.`)
  expect(readdirSync(profileDir, { recursive: true })).toEqual(before)
  if (process.platform !== 'win32') expect(statSync(profileDir).mode & 0o777).toBe(0o755)
})

test('an unusable data folder ends with exit code 64', async ({ profileDir }) => {
  const file = join(import.meta.dirname, 'command-line.spec.ts')
  const { exitCode, stderr } = await runInTerminal([`--profile-dir=${join(file, 'x')}`], {
    profileDir,
    packaged: true
  })
  expect(exitCode).toBe(64)
  expect(stderr).toContain('Choose another folder with --profile-dir=PATH')
})
