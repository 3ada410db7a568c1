import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER } from '../../../scripts/packaging/owner.mjs'
import { DEEP } from '../../support/depth.ts'
import {
  buildLinuxPackages,
  canBuild,
  findProgram,
  run,
  type LinuxFormat,
  type LinuxPackage,
  type LinuxPackages
} from '../../support/linux-packages.ts'
import { targetsOf } from '../../support/native-files.ts'
import { PROJECT } from '../../support/packaging.ts'
import { APPIMAGE_HEAD, type LinuxArch } from '../../support/stand-in-runtime.ts'

/** A package of electron-builder's, not of ours. */
const asar = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'))(
  '@electron/asar'
) as {
  listPackage: (archive: string, options: { isPack: boolean }) => string[]
  statFile: (archive: string, path: string) => { files?: object }
}

const FORMATS = ['deb', 'rpm', 'AppImage'] as const
const ICON_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
const LINUX = join(PROJECT, 'scripts/packaging/linux')
const ZSH = { deb: 'vendor-completions', rpm: 'site-functions' }

/** What the tools report of the stand-in's programs and not of Electron's. */
const OF_STAND_IN = /statically-linked-binary|position-independent-executable-suggested|missing-PT_GNU_STACK-section/

const text = (path: string): string => readFileSync(path, 'utf8')
const has = (program: string): boolean => findProgram(program) !== null
/** Both streams: rpmlint and lintian exit with an error for what they report. */
const reportOf = (program: string, ...args: string[]): string => {
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw error
  return stdout + stderr
}

interface Built {
  found: LinuxPackage
  /** The folder that is / to the package. */
  root: string
}

