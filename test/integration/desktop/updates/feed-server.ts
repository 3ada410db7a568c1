/** An update feed on loopback, whose every folder is another feed. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const INSTALLER = Buffer.from('#!/bin/sh\necho installed\n'.repeat(20_000))
export const INSTALLER_NAME = 'Portside Setup 1.1.0.exe'
export const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64')

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** As electron-builder writes it. */
export const latest = ({
  version = '1.1.0',
  url = INSTALLER_NAME,
  hash = sha512(INSTALLER),
  size = INSTALLER.length,
  more = ''
} = {}): string => `version: ${version}
files:
  - url: ${url}
    sha512: ${hash}
    size: ${size}
path: ${url}
sha512: ${hash}
${more}releaseDate: '2026-11-20T10:00:00.000Z'
`

export const text =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body)

/** Sends the same bytes until nobody listens. */
export const endless =
  (chunk: Buffer): Answer =>
  (response) => {
    const send = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send)
    }
    send()
  }

/** Ends the connection in the middle of what it has announced. */
export const cutOff =
  (body: Buffer): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': String(body.length) })
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  }

export interface FeedServer {
  origin: string
  /** Paths, with their queries. */
  asked: string[]
  /** Files of a feed by their names. @returns its address */
  serve(name: string, files: Record<string, Answer>): string
  stop(): Promise<void>
}

export async function startFeedServer(): Promise<FeedServer> {
  const feeds = new Map<string, Record<string, Answer>>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const [, feed = '', ...rest] = (request.url ?? '').split('/')
    const answer = feeds.get(decodeURIComponent(feed))?.[decodeURIComponent(rest.join('/'))]
    if (answer) answer(response, request)
    else response.writeHead(404).end('not here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    serve(name, files) {
      feeds.set(name, files)
      return `${origin}/${encodeURIComponent(name)}/`
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
