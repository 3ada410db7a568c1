/**
 * What run.ts does in the bare Debian, as root: installs each package, has an ordinary user try it, and removes it.
 *
 *     node install-and-try.ts RESULTS PACKAGE…
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPIMAGE_HEAD } from '../support/stand-in-runtime.ts'

const [results = '', ...packages] = process.argv.slice(2)
const packageOf = (format: string): string | undefined => packages.find((path) => path.endsWith(`.${format}`))

const USER = { name: 'tester', id: '4321' }
const HOME = `/home/${USER.name}`
const LAUNCHER = '/usr/bin/portside'
const HELPER = '/opt/Portside/chrome-sandbox'

/** What a desktop has and a bare Debian lacks, and what looks at it. Installed after the deb, whose dependencies they would hide. */
const DESKTOP = [
  ...['xvfb', 'openbox', 'dbus-daemon', 'dbus-bin', 'gnome-keyring', 'desktop-file-utils', 'fonts-liberation'],
  ...['xdotool', 'x11-utils', 'rpm', 'squashfs-tools']
]

const count = { passed: 0, failed: 0 }

function report(name: string, problem: string | null): void {
  if (problem === null) count.passed += 1
  else count.failed += 1
  process.stdout.write(`${name}: ${problem ?? 'ok'}\n`)
}

/** @param work returns what is wrong, or null */
function attempt(name: string, work: () => string | null): void {
  let problem: string | null
  try {
    problem = work()
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  report(name, problem)
}

/** @returns its output @throws with its output, if it fails */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}.\n${stdout}${stderr}`)
  return stdout + stderr
}

const apt = (...args: string[]): string =>
  run('apt-get', '-qy', '-o', 'Dpkg::Use-Pty=0', '--no-install-recommends', ...args)

/**
 * A command in a user namespace that has the same users and allows no further ones: to what runs in it, a kernel without them. The
 * machine's own setting isn't touched. The command gets its users before the last `sh`, which has root's rights by that.
 */
const WITHOUT_NAMESPACES = `
set -e
rm -f /run/mapped
mkfifo /run/mapped
last='echo 0 >/proc/sys/user/max_user_namespaces && exec "$@"'
unshare --user sh -c 'read -r _ </run/mapped; last=$1; shift; exec sh -c "$last" sh "$@"' sh "$last" "$@" &
while [ "$(readlink /proc/$!/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do :; done
for map in uid_map gid_map; do echo 0 0 65536 >/proc/$!/$map; done
echo >/run/mapped
wait $!
`
const withoutNamespaces = (...command: string[]): string[] => ['sh', '-c', WITHOUT_NAMESPACES, 'sh', ...command]

interface Place {
  name: string
  program?: string
  options?: string[]
  hasNamespaces?: boolean
}

function checkAsUser({ name, program = LAUNCHER, options = [], hasNamespaces = true }: Place): void {
  const user = ['setpriv', '--reuid', USER.id, '--regid', USER.id, '--clear-groups']
  const environment = ['env', '-i', `HOME=${HOME}`, `PATH=${process.env['PATH'] ?? ''}`, 'LANG=C.UTF-8']
  const check = [process.execPath, join(import.meta.dirname, 'check-installed.ts'), `--name=${name}`]
  const command = [...user, ...environment, ...check, `--pictures=${results}`, ...options, program]
  const [first = '', ...others] = hasNamespaces ? command : withoutNamespaces(...command)
  const { status, stdout } = spawnSync(first, others, {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: HOME,
    encoding: 'utf8'
  })
  process.stdout.write(stdout)
  const passed = stdout.split('\n').filter((line) => line.endsWith(': ok')).length
  count.passed += passed
  if (status !== 0 || passed === 0) count.failed += 1
}

function tryDeb(path: string): void {
  attempt('deb: installed with its dependencies', () => {
    apt('install', path)
    return null
  })
  attempt('deb: every library is there', () => {
    const missing = run('ldd', '/opt/Portside/portside')
      .split('\n')
      .filter((line) => line.includes('not found'))
    return missing.length === 0 ? null : missing.join('; ')
  })
  apt('install', ...DESKTOP)
  checkAsUser({ name: 'deb', options: ['--desktop-file'] })
  tryWhatLacks()
  attempt('deb: removed', () => {
    apt('purge', 'portside')
    return leftOver()
  })
}

/** What the deb says in a system that lacks something. */
function tryWhatLacks(): void {
  checkAsUser({ name: 'deb-without-tray', options: ['--lacking=tray'] })
  const library = run('sh', '-c', 'readlink -f /usr/lib/*/libsecret-1.so.0').trim()
  // dpkg would remove the deb with it.
  run('mv', library, `${library}.away`)
  checkAsUser({ name: 'deb-without-libsecret', options: ['--lacking=libsecret'] })
  run('mv', `${library}.away`, library)
  checkAsUser({ name: 'deb-namespaces-taken-away', options: ['--lacking=namespaces'], hasNamespaces: false })
  attempt('deb-without-namespaces: installed', () => {
    const [shell = '', ...others] = withoutNamespaces('sh', '/var/lib/dpkg/info/portside.postinst', 'configure')
    run(shell, ...others)
    const mode = run('stat', '--format=%a', HELPER).trim()
    return mode === '4755' ? null : `The sandbox's helper has the mode ${mode}.`
  })
  checkAsUser({ name: 'deb-without-namespaces', options: ['--lacking=nothing'], hasNamespaces: false })
}

