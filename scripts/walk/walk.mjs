/** Drives the built app through steps in the stand-in host and takes a picture of each. Needs no display and no network. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createSampleApi } from '../../src/sample/index.ts'
import { startHost } from '../../test/host/client.ts'
import { startApiServer } from '../../test/support/api-server.ts'
import { ROOT } from '../setup/paths.mjs'

const SIZE = [1280, 800]
/** Further sizes of a step's picture, by their name in its `also`. */
const ALSO = { small: [800, 500], wide: [1920, 1080] }
/** 800 × 500 with text at 200 %: fewer CSS pixels of twice the size. */
const ZOOMED = { width: 400, height: 250, deviceScaleFactor: 2, mobile: false }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * @param options.name of the command, for the sentence that says which step failed
 * @param options.steps as in steps.mjs
 * @param options.folder for the pictures; those of an earlier walk are removed
 * @param options.env further variables for the app
 * @param options.timeout milliseconds that a step may wait for one thing
 * @returns the exit code: 0, 1 when a step failed, 128 and its number after a signal
 */
export async function walk({ name: command, steps, folder, env = {}, timeout = 10_000 }) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (/^\d{2,3}-.*\.png$/.test(name)) rmSync(join(folder, name))

  const profile = mkdtempSync(join(tmpdir(), `portside-${command}-`))
  const api = await startApiServer({ fetch: createSampleApi({ drift: true }) })
  let app = null
  const start = async () => {
    app = await startHost({
      entry: join(ROOT, 'out', 'main', 'index.js'),
      env: { PORTSIDE_PROFILE_DIR: profile, LANG: 'en_GB.UTF-8', LC_ALL: '', LC_MESSAGES: '', ...env }
    })
    app.page.setDefaultTimeout(timeout)
  }

  let signal = null
  const interrupt = (received) => {
    signal ??= received
    app?.kill()
  }
  for (const each of SIGNALS) process.on(each, interrupt)

  let step = 'start'
  let count = 0
  const screenshot = (path) => app.page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  const picture = async (name, what, busy, take = screenshot) => {
    await settle(app.page, busy)
    const path = join(folder, `${String(++count).padStart(3, '0')}-${name}.png`)
    await take(path)
    process.stdout.write(`${relative(ROOT, path)}  ${what}\n`)
  }
  const resize = async (width, height) => {
    await app.ask('resize', width, height)
    await app.page.waitForFunction((asked) => globalThis.innerWidth === asked, width)
  }
  try {
    await start()
    for (const { name, size = SIZE, before, go, what, also = [], busy = false } of steps) {
      if (signal !== null) break
      step = name
      if (before) {
        await app.quit()
        await before(api)
        await start()
      }
      await resize(...size)
      await go(app.page, api, app)
      await picture(name, what, busy)
      for (const [more, [width, height]] of Object.entries(ALSO)) {
        if (!also.includes(more)) continue
        await resize(width, height)
        await picture(`${name}-${more}`, `the same at ${width} × ${height}`)
        await resize(...size)
      }
      if (also.includes('zoomed')) {
        const devtools = await app.page.context().newCDPSession(app.page)
        await devtools.send('Emulation.setDeviceMetricsOverride', ZOOMED)
        // Playwright's own screenshots have one pixel for each of the page's.
        await picture(`${name}-zoomed`, 'the same at 800 × 500, text at 200 %', false, async (path) => {
          const { data } = await devtools.send('Page.captureScreenshot')
          writeFileSync(path, data, 'base64')
        })
        await devtools.detach()
        await resize(...size)
      }
      if (also.includes('dark')) {
        await app.ask('systemDark', true)
        await picture(`${name}-dark`, 'the same, dark')
        await app.ask('systemDark', false)
      }
      if (also.includes('forced')) {
        for (const colorScheme of ['light', 'dark']) {
          await app.page.emulateMedia({ forcedColors: 'active', colorScheme })
          await picture(`${name}-forced-${colorScheme}`, `the same in forced colours, ${colorScheme}`)
        }
        await app.page.emulateMedia({ forcedColors: null, colorScheme: null })
      }
    }
  } catch (error) {
    if (signal === null) {
      process.stderr.write(`${command}: the step "${step}" failed: ${error.message}\n${app?.output() ?? ''}`)
      await app?.page
        .screenshot({ path: join(folder, `${String(count + 1).padStart(3, '0')}-failed.png`) })
        .catch(() => undefined)
      return 1
    }
  } finally {
    await app?.quit()
    await api.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    for (const each of SIGNALS) process.off(each, interrupt)
  }
  return signal === null ? 0 : 128 + constants.signals[signal]
}

/**
 * Pictures are loaded, nothing is being fetched, and what was resized is painted anew.
 * @param busy true for a picture of a fetch under way, which is not waited for
 */
async function settle(page, busy = false) {
  await page.waitForFunction((anything) => {
    const pictures = [...document.images].every((picture) => picture.complete)
    return pictures && (anything || !document.querySelector('[role="progressbar"], [aria-busy="true"]'))
  }, busy)
  await page.evaluate(() => {
    const { requestAnimationFrame: frame } = globalThis
    return new Promise((done) => frame(() => frame(done)))
  })
}
