/**
 * `npm run dist` for every processor of this system, as CI's workflow packages.yml calls it: with the update feed, and signed as far as
 * the environment has identities (docs/releasing.md, "Signing"). Without them, packages are unsigned, and it says so.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../setup/paths.mjs'

const PROCESSORS = {
  linux: ['--linux', '--x64', '--arm64'],
  darwin: ['--mac', '--universal'],
  win32: ['--win', '--x64', '--arm64']
}

/**
 * @param {NodeJS.Platform} platform
 * @param {Record<string, string | undefined>} env
 * @returns {string[]} arguments for electron-builder
 */
export function distOptions(platform, env) {
  const feed = env.PORTSIDE_UPDATE_FEED
  // electron-builder writes latest*.yml only with a `publish` entry (app-builder-lib, publish/PublishManager.js). Nothing is uploaded.
  const publish = feed ? ['-c.publish.provider=generic', `-c.publish.url=${feed}`] : []
  return [...PROCESSORS[platform], ...publish]
}

/**
 * The environment for electron-builder. A secret that doesn't exist is an empty variable in a workflow, and electron-builder takes an
 * empty CSC_LINK for a path on macOS (app-builder-lib 26.17, `macPackager.js`). It wants Apple's key as a file; a secret is text.
 *
 * @param {Record<string, string | undefined>} env
 * @param {(key: string) => string} saveKey writes Apple's key to a file and returns its path
 */
export function signingEnvironment(env, saveKey) {
  const { PORTSIDE_NOTARY_KEY: notaryKey, ...rest } = env
  const set = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const hasIdentity = Boolean(set.CSC_LINK || set.CSC_NAME)
  return {
    ...set,
    ...(hasIdentity ? {} : { CSC_IDENTITY_AUTO_DISCOVERY: 'false' }),
    ...(hasIdentity && notaryKey ? { APPLE_API_KEY: saveKey(notaryKey) } : {})
  }
}

/** @returns {string | null} what is missing for a signed package of the system; null when nothing is */
export function unsigned(platform, env) {
  if (platform === 'win32' && !env.WIN_CSC_LINK && !env.CSC_LINK)
    return 'These installers are unsigned: WIN_CSC_LINK is not set. Windows warns of them, and updates are only announced.'
  if (platform !== 'darwin') return null
  if (!env.CSC_LINK && !env.CSC_NAME)
    return 'These packages are unsigned: CSC_LINK is not set. macOS refuses to open them after a download.'
  if (!env.APPLE_API_KEY) return 'These packages are not notarised: APPLE_API_KEY is not set. macOS warns of them.'
  return null
}

function main() {
  // In a folder of its own, which nobody else can have made before.
  const secrets = mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'portside-keys-'))
  process.on('exit', () => rmSync(secrets, { recursive: true, force: true }))
  const env = signingEnvironment(process.env, (key) => {
    const keyFile = join(secrets, 'notary-key.p8')
    writeFileSync(keyFile, key, { mode: 0o600 })
    return keyFile
  })
  const missing = unsigned(process.platform, env)
  if (missing !== null) process.stdout.write(`::warning::${missing}\n`)
  const args = ['run', 'dist', '--', ...distOptions(process.platform, env)]
  // npm is a .cmd file on Windows, which only a shell starts.
  const { status, error } = spawnSync('npm', args, {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32'
  })
  if (error) process.stderr.write(`dist: npm could not be started: ${error.message}\n`)
  return status ?? 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main()
