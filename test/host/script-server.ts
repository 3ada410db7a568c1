/** Gives Chromium the scripts that hosts with a code cache have kept for it (chromium/code-cache.ts). Runs beside the hosts, not in them. */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificates } from '../support/certificates.ts'
import { keyHashOf } from '../support/tls-front.ts'
import { readScript, type CodeCache } from './chromium/code-cache.ts'

/** @param folder made if it is missing; for the launches of one app */
export async function startScriptServer(folder: string): Promise<CodeCache & { stop(): void }> {
  mkdirSync(folder, { recursive: true })
  const certificate = makeCertificates().selfSigned
  const server = createServer(certificate, (request, response) => {
    const hash = /\?([0-9a-f]{64})$/.exec(request.url ?? '')?.[1]
    if (hash === undefined) return void response.writeHead(404).end()
    const { headers, body } = readScript(folder, hash)
    const cached = ['cache-control', 'public, max-age=31536000, immutable']
    response.writeHead(200, [...headers, cached].flat()).end(Buffer.from(body, 'base64'))
  })
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