function leftOver(): string | null {
  const places = ['/opt', '/usr/bin', '/etc', '/etc/apparmor.d', '/usr/share/applications', '/usr/share/metainfo']
  const shared = ['/usr/share/man/man1', '/usr/share/doc', '/usr/share/licenses', '/usr/share/icons/hicolor/48x48/apps']
  const left = [...places, ...shared]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => join(place, name)))
    .filter((path) => /portside/i.test(path))
  return left.length === 0 ? null : `These are left: ${left.join(', ')}.`
}

function tryRpm(path: string): void {
  attempt('rpm: installed', () => {
    // Debian's rpm knows no packages of Debian, so it can't find what the rpm depends on.
    run('rpm', '--install', '--nodeps', path)
    // As Fedora's triggers do.
    run('update-desktop-database')
    return null
  })
  checkAsUser({ name: 'rpm', options: ['--desktop-file'] })
  attempt('rpm: removed', () => {
    run('rpm', '--erase', 'portside')
    return leftOver()
  })
}

function tryAppImage(path: string): void {
  const [folder, image] = [join(HOME, 'unpacked'), join(HOME, 'Portside.AppImage')]
  attempt('AppImage: unpacked', () => {
    run('unsquashfs', '-offset', String(APPIMAGE_HEAD), '-dest', folder, path)
    run('chown', '-R', `${USER.id}:${USER.id}`, folder)
    return null
  })
  // In place of its runtime, which mounts it and says both paths.
  writeFileSync(image, `#!/bin/sh\nAPPIMAGE=${image} APPDIR=${folder} exec ${folder}/AppRun "$@"\n`)
  chmodSync(image, 0o755)
  const options = [`--folder=${folder}`, `--autostart=${image}`, '--without-launcher']
  checkAsUser({ name: 'AppImage', program: image, options })
}

run('useradd', '--create-home', '--uid', USER.id, USER.name)
chmodSync(results, 0o1777)
apt('update')
const [deb, rpm, appImage] = ['deb', 'rpm', 'AppImage'].map(packageOf)
if (deb !== undefined) tryDeb(deb)
if (rpm !== undefined) tryRpm(rpm)
if (appImage !== undefined) tryAppImage(appImage)
const formats = [...new Set(packages.map((path) => path.split('.').at(-1)))].join(', ')
process.stdout.write(
  `${formats}: ${count.passed} checks passed${count.failed === 0 ? '' : `, ${count.failed} failed`}\n`
)
process.exitCode = count.failed === 0 ? 0 : 1