describe.runIf(process.platform === 'linux').each(['x64', 'arm64'] as const)('the packages for %s', (arch) => {
  let packages: LinuxPackages
  const unpacked = new Map<LinuxFormat, Built>()

  beforeAll(async () => {
    packages = await buildLinuxPackages({ arch, formats: FORMATS, small: DEEP })
    for (const found of packages.packages) unpacked.set(found.format, { found, root: packages.unpack(found) })
  }, 240_000)
  afterAll(() => packages.remove())

  function built(format: LinuxFormat): Built {
    const one = unpacked.get(format)
    if (!one) throw new Error(`No ${format} was built.`)
    return one
  }

  describe.each(FORMATS)('%s', (format) => {
    const needed = { deb: 'dpkg-deb', rpm: 'rpmbuild', AppImage: 'squashfs-tools' }[format]
    const check = (name: string, body: () => void) =>
      it.skipIf(!canBuild(format))(`${name} (skipped without ${needed})`, body)
    const app = format === 'AppImage' ? '' : 'opt/Portside/'

    check('is for the architecture that its name says, and so is each program in it', () => {
      const { found, root } = built(format)
      expect(architectureOf(found)).toBe(ARCHITECTURES[format][arch])
      expect(basename(found.path)).toBe(NAMES[format][arch])
      const programs = programsIn(root)
      expect([...programs.keys()]).toEqual(expect.arrayContaining([`${app}portside`, `${app}${addonOf(arch)}`]))
      expect([...programs].filter(([, target]) => target !== `linux-${arch}`)).toEqual([])
    })

    check('gives all files to root, which alone may change them, and runs nothing as root', () => {
      const { files } = built(format).found
      const modes = [...files].map(([path, { mode, owner }]) => ({ path, mode, owner }))
      expect(modes.filter(({ owner }) => owner !== 'root:root')).toEqual([])
      // An AppImage has two links to its icon.
      expect(modes.filter(({ mode }) => !/^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx)$/.test(mode))).toEqual([])
      const programs = modes.filter(({ mode }) => mode === '-rwxr-xr-x').map(({ path }) => path)
      expect(programs.toSorted()).toEqual(
        [
          ...['chrome-sandbox', 'chrome_crashpad_handler', 'portside'].map((name) => `${app}${name}`),
          format === 'AppImage' ? 'AppRun' : 'usr/bin/portside'
        ].toSorted()
      )
    })

    check('has the icon in each size of the icon theme', () => {
      const { root } = built(format)
      const sizes = ICON_SIZES.map((size) => {
        const icon = readFileSync(join(root, `usr/share/icons/hicolor/${size}x${size}/apps/portside.png`))
        return [icon.readUInt32BE(16), icon.readUInt32BE(20)]
      })
      expect(sizes).toEqual(ICON_SIZES.map((size) => [size, size]))
    })

    check('has a desktop file that starts the app with its sandbox and gives it the opened link', () => {
      const entry = text(join(built(format).root, DESKTOP_FILES[format]))
      expect(entry).toContain(`\nExec=${format === 'AppImage' ? 'AppRun' : '/opt/Portside/portside'} %U\n`)
      expect(entry).toContain('\nMimeType=x-scheme-handler/portside;\n')
      expect(entry).toContain('\nIcon=portside\n')
    })

    it.skipIf(!canBuild(format) || !has('desktop-file-validate'))(
      `has a desktop file without errors (skipped without ${needed} or desktop-file-validate)`,
      () => expect(reportOf('desktop-file-validate', join(built(format).root, DESKTOP_FILES[format]))).toBe('')
    )
  })

  describe.each(['deb', 'rpm'] as const)('%s', (format) => {
    const check = (name: string, body: () => void) =>
      it.skipIf(!canBuild(format))(`${name} (skipped without ${format === 'deb' ? 'dpkg-deb' : 'rpmbuild'})`, body)

    check('has the launcher, the man page and the completions where the system looks for them', () => {
      const { root } = built(format)
      expect(text(join(root, 'usr/bin/portside'))).toBe(text(join(LINUX, 'portside')))
      expect(gunzipSync(readFileSync(join(root, 'usr/share/man/man1/portside.1.gz'))).toString()).toMatch(/^\.TH PORTS/)
      expect(text(join(root, 'usr/share/bash-completion/completions/portside'))).toContain('complete -F _portside')
      expect(text(join(root, `usr/share/zsh/${ZSH[format]}/_portside`))).toMatch(/^#compdef portside\n/)
    })

    check('has nothing else outside of its folder', () => {
      const paths = [...built(format).found.files].filter(([, { mode }]) => mode.startsWith('-')).map(([path]) => path)
      const outside = paths.filter(
        (path) =>
          !/^(opt\/Portside\/|usr\/share\/(icons\/hicolor|doc\/portside|metainfo|licenses\/portside)\/)/.test(path)
      )
      expect(outside.toSorted()).toEqual([
        'usr/bin/portside',
        'usr/share/applications/portside.desktop',
        'usr/share/bash-completion/completions/portside',
        'usr/share/man/man1/portside.1.gz',
        `usr/share/zsh/${ZSH[format]}/_portside`
      ])
    })

    check('runs our scripts, and has an AppArmor profile for its program', () => {
      const { found, root } = built(format)
      expect(scriptsOf(found)).toEqual([
        text(join(LINUX, 'after-install.sh')).trim(),
        text(join(LINUX, 'after-remove.sh')).trim()
      ])
      const profile = text(join(root, 'opt/Portside/resources/apparmor-profile'))
      expect(profile).toContain('profile "portside" "/opt/Portside/portside" flags=(unconfined) {\n  userns,')
    })

    check('names the owner', () => {
      const { name, email } = OWNER.extraMetadata.author
      expect(metadataOf(built(format).found)).toEqual([OWNER.extraMetadata.homepage, `${name} <${email}>`])
    })

    check('depends on all libraries that keytar is linked to', () => {
      const { found, root } = built(format)
      const addon = readFileSync(join(root, 'opt/Portside', addonOf(arch))).toString('latin1')
      const linked = [...addon.matchAll(/\0(lib[\w.+-]+\.so[.\d]*)(?=\0)/g)].map(([, library = '']) => library)
      expect(linked).toContain('libsecret-1.so.0')
      const names = dependenciesOf(found).join('\n')
      const wanted = format === 'rpm' ? linked.map((library) => `${library}()(64bit)`) : ['libsecret-1-0', 'libc6']
      expect(wanted.filter((name) => !names.includes(name))).toEqual([])
    })
  })

  // What follows is the same for both architectures.
  const once = arch === 'x64' || DEEP

  it.skipIf(!once || !canBuild('deb') || !canBuild('rpm') || !has('dpkg-query'))(
    'depend on the same libraries, by package in the deb and by name in the rpm (skipped without dpkg-query or rpmbuild, and for arm64 without --deep)',
    () => {
      const libraries = dependenciesOf(built('rpm').found).flatMap((name) => LIBRARY.exec(name)?.[1] ?? [])
      const packages = dependenciesOf(built('deb').found).map((each) => each.split(' | '))
      // Only those that this machine has can be compared. The browser of the tests needs nearly all of them.
      const owners = ownersOf(libraries)
      expect(owners.size).toBeGreaterThan(10)
      const named = packages.flat()
      expect([...owners].filter(([, names]) => !names.some((name) => named.includes(name)))).toEqual([])
      const installed = [...run('dpkg-query', '--show').matchAll(/^[^:\s]+/gm)].map(([name]) => name)
      const owning = [...owners.values()].flat()
      const unused = packages.filter(
        (names) => names.some((name) => installed.includes(name)) && !names.some((name) => owning.includes(name))
      )
      expect(unused.flat().filter((name) => name !== 'xdg-utils')).toEqual([])
    }
  )

  it.skipIf(!once || !canBuild('deb') || !has('lintian'))(
    'deb: lintian finds nothing but what scripts/packaging/linux/lintian-tags explains (skipped without lintian, and for arm64 without --deep)',
    () => {
      const report = reportOf('lintian', '--allow-root', '--fail-on=none', built('deb').found.path)
      const reported = [...report.matchAll(/^[EW]: portside: (\S+)/gm)].map(([, tag = '']) => tag)
      const accepted = text(join(LINUX, 'lintian-tags'))
        .split('\n')
        .filter((line) => /^\w/.test(line))
      expect(reported.filter((tag) => !OF_STAND_IN.test(tag) && !accepted.includes(tag))).toEqual([])
    },
    60_000
  )

  it.skipIf(!once || !canBuild('rpm') || !has('rpmlint'))(
    'rpm: rpmlint finds nothing (skipped without rpmlint, and for arm64 without --deep)',
    () => {
      const report = reportOf('rpmlint', `--config=${join(LINUX, 'rpmlint.toml')}`, built('rpm').found.path)
      expect(report).toContain('1 packages and 0 specfiles checked')
      expect(linesOf(report, /: [EW]: /)).toEqual([])
    },
    60_000
  )

  it.skipIf(!canBuild('rpm'))(
    'rpm: can be installed beside other Electron apps, and leaves no folder (skipped without rpmbuild)',
    () => {
      const { files } = built('rpm').found
      expect([...files.keys()].filter((path) => path.startsWith('usr/lib'))).toEqual([])
      expect(files.get('opt/Portside')?.mode).toBe('drwxr-xr-x')
    }
  )

  it.skipIf(!canBuild('AppImage'))(
    'AppImage: has the runtime’s mark and the name of its icon (skipped without squashfs-tools)',
    () => {
      const { found, root } = built('AppImage')
      expect(readFileSync(found.path).subarray(8, 11).toString('latin1')).toBe('AI\x02')
      expect(found.files.get('.DirIcon')?.mode).toMatch(/^l/)
      // The app has Chromium's sandbox wherever the system allows it (app-builder-lib, appImageUtil.js, generateAppRunScript).
      expect(text(join(root, 'AppRun'))).toContain('! unshare -Ur true')
    }
  )

  it.skipIf(!FORMATS.some(canBuild))('have the built app without its source maps in the archive', () => {
    const files = asar
      .listPackage(packages.archive, { isPack: false })
      .map((path) => path.slice(1))
      .filter((path) => !asar.statFile(packages.archive, path).files)
    const out = readdirSync(join(PROJECT, 'out'), { recursive: true, withFileTypes: true })
    const built = out
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && entry.name !== '.built-from')
      .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
    expect(files.filter((file) => !file.startsWith('node_modules/keytar/')).toSorted()).toEqual(
      [...built, 'package.json'].toSorted()
    )
    expect(
      files.filter((file) => /\.(js|node|md|json)$/.test(file) && file.startsWith('node_modules/')).toSorted()
    ).toEqual([
      'node_modules/keytar/LICENSE.md',
      'node_modules/keytar/lib/keytar.js',
      'node_modules/keytar/package.json',
      `node_modules/keytar/prebuilds/linux-${arch}/keytar.node`
    ])
  })
})

