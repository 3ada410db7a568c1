/**
 * What the app and its tests need of a Debian-like system.
 *
 *     sudo node scripts/setup/debian-packages.mjs   # all that the tests need; the tests then run as a normal user, as in CI
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

/**
 * When, the library, program or font that shows that it is there, and the package that brings it, as a dependency of Debian. Names from
 * before Debian 13 and Ubuntu 24.04 still work there, except for libasound2.
 */
const PACKAGES = [
  // keytar loads it when the app runs.
  ['always', 'libsecret-1.so.0', 'libsecret-1-0'],
  // Without one, pictures and widths are of empty boxes.
  ['always', 'a font', 'fonts-liberation'],
  // What Electron's program is linked against and a bare server lacks, and so is a Chromium that doesn't come as a package.
  ['always', 'libgtk-3.so.0', 'libgtk-3-0'],
  ['always', 'libnss3.so', 'libnss3'],
  ['always', 'libgbm.so.1', 'libgbm1'],
  ['always', 'libasound.so.2', 'libasound2t64 | libasound2'],
  ['always', 'libatk-bridge-2.0.so.0', 'libatk-bridge2.0-0'],
  ['always', 'libcups.so.2', 'libcups2'],
  ['always', 'libdrm.so.2', 'libdrm2'],
  ['always', 'libxkbcommon.so.0', 'libxkbcommon0'],
  ['always', 'libXcomposite.so.1', 'libxcomposite1'],
  ['always', 'libXdamage.so.1', 'libxdamage1'],
  ['always', 'libXrandr.so.2', 'libxrandr2'],
  // Electron loads it for notifications, and is silent where it is missing.
  ['always', 'libnotify.so.4', 'libnotify4'],
  // display.mjs
  ['screen', 'Xvfb', 'xvfb'],
  ['tests', 'openbox', 'openbox'],
  // Keys and windows outside of what a driver reaches (test/support/screen.ts).
  ['tests', 'xdotool', 'xdotool'],
  // A keychain on a bus of its own.
  ['tests', 'dbus-daemon', 'dbus-daemon | dbus'],
  ['tests', 'dbus-send', 'dbus-bin | dbus'],
  ['tests', 'gnome-keyring-daemon', 'gnome-keyring'],
  // The proxy of test/e2e/proxy.spec.ts, which is skipped without it.
  ['tests', 'tinyproxy', 'tinyproxy-bin | tinyproxy'],
  // Windows' installer and the stores' description, whose tests are skipped without these.
  ['tests', 'makensis', 'nsis'],
  ['tests', 'appstreamcli', 'appstream'],
  // For test/unit/packaging/workflows.test.ts, a part of which is skipped without it.
  ['tests', 'shellcheck', 'shellcheck'],
  // test/unit/packaging/linux-packages.test.ts builds rpm and AppImage with them, and skips each where its tool is missing.
  ['tests', 'rpmbuild', 'rpm'],
  ['tests', 'file', 'file'],
  ['tests', 'cpio', 'cpio'],
  ['tests', 'mksquashfs', 'squashfs-tools'],
  ['tests', 'desktop-file-validate', 'desktop-file-utils'],
  // For pictures in Chinese.
  ['tests', 'a Chinese font', 'fonts-wqy-microhei'],
  // Ubuntu has browsers only as snaps, so its lists offer no such package.
  ['browser', 'chromium-headless-shell', 'chromium-headless-shell | chromium']
].map(([when, file, name]) => ({ when, file, name }))

/**
 * Installs what is missing with apt when root, else throws the command to run. Does nothing on macOS and Windows, which bring it all.
 *
 * @param {Needs} needs
 */
export function ensureDebianPackages(needs) {
  if (process.platform !== 'linux' || process.env.PORTSIDE_SKIP_SYSTEM_PACKAGES) return
  const missing = needed(needs).filter(({ file }) => !isPresent(file))
  if (missing.length === 0) return
  if (onPath('apt-get')) return installMissing(missing, { isRoot: process.getuid() === 0, apt, say })
  // Elsewhere libraries may live in other folders, and package names differ, so the user has to judge.
  say(`not found here: ${missing.map(({ file }) => file).join(', ')}. If something fails to start, install these.`)
}

/**
 * @typedef {object} Needs
 * @property {'start' | 'test'} goal
 * @property {boolean} screen a window can't open here
 * @property {boolean} browser the tests' browser wasn't found
 */

/** @param {Needs} needs @returns {{ when: string, file: string, name: string }[]} the rows that apply */
export function needed({ goal, screen, browser }) {
  const applies = { always: true, screen: screen || goal === 'test', tests: goal === 'test', browser }
  return PACKAGES.filter(({ when }) => applies[when])
}

/** @param {{ isRoot: boolean, apt: (...args: string[]) => string | null, say: (line: string) => void }} tools */
export function installMissing(missing, { isRoot, apt, say }) {
  const start = Date.now()
  const lacks = `this system lacks ${missing.map(({ file }) => file).join(', ')}`
  if (isRoot) {
    say(`${lacks}: looking for their packages …`)
    apt('update') // Fails as a whole when one foreign source does, so its result doesn't count.
  }
  const install = (rows) => ['satisfy', '-y', '--no-install-recommends', ...new Set(rows.map(({ name }) => name))]
  // Where no list offers a browser, Playwright has one.
  const [browsers, others] = [true, false].map((wanted) =>
    missing.filter(({ when }) => (when === 'browser') === wanted)
  )
  if (isRoot && browsers.length > 0) apt(...install(browsers))
  if (others.length === 0) return
  const shown = install(others).map((arg) => (arg.includes(' ') ? `'${arg}'` : arg))
  if (isRoot) say(`installing as root: apt-get ${shown.join(' ')}`)
  const error = isRoot ? apt(...install(others)) : 'only root can install them.'
  if (error === null) return say(`installed what was missing (${secondsSince(start)})`)
  throw new SetupError(
    `${lacks}: ${error}`,
    `Run: sudo apt-get update && sudo apt-get ${shown.join(' ')}\n(To go on without: PORTSIDE_SKIP_SYSTEM_PACKAGES=1)`
  )
}

/** null when it worked, else the last lines that it printed. */
function apt(...args) {
  const { status, stdout, stderr, error } = spawnSync('apt-get', ['-q', ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  })
  return status === 0 ? null : lastLines(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`, 8)
}

/** What the dynamic linker knows, asked once. */
let libraries

function isPresent(file) {
  if (file === 'a font') return FONT_FOLDERS.some((folder) => hasFonts(folder, /./))
  if (file === 'a Chinese font') return FONT_FOLDERS.some((folder) => hasFonts(folder, CHINESE_FONTS))
  if (!file.includes('.so')) return onPath(file)
  libraries ??= spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' }).stdout ?? ''
  const folders = (process.env.LD_LIBRARY_PATH ?? '').split(delimiter).filter(Boolean)
  return libraries.includes(`\t${file} `) || folders.some((folder) => existsSync(join(folder, file)))
}

const onPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

const FONT_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts']
const CHINESE_FONTS = /wqy|cjk|hans|sourcehansans|uming|ukai/i

/** Whether there is an outline font of such a name anywhere below. */
function hasFonts(folder, name) {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? hasFonts(join(folder, entry.name), name)
      : /\.(ttf|otf|ttc|pfb)$/i.test(entry.name) && name.test(entry.name)
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  ensureDebianPackages({ goal: 'test', screen: true, browser: false })
