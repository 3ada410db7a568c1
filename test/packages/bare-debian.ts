/**
 * A bare Debian, in which a package finds nothing that somebody once installed: mmdebstrap makes it once, and each run gets a copy in
 * memory that is gone afterwards. Needs root.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../support/linux-packages.ts'
import { PROJECT } from '../support/packaging.ts'

/** Beside the archive of the test runtime, so that a second clone needs no download. */
const CACHE = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'portside')

/** Where the folder of the project, read-only, and the folder of the results are in it. */
export const PLACES = { project: '/project', results: '/results' } as const

/** Why there can't be one here; null: there can. */
export function reasonAgainst(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it needs Linux on x64'
  if (process.getuid?.() !== 0) return 'a bare Debian is made by root'
  const missing = ['mmdebstrap', 'unshare', 'dpkg-deb'].filter((name) => findProgram(name) === null)
  return missing.length === 0 ? null : `${missing.join(' and ')} isn’t installed`
}

/**
 * The shell script that enters the system: `unshare` runs it in new namespaces, so its mounts and processes end with it. It calls
 * pivot_root instead of chroot, because in a chroot the kernel gives no user the namespaces that Chromium's sandbox is made of.
 */
const ENTER = `
set -e
base=$1 place=$2 project=$3 results=$4 archives=$5; shift 5
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$place"
root=$place/root
mkdir "$root" "$place/upper" "$place/work"
mount -t overlay -o "lowerdir=$base,upperdir=$place/upper,workdir=$place/work" overlay "$root"
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
for folder in tmp run; do mount -t tmpfs tmpfs "$root/$folder"; done
chmod 1777 "$root/dev/shm" "$root/tmp"
mkdir -p "$root/project" "$root/results" "$root/var/cache/apt/archives"
mount --rbind "$project" "$root/project"
mount -o remount,bind,ro "$root/project"
mount --bind "$results" "$root/results"
mount --bind "$archives" "$root/var/cache/apt/archives"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mkdir "$root/old"
cd "$root"
pivot_root . old
cd /
umount -l /old
rmdir /old
exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
`

/** @returns the folder of the system that each run starts with */
export function prepareDebian(): string {
  const { VERSION_CODENAME: release = 'stable' } = Object.fromEntries(
    readFileSync('/etc/os-release', 'utf8')
      .split('\n')
      .map((line) => line.split('=') as [string, string])
  )
  const folder = join(CACHE, `bare-debian-${release}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const place = mkdtempSync(`${folder}-`)
  const sources = globSync('/etc/apt/sources.list.d/debian.sources')
  const { status, stderr } = spawnSync('mmdebstrap', ['--variant=minbase', release, place, ...sources], {
    encoding: 'utf8'
  })
  if (status !== 0) throw new Error(`mmdebstrap made no system.\n${stderr}`)
  // How this machine reaches its packages. Not what Docker's images have there, which removes each package after its installation.
  for (const path of globSync('/etc/apt/apt.conf.d/99*')) cpSync(path, join(place, path))
  renameSync(place, folder)
  return folder
}

/** Runs a command in a fresh copy, as root. Its output is this process'. @returns its exit code */
export async function runInDebian(system: string, results: string, command: string[]): Promise<number> {
  const place = mkdtempSync(join(tmpdir(), 'portside-debian-'))
  const archives = join(CACHE, 'bare-debian-archives')
  mkdirSync(archives, { recursive: true })
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--ipc', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh'],
      ...[system, place, PROJECT, results, archives, ...command]
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] }
  )
  // It passes over SIGTERM. What runs in it ends with it.
  const kill = (): void => void child.kill('SIGKILL')
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, kill)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    })
  } finally {
    for (const signal of signals) process.off(signal, kill)
    rmSync(place, { recursive: true })
  }
}