const ARCHITECTURES: Record<LinuxFormat, Record<LinuxArch, string>> = {
  deb: { x64: 'amd64', arm64: 'arm64' },
  rpm: { x64: 'x86_64', arm64: 'aarch64' },
  AppImage: { x64: 'linux-x64', arm64: 'linux-arm64' }
}
const addonOf = (arch: LinuxArch): string =>
  `resources/app.asar.unpacked/node_modules/keytar/prebuilds/linux-${arch}/keytar.node`

const { version } = JSON.parse(text(join(PROJECT, 'package.json'))) as { version: string }
const NAMES: Record<LinuxFormat, Record<LinuxArch, string>> = {
  deb: { x64: `portside_${version}_amd64.deb`, arm64: `portside_${version}_arm64.deb` },
  rpm: { x64: `portside-${version}.x86_64.rpm`, arm64: `portside-${version}.aarch64.rpm` },
  AppImage: { x64: `Portside-${version}.AppImage`, arm64: `Portside-${version}-arm64.AppImage` }
}
const DESKTOP_FILES: Record<LinuxFormat, string> = {
  deb: 'usr/share/applications/portside.desktop',
  rpm: 'usr/share/applications/portside.desktop',
  AppImage: 'portside.desktop'
}

const debField = (path: string, name: string): string => run('dpkg-deb', '--field', path, name).trim()
const rpmQuery = (path: string, format: string): string =>
  run('rpm', '--query', '--package', path, '--queryformat', format)

