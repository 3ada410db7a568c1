import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Question } from './app/app.ts'
import { copyBuild } from './app/build-copy.ts'
import { startRecorded } from './app/terminal.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const MOST_FILES = 12

const shared = shareApp(({ page }) => ui.explore(page))

test('a start loads at most 12 files before its first data', async () => {
  const { page } = shared
  await expect(ui.products(page).first()).toBeVisible()
  await page.evaluate(() => (location.hash = '#/overview'))
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!/\d products/.test(document.querySelector('main')?.textContent ?? '')) return
      observer.disconnect()
      document.documentElement.dataset['firstData'] = String(performance.now())
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
  })
  // What a refresh brings would make the page ask again, and files that come later would load before its first data.
  await ui.atRest(page)
  await page.reload()
  await page.waitForFunction(() => document.documentElement.dataset['firstData'] !== undefined)
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < Number(document.documentElement.dataset['firstData']))
      .map(({ name }) => name)
  )
  expect(files.filter((name) => name.endsWith('.js'))).not.toEqual([])
  // And the document.
  expect(files.length + 1).toBeLessThanOrEqual(MOST_FILES)
})

/** Without the font's preload the first frame has a system font; without `blocking` an empty frame comes before it. */
test('the first frame waits for the script, and the Latin font is preloaded', async () => {
  const { page } = shared
  await page.reload()
  await expect(page.getByText(/\d products/).first()).toBeVisible()
  const start = await page.evaluate(async () => {
    await document.fonts.ready
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const fonts = files.filter(({ name }) => name.endsWith('.woff2'))
    // While the sample's Plzeň or Łódź is on screen, the style sheet asks for another of Inter's files.
    const early = fonts.filter(
      ({ name, initiatorType }) => initiatorType === 'link' || name.includes('/inter-latin-wght-')
    )
    return {
      fonts: early.map(({ name, initiatorType }) => [/inter-[\w-]+-wght/.exec(name)?.[0], initiatorType]),
      blocking: Array.from(document.scripts, ({ attributes }) => attributes.getNamedItem('blocking')?.value)
    }
  })
  expect(start).toEqual({ fonts: [['inter-latin-wght', 'link']], blocking: ['render'] })
})

/** V8 finds an error's line by parsing the whole script again, which takes 30 ms (src/renderer/src/initScrollPositions.ts). */
test('the page’s start throws no error, not even one that is caught', async () => {
  const { page } = shared
  const session = await page.context().newCDPSession(page)
  const thrown: (string | undefined)[] = []
  session.on('Debugger.paused', ({ data }) => {
    thrown.push((data as { description?: string } | undefined)?.description)
    void session.send('Debugger.resume')
  })
  await session.send('Debugger.enable')
  await session.send('Debugger.setPauseOnExceptions', { state: 'all' })
  // As in a first start of the window.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(
    ui
      .products(page)
      .or(page.getByText(/\d products/))
      .first()
  ).toBeVisible()
  await session.detach()
  expect(thrown).toEqual([])
})

/** On macOS, keys such as Cmd+Q and Cmd+V work only through a menu. Roles bring them. */
test('the first window has a menu from its start', async () => {
  const roles = await shared.app.evaluate(
    () =>
      (globalThis as typeof globalThis & { portsideSeen: { rolesAtFirstWindow: string[] } }).portsideSeen
        .rolesAtFirstWindow
  )
  expect(roles).toEqual(expect.arrayContaining(['filemenu', 'editmenu']))
})

test('a damaged start says so and ends, however many of the app’s files are damaged: its window is open already', async ({
  launch,
  profileDir,
  started
}) => {
  const build = copyBuild()
  for (const file of build.files('main', 'app')) writeFileSync(file, 'cut o')
  const first = await launch({ entry: build.folder, hidden: true, holdsDialogs: true })
  const dialog = async (): Promise<Question | undefined> => (await first.openDialogs())[0]
  await expect.poll(dialog).toMatchObject({ message: words.crash.start.title })
  await first.answerDialog(words.crash.details)
  await expect.poll(async () => (await dialog())?.detail).toMatch(/^SyntaxError$[^]*^Portside /m)
  await first.answerDialog(words.crash.copy)
  await expect.poll(async () => (await dialog())?.detail).toContain(words.crash.copied)
  expect(await first.copied()).toMatch(/^SyntaxError$[^]*^Electron /m)
  await first.answerDialog(words.crash.quit)
  expect(await first.exited).toBe(1)

  for (const file of build.files('main', 'translate')) rmSync(file)
  const { exitCode, stderr } = await started(startRecorded({ profileDir, entry: build.folder })).printed
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining('Portside: Portside couldn’t start. Install it again.')
  ])
  build.remove()
})

test('a page that asks for its route again and again doesn’t keep menu and refresh from starting', async ({
  launch
}) => {
  const build = copyBuild()
  const asks = '\nsetInterval(() => void window.portside?.app.takeRoute(), 20)\n'
  for (const file of build.files('renderer/assets', 'index')) if (file.endsWith('.js')) appendFileSync(file, asks)
  const app = await launch({ entry: build.folder })
  await expect.poll(async () => (await app.menu()).map(({ label }) => label)).toContain(words.tray.menu.accounts)
  await app.quit()
  build.remove()
})
