/** The report: what the page shows, what it saves, and what `--diagnostics` writes, with secrets planted in the log. */
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SAMPLE_EMAIL } from '../../src/sample/index.ts'
import { leaks, type Findings } from '../support/leaks.ts'
import { PASSWORD, SIGN_IN_PATH } from './canary/api.ts'
import { PIN, secretsOf, startWalk } from './canary/walk.ts'
import { runInTerminal, type Printed } from './app/terminal.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  help: { diagnostics },
  settings: { sectionName: settingSection }
} = words
/** In the log only: what the API echoes beside its own marker is stored, and so replaced. */
const MARKER = 'schwarmboje2209'

const shown = (page: Page): Promise<string[]> => page.locator('pre').allTextContents()

test('no secret that is saved gets into the report, wherever it comes from', async ({ launch, profileDir }) => {
  const walk = await startWalk()
  const { baseUrl } = walk.telling
  const app = await launch()
  const { page } = app
  await ui.signInByBridge(page, { baseUrl, password: PASSWORD }, { signIn: { path: SIGN_IN_PATH } })
  const { token = '', 'data key': dataKey = '' } = await secretsOf(walk)
  const secrets = { token, 'data key': dataKey }
  const open = [SAMPLE_EMAIL, baseUrl, new URL(baseUrl).host, '198.51.100.23', '2001:db8::abcd']
  const values = [...Object.values(secrets), ...open]
  const log = join(profileDir, 'logs', 'portside.log')
  const planted = values.flatMap((value) => [
    `${MARKER} ${value}`,
    `${MARKER} ${Buffer.from(`{"is":"${value}"}`).toString('base64')}`,
    `${MARKER} ${encodeURIComponent(value)}`
  ])
  appendFileSync(log, planted.map((line) => `${line}\n`).join(''))

  /** The marker shows that the log is in it, and that the search would have found a secret. */
  const expectClean = (text: string): void => {
    const findings: Findings = new Map([['the report', [text]]])
    expect(leaks(findings, { marker: MARKER })).toHaveLength(1)
    expect(leaks(findings, secrets)).toEqual([])
    for (const value of open) expect(text).not.toContain(value)
    expect(text.split(MARKER)).toHaveLength(planted.length + 1)
  }
  expect(leaks(new Map([['the log', [readFileSync(log, 'utf8')]]]), secrets)).toHaveLength(2)

  const file = join(profileDir, 'saved.txt')
  await test.step('the page shows what it saves', async () => {
    await page.evaluate(() => (location.hash = '/diagnostics'))
    await expect(ui.title(page, settingSection.diagnostics)).toBeVisible()
    await expect(page.locator('pre').last()).toContainText(MARKER)
    const text = (await shown(page)).map((part) => `${part}\n`).join('\n')
    expectClean(text)
    expect(text).toContain('provider: hypeproxy\n')
    await app.chooseFile(file)
    await ui.button(page, diagnostics.save).click()
    await expect(page.getByText(say(diagnostics.saved, { name: 'saved.txt' }))).toBeVisible()
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  const command = (target: string): Promise<Printed> => runInTerminal(['--diagnostics', target], { profileDir })
  const written = join(profileDir, 'written.txt')
  await test.step('a command writes the same beside the running app', async () => {
    expect(await command(written)).toMatchObject({ exitCode: 0, stderr: '' })
    const text = readFileSync(written, 'utf8')
    expectClean(text)
    expect(text).toContain('provider: hypeproxy\n')
    if (process.platform !== 'win32') expect(statSync(written).mode & 0o777).toBe(0o600)
  })

  await test.step('it overwrites nothing', async () => {
    const { exitCode, stderr } = await command(file)
    expect([exitCode, stderr.includes('exists already')]).toEqual([73, true])
    expect(await command(join(profileDir, 'none', 'a.txt'))).toMatchObject({ exitCode: 73, stdout: '' })
    expect(existsSync(join(profileDir, 'none'))).toBe(false)
  })

  await test.step('without a keychain, it says what it couldn’t compare, and leaves the log out', async () => {
    // Other systems have one always.
    if (process.platform !== 'linux') return
    const env = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
    const { exitCode, stdout, stderr } = await runInTerminal(['--diagnostics=-'], { profileDir, env })
    expect([exitCode, stdout.includes('## log')]).toEqual([20, false])
    expect(stdout).toContain('KEYCHAIN_MISSING')
    expect(stderr).toContain('tokens and passwords, profiles, invoices')
  })

  await test.step('with a PIN, it has no accounts, and still compares', async () => {
    await page.evaluate((pin) => window.portside.lock.setPin({ pin, current: null }), PIN)
    await app.quit()
    const { exitCode, stdout } = await command('-')
    expect(exitCode).toBe(0)
    expectClean(stdout)
    expect(stdout).toContain('appLock: on: accounts are left out\n')
    expect(stdout).not.toContain('hypeproxy')
  })

  await test.step('with damaged data, it says what it couldn’t compare, and leaves the log out', async () => {
    writeFileSync(join(profileDir, 'portside.db'), 'no database')
    const { exitCode, stdout, stderr } = await command('-')
    expect(exitCode).toBe(20)
    expect(stdout).toContain('registry: damaged\n')
    expect(stdout).not.toContain(MARKER)
    expect(stdout).not.toContain('## log')
    expect(stderr).toContain('accounts, tokens and passwords, profiles, invoices')
  })
  await walk.telling.end()
})
