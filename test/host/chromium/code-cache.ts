/**
 * The `codeCache` of Electron's schemes. Chromium keeps the code that V8 compiled for a script only if the script comes out of its HTTP
 * cache, which answers given by DevTools never enter. So these scripts come from a server on loopback (../script-server.ts), from an
 * address with a hash of their text. Electron compares such a hash, too (RegisterURLSchemeAsCodeCacheWithHashing in
 * shell/renderer/renderer_client_base.cc).
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface CodeCache {
  /** Chromium's own files and the scripts. Launches share it, one after another: the second keeps compiled code, the third has it. */
  folder: string
  /** The script server's, on loopback. */
  port: number
  /** Of the script server's key, as `--ignore-certificate-errors-spki-list` takes it. */
  keyHash: string
}

export interface Script {
  headers: [name: string, value: string][]
  /** Base64. */
  body: string
}

/** For Chromium. Only requests for scripts get so far as to need a host's address. */
export const codeCacheSwitches = ({ folder, port, keyHash }: CodeCache): string[] => [
  `--user-data-dir=${folder}`,
  `--host-resolver-rules=MAP *.invalid 127.0.0.1:${port},MAP * ~NOTFOUND`,
  `--ignore-certificate-errors-spki-list=${keyHash}`
]

/** Keeps a script for the script server. @returns its hash, which asks the server for it */
export function keepScript(folder: string, headers: Script['headers'], body: Buffer): string {
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

export const readScript = (folder: string, hash: string): Script =>
  JSON.parse(readFileSync(fileOf(folder, hash), 'utf8')) as Script

const fileOf = (folder: string, hash: string): string => join(folder, `script-${hash}.json`)
