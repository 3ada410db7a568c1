/**
 * `npm run walk` (the second half of `npm run tour`): walks through the built app and writes what it looks like to tour/.
 * Needs no display, no account and no network: the app runs in the stand-in host, the platform is the sample one on a
 * loopback socket. It is the smoke test of a machine without a screen: a step that can't be done ends it with that step's
 * name.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isFresh } from './build/out.mjs'
import { ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'
import { keyringAtHand, withKeyring } from './walk/keyring.mjs'

const FOLDER = join(ROOT, 'tour')
const SIZE = [1280, 800]

requirePinnedNode()
process.exitCode = keyringAtHand() ? await withKeyring(import.meta.filename) : await tour()

async function tour() {
  // Loaded here and not above: an older Node can't read them, and should get to say so.
  const { startHost } = await import('../test/host/client.ts')
  const { startPlatform } = await import('../test/support/platform-server.ts')
  const { createSandbox } = await import('../src/sandbox/index.ts')
  const { steps } = await import('./walk/steps.mjs')
  if (!isFresh() && (await build({ quiet: true })) !== 0) return 1
  mkdirSync(FOLDER, { recursive: true })
  for (const name of readdirSync(FOLDER)) if (/^\d{2,3}-.*\.png$/.test(name)) rmSync(join(FOLDER, name))

  const profile = mkdtempSync(join(tmpdir(), 'portside-tour-'))
  const platform = await startPlatform({ fetch: createSandbox({ drift: true }) })
  const start = async () => {
    const started = await startHost({
      entry: join(ROOT, 'out', 'main', 'index.js'),
      env: { PORTSIDE_PROFILE_DIR: profile, LANG: 'en_GB.UTF-8' }
    })
    started.page.setDefaultTimeout(10_000)
    return started
  }
  let app = await start()
  let step = 'start'
  let count = 0
  const picture = async (name, what, busy) => {
    await settle(app.page, busy)
    const file = `${String(++count).padStart(3, '0')}-${name}.png`
    await app.page.screenshot({ path: join(FOLDER, file), animations: 'disabled', caret: 'hide' })
    process.stdout.write(`tour/${file}  ${what}\n`)
  }
  const resize = async (width, height) => {
    await app.ask('resize', width, height)
    await app.page.waitForFunction((asked) => globalThis.innerWidth === asked, width)
  }
  try {
    for (const { name, size = SIZE, before, go, what, also = [], busy = false } of steps) {
      step = name
      if (before) {
        await app.quit()
        await before(platform)
        app = await start()
      }
      await resize(...size)
      await go(app.page, platform, app)
      await picture(name, what, busy)
      if (also.includes('small')) {
        await resize(800, 500)
        await picture(`${name}-small`, 'the same at 800 × 500')
        await resize(...size)
      }
      if (also.includes('dark')) {
        await app.ask('systemDark', true)
        await picture(`${name}-dark`, 'the same, dark')
        await app.ask('systemDark', false)
      }
    }
    return 0
  } catch (error) {
    await app.page.screenshot({ path: join(FOLDER, `${String(count + 1).padStart(3, '0')}-failed.png`) })
    process.stderr.write(`tour: the step "${step}" failed: ${error.message}\n${app.output()}`)
    return 1
  } finally {
    await app.quit()
    await platform.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

/**
 * Pictures are loaded, nothing is being fetched, and what was resized is painted anew.
 * @param busy something is, which is what is to be seen
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
