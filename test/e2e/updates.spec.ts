/** The built app with an update feed: from the check to the installer, on a host that takes this machine for Windows. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startHost } from '../host/client.ts'
import { INSTALLER, INSTALLER_NAME, latest, startFeedServer, text } from '../integration/updates/feed-server.ts'
import { chooseRuntime } from './app/runtime.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { updates } = words
const ROOT = resolve(import.meta.dirname, '../..')
const PUBLISHER = 'The Portside maintainers'
const VERSION = '9.1.0'

test.skip(chooseRuntime().runtime !== 'host', 'Only the host takes another system for its own.')

/** A copy of the build that knows a feed. Beside it are Windows' shell and its helper for administrators, as scripts. */
function makeBuild(feed: string): { folder: string; installed: string } {
  const folder = mkdtempSync(join(tmpdir(), 'portside-update-build-'))
  const installed = join(folder, 'installed')
  cpSync(join(ROOT, 'out'), join(folder, 'out'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const known = { url: feed, page: 'https://example.com/releases', publisher: PUBLISHER }
  writeFileSync(join(folder, 'out/main/update-feed.json'), JSON.stringify(known))
  const script = (name: string, lines: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${lines}\n`, { mode: 0o700 })
  script('elevate.exe', `printf '%s\\n' "$@" > '${installed}'`)
  script(
    'cmd.exe',
    `file=$(printf '%s' "$*" | sed -n "s/.*LiteralPath '\\([^']*\\)'.*/\\1/p")
printf '{"Status":0,"Path":"%s","SignerCertificate":{"Subject":"CN=${PUBLISHER}"}}' "$file"`
  )
  return { folder, installed }
}

test('a new version is found, can be skipped, and is installed when the app quits', async ({ profileDir }) => {
  const server = await startFeedServer()
  const notes = 'releaseNotes: "<b>Faster</b> lists"\n'
  const feed = server.serve('feed', {
    'latest.yml': text(latest({ version: VERSION, more: notes })),
    [INSTALLER_NAME]: text(INSTALLER)
  })
  const { folder, installed } = makeBuild(feed)
  const app = await startHost({
    entry: join(folder, 'out/main/index.js'),
    packaged: true,
    platform: 'win32',
    args: [`--profile-dir=${profileDir}`],
    env: { LANG: 'en_GB.UTF-8', comspec: join(folder, 'cmd.exe') }
  })
  const { page } = app
  const section = page.locator('section[data-section="updates"]')
  const button = (name: string) => section.getByRole('button', { name })
  const says = (words: string) => expect(section.getByRole('status')).toHaveText(words.replace('{version}', VERSION))

  await test.step('it is looked for when the user asks', async () => {
    await ui.explore(page)
    await page.evaluate(() => (location.hash = '#/settings#updates'))
    await expect(section.getByText(updates.never)).toBeVisible()
    expect(server.asked).toEqual([])
    await button(updates.check).click()
    await says(updates.available)
    await expect(section.getByRole('region')).toHaveText('Faster lists')
    await expect(page.getByRole('link', { name: `Version ${VERSION} available` })).toBeVisible()
  })

  await test.step('a skipped one isn’t mentioned, until that is taken back', async () => {
    await button(updates.skip).click()
    await says(updates.skipped)
    await expect(page.getByRole('link', { name: VERSION })).toHaveCount(0)
    await button(updates.unskip).click()
    await says(updates.available)
  })

  await test.step('it is downloaded, and skipped again at the last moment', async () => {
    await button(updates.install).click()
    await says(updates.ready)
    await button(updates.skip).click()
    await says(updates.skipped)
    await expect.poll(() => existsSync(join(profileDir, 'updates'))).toBe(false)
    await button(updates.unskip).click()
  })

  await test.step('it is installed with the quit', async () => {
    await button(updates.install).click()
    await says(updates.ready)
    expect(existsSync(installed)).toBe(false)
    expect(await app.quit()).toBe(0)
    await expect
      .poll(() => existsSync(installed) && readFileSync(installed, 'utf8'))
      .toBe([join(profileDir, 'updates/download/pending', INSTALLER_NAME), '--updated', '/S', ''].join('\n'))
  })
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
