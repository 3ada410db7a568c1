#!/usr/bin/env node
/**
 * Stands in for fpm, which electron-builder would download: builds a real deb with dpkg-deb and a real rpm with rpmbuild from the
 * arguments of electron-builder's FpmTarget. CUSTOM_FPM_PATH names it.
 *
 * Like fpm 1.17 it takes files with their modes and gives them to root, writes a changelog of one entry into a deb, lets rpm find no
 * dependencies itself, lets an rpm own only the folders of --directories, and calls amd64 x86_64 there. It rejects options that it doesn't know.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const text = { type: 'string', default: '' } as const
const none: string[] = []
const list = { type: 'string', multiple: true, default: none } as const

const { values, positionals: mappings } = parseArgs({
  allowPositionals: true,
  options: {
    input: { ...text, short: 's' },
    target: { ...text, short: 't' },
    depends: { ...list, short: 'd' },
    force: { type: 'boolean' },
    'deb-recommends': list,
    'deb-priority': text,
    'deb-compression': text,
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
    'rpm-tag': list,
    'rpm-rpmbuild-define': list,
    directories: list,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    category: text,
    license: text
  }
})

const work = mkdtempSync(join(tmpdir(), 'portside-fpm-'))
const root = join(work, 'root')

/** `source=destination`; a source that ends in a slash is a folder whose contents are copied. */
function stage(mapping: string): void {
  const at = mapping.indexOf('=')
  const target = join(root, mapping.slice(at + 1))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(mapping.slice(0, at), target, { recursive: true, verbatimSymlinks: true })
}

const paths = (): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' })
const isFolder = (path: string): boolean => lstatSync(join(root, path)).isDirectory()
const isFile = (path: string): boolean => lstatSync(join(root, path)).isFile()

/** Such as Thu, 26 Nov 2026 19:00:00 +0000 */
const debianDate = (date: Date): string => date.toUTCString().replace('GMT', '+0000')

function buildDeb(): void {
  const doc = join(root, 'usr/share/doc', values.name)
  mkdirSync(doc, { recursive: true })
  const changes = [
    `${values.name} (${values.version}) whatever; urgency=medium`,
    '  * Package created with FPM.',
    ` -- ${values.maintainer}  ${debianDate(new Date())}`
  ]
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(`${changes.join('\n\n')}\n`, { level: 9 }))
  const files = paths().filter(isFile)
  const bytes = files.reduce((sum, path) => sum + lstatSync(join(root, path)).size, 0)
  const [firstLine = '', ...lines] = values.description.split('\n')
  const control = [
    `Package: ${values.name}`,
    `Version: ${values.version}`,
    `License: ${values.license}`,
    `Vendor: ${values.vendor}`,
    `Architecture: ${values.architecture}`,
    `Maintainer: ${values.maintainer}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    `Depends: ${values.depends.join(', ')}`,
    ...(values['deb-recommends'].length > 0 ? [`Recommends: ${values['deb-recommends'].join(', ')}`] : []),
    `Section: ${values.category || 'default'}`,
    `Priority: ${values['deb-priority']}`,
    `Homepage: ${values.url}`,
    `Description: ${firstLine}`,
    ...lines.map((line) => ` ${line.trim() === '' ? '.' : line.trimEnd()}`)
  ]
  const meta = join(root, 'DEBIAN')
  mkdirSync(meta)
  writeFileSync(join(meta, 'control'), `${control.join('\n')}\n`)
  const sums = files.map(
    (path) =>
      `${createHash('md5')
        .update(readFileSync(join(root, path)))
        .digest('hex')}  ${path}\n`
  )
  writeFileSync(join(meta, 'md5sums'), sums.join(''))
  for (const [name, script] of [
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']]
  ] as const) {
    copyFileSync(script, join(meta, name))
    chmodSync(join(meta, name), 0o755)
  }
  run('dpkg-deb', [
    '--root-owner-group',
    `-Z${values['deb-compression'].replace(/^gz$/, 'gzip')}`,
    '--build',
    root,
    values.package
  ])
}

function buildRpm(): void {
  const architecture = values.architecture.replace('amd64', 'x86_64')
  const script = (path: string): string => readFileSync(path, 'utf8').replaceAll('%', '%%')
  const owned = paths().filter(
    (path) => isFolder(path) && values.directories.some((folder) => `/${path}/`.startsWith(`${folder}/`))
  )
  const spec = [
    // rpm would strip the programs and make a package of debug information.
    '%global __os_install_post %{nil}',
    '%global debug_package %{nil}',
    `%define _binary_payload ${values['rpm-compression'] === 'xzmt' ? 'w9T.xzdio' : 'w9.gzdio'}`,
    `Name: ${values.name}`,
    `Version: ${values.version}`,
    'Release: 1',
    `Summary: ${values['rpm-summary']}`,
    'AutoReqProv: no',
    'Prefix: /',
    `Group: ${values.category || 'default'}`,
    `License: ${values.license}`,
    `Vendor: ${values.vendor}`,
    `URL: ${values.url}`,
    `Packager: ${values.maintainer}`,
    ...values.depends.map((each) => `Requires: ${each}`),
    ...values['rpm-tag'],
    `%description\n${values.description}`,
    `%post\n${script(values['after-install'])}`,
    `%postun\n${script(values['after-remove'])}`,
    '%files\n%defattr(-,root,root,-)',
    ...owned.map((path) => `%dir "/${path}"`),
    ...paths()
      .filter((path) => !isFolder(path))
      .map((path) => `"/${path}"`)
  ]
  const file = join(work, 'package.spec')
  writeFileSync(file, `${spec.join('\n')}\n`)
  const defines = [`_topdir ${work}`, `_rpmdir ${work}`, '_rpmfilename built.rpm', ...values['rpm-rpmbuild-define']]
  run('rpmbuild', [
    ...['-bb', '--quiet', '--buildroot', root, '--target', `${architecture}-unknown-${values['rpm-os']}`],
    ...defines.flatMap((define) => ['--define', define]),
    file
  ])
  copyFileSync(join(work, 'built.rpm'), values.package)
}

const run = (program: string, args: string[]): Buffer =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })

try {
  mappings.forEach(stage)
  if (values.target === 'deb') buildDeb()
  else if (values.target === 'rpm') buildRpm()
  else throw new Error(`fpm's stand-in makes deb and rpm, not ${values.target}.`)
} finally {
  rmSync(work, { recursive: true, force: true })
}
