/**
 * Imitates the code cache of Electron's schemes. Chromium caches compiled code only for scripts that come from its HTTP cache, which
 * responses by DevTools bypass. Scripts therefore come from a server on loopback (../script-server.ts), from an address with a hash of
 * their headers and body. Electron compares a hash of the script, too (RegisterURLSchemeAsCodeCacheWithHashing in
 * shell/renderer/renderer_client_base.cc).
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CodeCache {
  /** Chromium's data and the saved scripts, for one launch after another. The second saves compiled code, the third uses it. */
  folder: string
  /** Port of the script server on 127.0.0.1. */
  port: number
  /** SHA-256 of the script server's public key, as `--ignore-certificate-errors-spki-list` takes it. */
  keyHash: string
}

export interface Script {
  headers: [name: string, value: string][]
  /** Base64. */
  body: string
}

/** Chromium's switches. Only scripts are fetched over the network: DevTools answers all other requests. */
export const codeCacheSwitches = ({ folder, port, keyHash }: CodeCache): string[] => [
  `--user-data-dir=${folder}`,
  `--host-resolver-rules=MAP *.invalid 127.0.0.1:${port},MAP * ~NOTFOUND`,
  // A proxy would be asked before these rules apply.
  '--no-proxy-server',
  `--ignore-certificate-errors-spki-list=${keyHash}`
]

/** Saves a script for the script server. @returns its hash, which is its query there */
export function saveScript(folder: string, headers: Script['headers'], body: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body).digest('hex')
  const file = fileOf(folder, hash)
  if (!existsSync(file)) {
    const script: Script = { headers, body: body.toString('base64') }
    // The server must not read half a file.
    writeFileSync(`${file}.new`, JSON.stringify(script))
    renameSync(`${file}.new`, file)
  }
  return hash
}

export const loadScript = (folder: string, hash: string): Script =>
  JSON.parse(readFileSync(fileOf(folder, hash), 'utf8')) as Script

const fileOf = (folder: string, hash: string): string => join(folder, `script-${hash}.json`)
