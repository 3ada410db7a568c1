/** A real forward proxy on loopback: CONNECT and requests with their address in full, open or with a Basic sign-in. */
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface Passed {
  kind: 'tunnel' | 'plain'
  /** `host:port` for a tunnel, the whole address otherwise. */
  target: string
  /** Headers without Proxy-Authorization; for a tunnel those of CONNECT. */
  headers: IncomingHttpHeaders
  refused: boolean
  /** Bytes through the tunnel towards the target. */
  tunnelled: Buffer
}

export interface ProxyOptions {
  credentials?: { user: string; password: string }
  /** Where tunnels lead, by their target: the only ones that open. By default each leads to its target. */
  routes?: ReadonlyMap<string, string>
}

export interface ForwardProxy {
  address: string
  passed: Passed[]
  stop(): Promise<void>
}

const REFUSAL = '<html><body>This proxy wants to know who you are.</body></html>'

export async function startProxy({ credentials, routes }: ProxyOptions = {}): Promise<ForwardProxy> {
  const passed: Passed[] = []
  const open = new Set<Duplex>()
  const refusal = {
    'proxy-authenticate': 'Basic realm="Test"',
    'content-type': 'text/html',
    'content-length': Buffer.byteLength(REFUSAL)
  }

  /** Records the request. */
  const note = (kind: Passed['kind'], { url = '', headers: { ...headers } }: IncomingMessage): Passed => {
    const given = headers['proxy-authorization']
    delete headers['proxy-authorization']
    const wanted = credentials && `Basic ${btoa(`${credentials.user}:${credentials.password}`)}`
    const one = { kind, target: url, headers, refused: given !== wanted && wanted !== undefined }
    const remembered = { ...one, tunnelled: Buffer.alloc(0) }
    passed.push(remembered)
    return remembered
  }

  const server = createServer((asked, response) => {
    const { refused, headers } = note('plain', asked)
    if (refused) response.writeHead(407, refusal).end(REFUSAL)
    else forward(asked, headers, response)
  })

  server.on('connect', (asked: IncomingMessage, client: Duplex, head: Buffer) => {
    const one = note('tunnel', asked)
    client.on('error', () => client.destroy())
    if (one.refused) {
      const lines = Object.entries(refusal).map(([name, value]) => `${name}: ${value}`)
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines.join('\r\n')}\r\n\r\n${REFUSAL}`)
      return
    }
    const leadsTo = routes ? routes.get(one.target) : one.target
    if (leadsTo === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(`http://${leadsTo}`)
    const target = connect(Number(port) || 80, hostname, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) client.unshift(head)
      client.on('data', (chunk: Buffer) => (one.tunnelled = Buffer.concat([one.tunnelled, chunk])))
      client.pipe(target).pipe(client)
    })
    target.once('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    for (const socket of [client, target]) keep(socket)
  })

  const keep = (socket: Duplex): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  server.on('connection', (socket: Socket) => keep(socket))

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    stop() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
    }
  }
}

/** Forwards a request whose line has the whole URL. */
function forward(asked: IncomingMessage, headers: IncomingHttpHeaders, response: ServerResponse): void {
  const { 'proxy-connection': _hop, ...rest } = headers
  const onward = request(asked.url ?? '', { method: asked.method, headers: rest, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  onward.once('error', () => response.writeHead(502).end())
  asked.pipe(onward)
}
