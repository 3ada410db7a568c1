/**
 * Draws the app's icons as PNG files: `node scripts/icons.mjs`. Run by hand when the mark changes; its output is committed.
 * The mark is a square whose left half is filled: port side.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './setup/chromium.mjs'

const folder = join(import.meta.dirname, '../src/main/desktop/icons')
const TEAL = '#0f766e'
const AMBER = '#f59e0b'

/** Where the dot is, and a gap around it: the mark is seen by its shape, not only by its colour. */
const GAP =
  '<mask id="gap"><rect width="16" height="16" fill="#fff"/><circle cx="12" cy="12" r="4.75" fill="#000"/></mask>'
const dotted = (shape, dot) => `${GAP}<g mask="url(#gap)">${shape}</g><circle cx="12" cy="12" r="3.5" ${dot}/>`

/** 16 units square, of one colour. Template images are black and transparent only: macOS colours them. */
const glyph = (ink) => `
  <rect x="1.75" y="1.75" width="12.5" height="12.5" rx="3" fill="none" stroke="${ink}" stroke-width="1.5"/>
  <path d="M4.5 1.5H8v13H4.5a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3z" fill="${ink}"/>`

/** Filled, with a light half. */
const coloured = `
  <rect x="1" y="1" width="14" height="14" rx="3.5" fill="${TEAL}"/>
  <path d="M4.5 3H8v10H4.5A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3z" fill="#fff"/>`

/** What colour a panel of Linux has is not told: light inside a dark edge inside a light one, so it shows on all. */
const anywhere = `
  <rect x="0.5" y="0.5" width="15" height="15" rx="4" fill="#fff" fill-opacity="0.85"/>
  <rect x="1.25" y="1.25" width="13.5" height="13.5" rx="3.25" fill="${TEAL}"/>
  <path d="M4.75 3H8v10H4.75A1.75 1.75 0 0 1 3 11.25v-6.5A1.75 1.75 0 0 1 4.75 3z" fill="#fff"/>`

const WHITE = '#fff'
const BLACK = '#1c1c1c'
const pictures = [
  // macOS
  ['tray-template', glyph('#000'), 16],
  ['tray-open-template', dotted(glyph('#000'), 'fill="#000"'), 16],
  // Linux
  ['tray', anywhere, 16],
  ['tray-open', dotted(anywhere, `fill="${AMBER}" stroke="${BLACK}" stroke-width="0.75"`), 16],
  // Windows, by the colour of the taskbar
  ['tray-on-dark', glyph(WHITE), 16],
  ['tray-open-on-dark', dotted(glyph(WHITE), `fill="${AMBER}"`), 16],
  ['tray-on-light', glyph(BLACK), 16],
  ['tray-open-on-light', dotted(glyph(BLACK), 'fill="#b45309"'), 16]
].flatMap(([name, shape, size]) => [
  [`${name}.png`, shape, size],
  [`${name}@2x.png`, shape, size * 2]
])
pictures.push(['icon.png', coloured, 512])
// Sizes of the hicolor icon theme. Each is drawn, because an icon that a desktop scales down is blurred.
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) pictures.push([`linux/${size}x${size}.png`, coloured, size])

const executablePath = findChromium()
if (executablePath === null) {
  process.stderr.write('icons: no Chromium was found; name one in PORTSIDE_CHROMIUM.\n')
  process.exit(1)
}
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : []
})
try {
  await mkdir(join(folder, 'linux'), { recursive: true })
  for (const [name, shape, size] of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<style>body{margin:0}svg{display:block}</style><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="${size}" height="${size}">${shape}</svg>`
    )
    await writeFile(join(folder, name), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