function architectureOf({ format, path }: LinuxPackage): string {
  if (format === 'deb') return debField(path, 'Architecture')
  if (format === 'rpm') return rpmQuery(path, '%{ARCH}')
  return targetsOf(readFileSync(path).subarray(0, APPIMAGE_HEAD)).join()
}

/** For which system and processor each program and library is. */
function programsIn(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const targets = files.flatMap((entry): [string, string][] => {
    const path = join(entry.parentPath, entry.name)
    const found = targetsOf(readFileSync(path))
    return found.length === 0 ? [] : [[path.slice(root.length + 1), found.join()]]
  })
  return new Map(targets)
}

const scriptsOf = ({ format, path }: LinuxPackage): string[] =>
  (format === 'deb'
    ? [run('dpkg-deb', '--info', path, 'postinst'), run('dpkg-deb', '--info', path, 'postrm')]
    : [rpmQuery(path, '%{POSTIN}'), rpmQuery(path, '%{POSTUN}')]
  ).map((script) => script.trim())

const metadataOf = ({ format, path }: LinuxPackage): string[] =>
  format === 'deb'
    ? [debField(path, 'Homepage'), debField(path, 'Maintainer')]
    : [rpmQuery(path, '%{URL}'), rpmQuery(path, '%{PACKAGER}')]

const dependenciesOf = ({ format, path }: LinuxPackage): string[] =>
  format === 'deb'
    ? debField(path, 'Depends').split(', ')
    : run('rpm', '--query', '--requires', '--package', path).split('\n')

const LIBRARY = /^(lib.+)\(\)\(64bit\)$/

/** The installed packages that libraries are from. */
function ownersOf(libraries: readonly string[]): Map<string, string[]> {
  const installed = [...run('/sbin/ldconfig', '-p').matchAll(/^\t(\S+) .* => (?:\/usr)?(\/\S+)$/gm)]
  const paths = installed.flatMap(([, name = '', path = '']) => (libraries.includes(name) ? [path, `/usr${path}`] : []))
  // It exits with 1 for the form of each path that it doesn't know.
  const { stdout } = spawnSync('dpkg-query', ['--search', ...paths], { encoding: 'utf8' })
  const owners = new Map<string, string[]>()
  for (const [, name = '', library = ''] of stdout.matchAll(/^([^:\n]+)(?::\w+)?: .*\/([^/\n]+)$/gm))
    owners.set(library, [...(owners.get(library) ?? []), name])
  return owners
}

const linesOf = (report: string, wanted: RegExp): string[] =>
  report.split('\n').filter((line) => wanted.test(line) && !OF_STAND_IN.test(line))
