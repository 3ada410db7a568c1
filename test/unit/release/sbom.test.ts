import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { describe, expect, it } from 'vitest'
import { composeSbom, timestampOf } from '../../../scripts/release/sbom.mjs'

const lockfile = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package-lock.json'), 'utf8'))
const installed = (name: string): string => lockfile.packages[`node_modules/${name}`].version

const VERSIONS = { electron: installed('electron'), chrome: '156.0.8000.12', node: '24.21.0' }
const COMPONENTS = [
  { name: 'Portside', version: '1.2.3', licence: 'MIT' },
  { name: '@fontsource-variable/inter', version: installed('@fontsource-variable/inter'), licence: 'OFL-1.1' },
  { name: '@github/keytar', version: installed('keytar'), licence: 'MIT' },
  { name: 'dompurify', version: installed('dompurify'), licence: 'MPL-2.0 OR Apache-2.0' },
  { name: 'electron', version: installed('electron'), licence: 'MIT' }
]
const compose = (change: { components?: typeof COMPONENTS; versions?: Partial<typeof VERSIONS> } = {}) =>
  composeSbom({
    components: change.components ?? COMPONENTS,
    lockfile,
    versions: { ...VERSIONS, ...change.versions },
    description: 'An app.',
    timestamp: timestampOf('1790000000')
  })

const validate = (document: object) =>
  new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(JSON.stringify(document))

describe('the bill of materials', () => {
  it('is valid CycloneDX 1.6', async () => {
    expect(await validate(compose())).toBeNull()
    expect(await validate({ ...compose(), components: [{ type: 'nothing' }] })).not.toBeNull()
  })

  it('has each package by its package URL, with the hash of the lockfile', () => {
    const [font, keytar, , electron] = compose().components
    expect(font).toMatchObject({
      purl: `pkg:npm/%40fontsource-variable/inter@${installed('@fontsource-variable/inter')}`,
      licenses: [{ license: { id: 'OFL-1.1' } }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]
    })
    // In package.json it has the name "keytar".
    expect(keytar?.hashes?.[0]?.content).toBe(
      Buffer.from(lockfile.packages['node_modules/keytar'].integrity.slice('sha512-'.length), 'base64').toString('hex')
    )
    expect(electron).toMatchObject({ type: 'framework', cpe: expect.stringContaining(':electronjs:electron:') })
  })

  it('keeps a choice of licences', () => {
    expect(compose().components[2]?.licenses).toEqual([{ expression: 'MPL-2.0 OR Apache-2.0' }])
  })

  it('has Chromium and Node in the versions that ran, as parts of Electron', () => {
    const { components, dependencies } = compose()
    expect(components.slice(-2)).toEqual([
      expect.objectContaining({ name: 'chromium', cpe: 'cpe:2.3:a:google:chrome:156.0.8000.12:*:*:*:*:*:*:*' }),
      expect.objectContaining({ name: 'node', cpe: 'cpe:2.3:a:nodejs:node.js:24.21.0:*:*:*:*:*:*:*' })
    ])
    expect(dependencies.at(-1)).toEqual({
      ref: `pkg:npm/electron@${VERSIONS.electron}`,
      dependsOn: ['chromium', 'node']
    })
  })

  it('names only what it has', () => {
    const { metadata, components, dependencies } = compose()
    const refs = [metadata.component, ...components].map((each) => each['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    expect(named.filter((ref) => !refs.includes(ref))).toEqual([])
  })

  it('isn’t made from the self-test of another Electron', () => {
    expect(() => compose({ versions: { electron: '1.0.0' } })).toThrow('the self-test ran on 1.0.0')
  })

  it('has the time of the commit', () => {
    expect(compose().metadata.timestamp).toBe('2026-09-21T14:13:20Z')
  })
})
