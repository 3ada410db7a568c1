/**
 * The software bill of materials, in CycloneDX 1.6: what is in the packages, for tools that look for known vulnerabilities.
 *
 *     node scripts/release/sbom.mjs --licences=out/licenses.json --self-test=self-test.json > portside.cdx.json
 *
 * The packages come from the build's own list (scripts/build/licences.mjs), their hashes from package-lock.json, and the versions of
 * Electron, Chromium and Node from the self-test of a finished package. Equal input gives equal bytes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT } from '../setup/paths.mjs'
import { OWNER } from '../packaging/owner.mjs'

const ELECTRON = 'electron'
const RUNTIME = {
  chrome: { name: 'chromium', cpe: (version) => `cpe:2.3:a:google:chrome:${version}:*:*:*:*:*:*:*` },
  node: { name: 'node', cpe: (version) => `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*` }
}

/**
 * @typedef {{ type: string, name: string, version: string, 'bom-ref': string, purl?: string, cpe?: string, licenses?: object[],
 *   hashes?: { alg: string, content: string }[] }} Component
 */

/**
 * @param {{
 *   components: { name: string, version: string, licence: string }[],
 *   lockfile: { packages: Record<string, { name?: string, version?: string, integrity?: string }> },
 *   versions: Record<string, string>,
 *   description: string,
 *   timestamp: string
 * }} input `components`: the app first, as in out/licenses.json; `versions`: `process.versions` of the packaged app
 * @returns {{ metadata: { timestamp: string, component: Component }, components: Component[],
 *   dependencies: { ref: string, dependsOn: string[] }[] }} the document
 * @throws {Error} if the self-test ran another Electron than the one that was built against
 */
export function composeSbom({ components, lockfile, versions, description, timestamp }) {
  const [app, ...packages] = components
  const electron = packages.find(({ name }) => name === ELECTRON)
  if (electron?.version !== versions.electron)
    throw new Error(`The build is for Electron ${electron?.version}, the self-test ran on ${versions.electron}.`)
  const root = { ...component('application', app), 'bom-ref': 'app', description, supplier: supplier() }
  const hashes = hashesIn(lockfile)
  const libraries = packages.map((each) => packageComponent(each, hashes))
  const runtime = Object.entries(RUNTIME).map(([key, { name, cpe }]) => ({
    type: 'framework',
    'bom-ref': name,
    name,
    version: versions[key],
    cpe: cpe(versions[key])
  }))
  const all = [...libraries, ...runtime]
  const refOfElectron = libraries.find(({ name }) => name === ELECTRON)['bom-ref']
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp, component: root },
    components: all,
    dependencies: [
      { ref: 'app', dependsOn: libraries.map((each) => each['bom-ref']) },
      { ref: refOfElectron, dependsOn: runtime.map((each) => each['bom-ref']) }
    ]
  }
}

function supplier() {
  const { homepage, author } = OWNER.extraMetadata
  return { name: author.name, url: [homepage] }
}

const component = (type, { name, version, licence }) => ({
  type,
  name,
  version,
  licenses: [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { id: licence } }]
})

function packageComponent(each, hashes) {
  // Package URLs write the @ of a scope as %40 (package-url/purl-spec, types/npm).
  const purl = `pkg:npm/${each.name.replace('@', '%40')}@${each.version}`
  const digest = hashes.get(`${each.name}@${each.version}`)
  const isElectron = each.name === ELECTRON
  return {
    ...component(isElectron ? 'framework' : 'library', each),
    'bom-ref': purl,
    purl,
    ...(isElectron ? { cpe: `cpe:2.3:a:electronjs:electron:${each.version}:*:*:*:*:*:*:*` } : {}),
    ...(digest === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: digest }] })
  }
}

/** SHA-512 of each package's archive, by name and version. An alias in package.json stands under its real name. */
function hashesIn({ packages }) {
  const entries = Object.entries(packages).flatMap(([path, { name, version, integrity }]) => {
    const [, digest] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
    if (digest === undefined) return []
    const realName = name ?? path.split('node_modules/').at(-1)
    return [[`${realName}@${version}`, Buffer.from(digest, 'base64').toString('hex')]]
  })
  return new Map(entries)
}

/** ISO 8601, of the commit where SOURCE_DATE_EPOCH names it, so that two builds of a commit agree. */
export const timestampOf = (epoch, now = Date.now()) =>
  new Date(epoch ? Number(epoch) * 1000 : now).toISOString().replace(/\.\d+Z$/, 'Z')

function main() {
  const { values } = parseArgs({ options: { licences: { type: 'string' }, 'self-test': { type: 'string' } } })
  const json = (path) => JSON.parse(readFileSync(path, 'utf8'))
  const document = composeSbom({
    components: json(values.licences).components,
    lockfile: json(join(ROOT, 'package-lock.json')),
    versions: json(values['self-test']).versions,
    description: json(join(ROOT, 'package.json')).description,
    timestamp: timestampOf(process.env.SOURCE_DATE_EPOCH)
  })
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
