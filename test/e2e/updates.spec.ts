/** The built app with an update feed. What Windows and macOS install is proven in test/integration/desktop/updates. */
import { writeFileSync } from 'node:fs'
import { latest, startFeedServer, text } from '../integration/desktop/updates/feed-server.ts'
import { copyBuild } from './app/build-copy.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  settings: { updates }
} = words
const VERSION = '9.1.0'
const PAGE = 'https://example.com/releases'
/** As electron-builder names them. */
const { feedFile, file } = {
  win32: { feedFile: 'latest.yml', file: 'a.exe' },
  darwin: { feedFile: 'latest-mac.yml', file: 'a.zip' }
}[process.platform as string] ?? {
  feedFile: process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`,
  file: 'a.AppImage'
}

test('a new version is looked for when the user asks, and its page opened', async ({ launch }) => {
  const server = await startFeedServer()
  const release = latest({
    version: VERSION,
    url: file,
    more: 'releaseNotes: "<b>Faster</b> lists"\n'
  })
  const url = server.serve('feed', { [feedFile]: text(release) })
  const build = copyBuild()
  const [buildFeed] = build.files('main', 'update-feed.json')
  writeFileSync(buildFeed!, JSON.stringify({ url, page: PAGE, publisher: null }))
  const app = await launch({ entry: build.folder })
  const { page } = app
  const section = page.locator('section[data-section="updates"]')
  const says = (words: string) => expect(section.getByRole('status')).toHaveText(say(words, { version: VERSION }))

  await test.step('nobody is asked before', async () => {
    await ui.openDifficultSample(page)
    await page.evaluate(() => (location.hash = '#/settings#updates'))
    await expect(section.getByText(updates.never)).toBeVisible()
    expect(server.asked).toEqual([])
  })

  await test.step('it is found, with its notes as plain text', async () => {
    await ui.button(section, updates.check).click()
    await says(updates.available)
    await expect(section.getByRole('region')).toHaveText('Faster lists')
    await expect(page.getByRole('link', { name: `Version ${VERSION} available` })).toBeVisible()
    expect(server.asked).toEqual([`/feed/${feedFile}`])
  })

  await test.step('this copy can’t install it, so its page is opened', async () => {
    await expect(ui.button(section, updates.install)).toHaveCount(0)
    await ui.button(section, say(updates.open, { host: new URL(PAGE).host })).click()
    await expect.poll(() => app.opened()).toEqual([PAGE])
  })
  expect(await app.quit()).toBe(0)
  build.remove()
  await server.stop()
})
