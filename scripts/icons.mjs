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

/** 16 units square. Template images are black and transparent only: macOS colours them. */
const template = (dot) => `
  <rect x="2" y="2" width="12" height="12" rx="3" fill="none" stroke="#000" stroke-width="1.5"/>
  <path d="M5 2h3v12H5a3 3 0 0 1-3-3V5a3 3 0 0 1 3-3z" fill="#000"/>
  ${dot ? '<circle cx="12.5" cy="12.5" r="3.5" fill="#000"/>' : ''}`

/** Filled, with a light half, so that it shows on light and dark panels alike. */
const coloured = (dot) => `
  <rect x="1" y="1" width="14" height="14" rx="3.5" fill="${TEAL}"/>
  <path d="M4.5 3H8v10H4.5A1.5 1.5 0 0 1 3 11.5v-7A1.5 1.5 0 0 1 4.5 3z" fill="#fff"/>
  ${dot ? `<circle cx="12" cy="12" r="4" fill="${AMBER}" stroke="#fff" stroke-width="1"/>` : ''}`

const pictures = [
  ['tray-template', template(false), 16],
  ['tray-open-template', template(true), 16],
  ['tray', coloured(false), 16],
  ['tray-open', coloured(true), 16]
].flatMap(([name, shape, size]) => [
  [`${name}.png`, shape, size],
  [`${name}@2x.png`, shape, size * 2]
])
pictures.push(['icon.png', coloured(false), 512])

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
  await mkdir(folder, { recursive: true })
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
