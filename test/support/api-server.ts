/**
 * An API on a real loopback socket: the sample API, or any other fetch-like function, with every request
 * recorded and any path open to be answered in another way.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SampleApi } from '../../src/sample/index.ts'

export interface RecordedRequest {
  method: string
  /** Path and query, as they came over the wire. */
  url: string
  path: string
  headers: Record<string, string>
  /** Names and values in turn, in the case and order of the wire. */
  rawHeaders: string[]
  body: string
}

/** The socket's side of one exchange, for answers that no Response can say: a slow, broken or endless body. */
interface RawExchange {
  request: IncomingMessage
  response: ServerResponse
}

/** Answers with a Response, or with nothing when it took `raw` into its own hands. */
export type Responder = (request: Request, raw: RawExchange) => Response | void | Promise<Response | void>

/** A path without its query, or a pattern over path and query. */
type Matcher = string | RegExp

export interface ApiServer {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  baseUrl: string
  requests: RecordedRequest[]
  /** Puts an answer in front of the API's own; the latest one wins. The returned function takes it away. */
  respondWith(matcher: Matcher, responder: Responder): () => void
  respondNormally(): void
  /** Closes the port and every connection: the API can't be reached. */
  stop(): Promise<void>
  restart(): Promise<void>
}

export async function startApiServer({ fetch = new SampleApi({ data: 'difficult' }).fetch } = {}): Promise<ApiServer> {
  const requests: RecordedRequest[] = []
  let overrides: { matcher: Matcher; responder: Responder }[] = []
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const recorded = await record(request)
    requests.push(recorded)
    const asked = new Request(`${baseUrl}${recorded.url}`, {
      method: recorded.method,
      headers: recorded.headers,
      ...(recorded.body === '' ? {} : { body: recorded.body })
    })
    const override = overrides.findLast(({ matcher }) =>
      typeof matcher === 'string' ? matcher === recorded.path : matcher.test(recorded.url)
    )
    const reply = override ? await override.responder(asked, { request, response }) : await fetch(asked)
    if (!reply) return
    response.writeHead(reply.status, Object.fromEntries(reply.headers))
    response.end(new Uint8Array(await reply.arrayBuffer()))
  }

  function listen(at: number): Promise<Server> {
    const made = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        // Shown as what it is, so that a fault of the test itself is not taken for one of the app.
        response.destroy(error instanceof Error ? error : new Error(String(error)))
      })
    })
    return new Promise((resolve, reject) => {
      made.once('error', reject)
      made.listen(at, '127.0.0.1', () => resolve(made))
    })
  }

  return {
    baseUrl,
    requests,
    respondWith(matcher, responder) {
      const override = { matcher, responder }
      overrides.push(override)
      return () => {
        overrides = overrides.filter((one) => one !== override)
      }
    },
    respondNormally() {
      overrides = []
    },
    stop() {
      if (!server.listening) return Promise.resolve()
      return new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      })
    },
    async restart() {
      if (!server.listening) server = await listen(port)
    }
  }
}

async function record(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const url = request.url ?? '/'
  return {
    method: request.method ?? 'GET',
    url,
    path: url.split('?')[0] ?? url,
    headers,
    rawHeaders: request.rawHeaders,
    body: Buffer.concat(chunks).toString('utf8')
  }
}
