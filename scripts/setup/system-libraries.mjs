import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { BROWSER, ELECTRON, FONTS, HEADLESS_BROWSER, KEYCHAIN, NOTIFICATIONS, TESTS, WINDOW_MANAGER } from './needs.mjs'
import { secondsSince } from './run.mjs'
import { SetupError, lastLines, say } from './say.mjs'

/**
 * Puts what is missing of the system in place: with apt when root, else by telling the one command to run. Does nothing
 * on macOS and Windows, which bring it all.
 *
 * `browser`: a browser is needed and none was found. `electron`: its runtime is there and wants its libraries.
 */
export function ensureSystemLibraries({ goal, electron, browser }) {
  if (process.platform !== 'linux' || process.env.PORTSIDE_SKIP_SYSTEM_PACKAGES) return
  const missing = needs({ goal, electron, browser }).filter((need) => !present(need))
  if (missing.length === 0) return
  const names = missing.map((need) => need.file).join(', ')
  if (!onPath('apt-get')) {
    // Elsewhere libraries may live where we don't look, and package names differ: say so, and let the person judge.
    return say(`not found on this system: ${names}. If something fails to start, install these.`)
  }

  installMissing(missing, { isRoot: process.getuid() === 0, apt, offered, release, say })
}

/**
 * Installs the packages with apt when root, and names them first; else it throws the command to run.
 *
 * @param {object[]} missing needs
 * @param {{
 *   isRoot: boolean,
 *   apt: (...args: string[]) => string | null,
 *   offered: (missing: object[]) => Set<string>,
 *   release: () => {id: string, version: number},
 *   say: (line: string) => void
 * }} tools
 */
export function installMissing(missing, { isRoot, apt, offered, release, say }) {
  const names = missing.map((need) => need.file).join(', ')
  const start = Date.now()
  if (isRoot) {
    say(`this system lacks ${names}: looking for their packages …`)
    apt('update') // Fails as a whole when one foreign source does; the install below is what counts.
  }
  const packages = packagesFor(missing, offered(missing), release())
  if (packages.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  if (!isRoot) {
    throw new SetupError(
      `This system lacks: ${names}.`,
      `Run: sudo apt-get update && sudo apt-get ${install.join(' ')}\n(To go on without: PORTSIDE_SKIP_SYSTEM_PACKAGES=1)`
    )
  }
  say(`installing as root: apt-get ${install.join(' ')}`)
  const error = apt(...install)
  if (error !== null) {
    throw new SetupError(
      `apt-get ${install.join(' ')} failed:\n${error}\n`,
      'Check the network and the package sources, then run the command again. (To go on without: PORTSIDE_SKIP_SYSTEM_PACKAGES=1)'
    )
  }
  say(`installed ${packages.length} packages (${secondsSince(start)})`)
}

export const needs = ({ goal, electron, browser }) => [
  ...KEYCHAIN,
  FONTS,
  ...(goal === 'test' ? TESTS : []),
  ...(browser ? [BROWSER] : []),
  ...(browser && goal === 'test' ? [HEADLESS_BROWSER] : []),
  // A browser that doesn't come as a package brings its libraries as little as Electron does.
  ...(electron || browser ? ELECTRON : []),
  ...(electron ? [NOTIFICATIONS] : []),
  ...(electron && goal === 'test' ? [WINDOW_MANAGER] : [])
]

/**
 * One package for each need: the first of its names that the system's package lists offer. Lists that offer none of
 * them are empty or old; then the release tells which name is right. Browsers are left out where they are no packages.
 */
export function packagesFor(missing, isOffered, { id, version }) {
  const renamed = id === 'ubuntu' ? version >= 24.04 : version >= 13
  const chosen = missing.map((need) => {
    const listed = need.packages.find((name) => isOffered.has(name))
    if (listed !== undefined) return listed
    if ([BROWSER, HEADLESS_BROWSER].includes(need) && (isOffered.size > 0 || id !== 'debian')) return null
    return renamed ? need.packages[0] : need.packages.at(-1)
  })
  return [...new Set(chosen.filter((name) => name !== null))]
}

/** Which of the needs' packages can be installed; madison lists real ones only, not names that others stand in for. */
function offered(missing) {
  const names = missing.flatMap((need) => need.packages)
  const { stdout } = spawnSync('apt-cache', ['madison', ...names], { encoding: 'utf8' })
  return new Set(
    (stdout ?? '')
      .split('\n')
      .map((line) => line.split('|')[0].trim())
      .filter(Boolean)
  )
}

function release() {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  const value = (name) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(text)?.[1] ?? ''
  return { id: value('ID'), version: Number(value('VERSION_ID')) }
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

const TRIPLETS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu', arm: 'arm-linux-gnueabihf' }

function present(need) {
  if (need.kind === 'program') return onPath(need.file)
  if (need.kind === 'font') return hasFonts('/usr/share/fonts') || hasFonts('/usr/local/share/fonts')
  const folders = ['/usr/lib64', '/usr/lib', '/lib64', '/lib', ...(process.env.LD_LIBRARY_PATH ?? '').split(':')]
  const triplet = TRIPLETS[process.arch]
  if (triplet) folders.unshift(`/usr/lib/${triplet}`, `/lib/${triplet}`)
  return folders.some((folder) => folder !== '' && existsSync(join(folder, need.file)))
}

const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))

/** Whether there is one outline font anywhere below. */
function hasFonts(folder) {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory() ? hasFonts(join(folder, entry.name)) : /\.(ttf|otf|ttc|pfb)$/i.test(entry.name)
  )
}
