/**
 * HTTPS server from which Chromium loads the scripts that hosts have saved (chromium/code-cache.ts). It runs in the bench or test process,
 * so that one launch after another can use it.
 */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf } from '../support/tls-front.ts'
import { loadScript, type CodeCache } from './chromium/code-cache.ts'

/** @param folder made if it is missing; for the launches of one app */
export async function startScriptServer(folder: string): Promise<CodeCache & { stop(): void }> {
  mkdirSync(folder, { recursive: true })
  const certificate = makeCertificates().selfSigned
  const server = createServer(certificate, (request, response) => {
    const hash = /\?([0-9a-f]{64})$/.exec(request.url ?? '')?.[1]
    if (hash === undefined) return void response.writeHead(404).end()
    const { headers, body } = loadScript(folder, hash)
    const cached = { ...Object.fromEntries(headers), 'cache-control': 'public, max-age=31536000, immutable' }
    response.writeHead(200, cached).end(Buffer.from(body, 'base64'))
  })
  // Whoever uses it ends when it is done, also after an error.
  server.unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    folder,
    port: (server.address() as AddressInfo).port,
    keyHash: keyHashOf(certificate),
    stop() {
      server.close()
      server.closeAllConnections()
    }
  }
}
