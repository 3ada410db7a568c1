/**
 * `net.request` as Electron's ClientRequest behaves (lib/common/api/net-client-request.ts): headers and reason phrase are text
 * read as UTF-8, the status is whatever three digits the server sent, and a listener that throws is an uncaught exception, after
 * which nothing more is told of the request. A request lasts until it is aborted, whatever happens to its response.
 */
import { Readable } from 'node:stream'
import type { AuthInfo, ClientRequestConstructorOptions } from 'electron'
import { KnownEmitter, lenient, MissingPart, strict } from '../strict.ts'
import type { Answer } from './network.ts'
import type { AskLogin } from './proxy-auth.ts'

export type Send = (url: string, init: RequestInit, ask: AskLogin) => Promise<Answer>

const KNOWN_OPTIONS = new Set(['url', 'method', 'headers', 'session', 'bypassCustomProtocolHandlers'])
/** Other values of these have other rules, which the host doesn't have. */
const ONLY: Record<string, unknown> = { redirect: 'manual', credentials: 'omit', cache: 'no-store' }

export class HostClientRequest extends KnownEmitter {
  private readonly send: Send
  private readonly url: string
  private readonly init: RequestInit
  private readonly controller = new AbortController()
  private response: Readable | null = null

  constructor(options: ClientRequestConstructorOptions, send: Send) {
    super('ClientRequest', ['response', 'redirect', 'login', 'error', 'abort'])
    for (const [name, value] of Object.entries(options)) {
      const isKnown = KNOWN_OPTIONS.has(name) || (name in ONLY && ONLY[name] === value)
      if (!isKnown) throw new MissingPart(`net.request option ${name}: ${String(value)}`)
    }
    for (const name of Object.keys(ONLY)) {
      if (!(name in options)) throw new MissingPart(`net.request without ${name}`)
    }
    const { url = '', method = 'GET', headers = {} } = options
    if (!/^https?:$/.test(new URL(url).protocol)) {
      throw new Error('ClientRequest only supports http: and https: protocols')
    }
    this.send = send
    this.url = url
    const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
    for (const [name, value] of given) checkHeader(name, value)
    this.init = { method: method.toUpperCase(), headers: given, redirect: 'manual', signal: this.controller.signal }
    return strict('ClientRequest', this)
  }

  end(chunk?: string | Buffer): this {
    const body = chunk === undefined ? {} : { body: new Uint8Array(Buffer.from(chunk)) }
    // What a listener throws mustn't become the rejection of a promise.
    this.send(this.url, { ...this.init, ...body }, (about) => this.askLogin(about)).then(
      (answer) => setImmediate(() => this.tell(answer)),
      (thrown: unknown) => setImmediate(() => this.die(thrown))
    )
    return this
  }

  /** Without a listener, and for a callback without both texts, there is no sign-in (electron_api_url_loader.cc, OnAuthRequired). */
  private askLogin(about: AuthInfo): Promise<{ user: string; password: string } | null> {
    return new Promise((resolve) => {
      setImmediate(() => {
        if (this.controller.signal.aborted) return resolve(null)
        const answer = (user?: string, password?: string): void =>
          resolve(user === undefined || password === undefined ? null : { user, password })
        if (!this.emit('login', about, answer)) resolve(null)
      })
    })
  }

  abort(): void {
    const { controller } = this
    if (!controller.signal.aborted) process.nextTick(() => this.emit('abort'))
    controller.abort()
    this.response?.destroy()
  }

  private tell(answer: Answer): void {
    if (this.controller.signal.aborted) return
    const headers = textOf(answer.headers)
    const location = [301, 302, 303, 307, 308].includes(answer.status) ? answer.headers.get('location') : null
    if (location !== null) return this.redirect(answer, location, headers)
    const response = new HostIncomingMessage(answer, headers, (error) => this.die(error))
    this.response = response
    this.emit('response', response)
  }

  private redirect({ status }: Answer, location: string, headers: Record<string, string | string[]>): void {
    const target = URL.parse(location, this.url)
    if (!target) return this.die(new Error('net::ERR_INVALID_REDIRECT'))
    if (!/^https?:$/.test(target.protocol)) return this.die(new Error('net::ERR_UNSAFE_REDIRECT'))
    this.emit('redirect', status, this.init.method, target.href, headers)
    if (!this.controller.signal.aborted) this.die(new Error('Redirect was cancelled'))
  }

  private die(thrown: unknown): void {
    if (this.controller.signal.aborted) return
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    this.response?.destroy(error)
    this.controller.abort()
    this.emit('error', error)
  }
}

/** A stream of the decoded body. */
class HostIncomingMessage extends Readable {
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string | string[]>
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  private readonly failed: (error: unknown) => void

  constructor(
    { status, statusText, body }: Answer,
    headers: Record<string, string | string[]>,
    failed: (error: unknown) => void
  ) {
    super()
    this.statusCode = status
    this.statusMessage = statusText
    this.headers = headers
    this.reader = body?.getReader()
    this.failed = failed
    return lenient('IncomingMessage', this)
  }

  override _read(): void {
    if (!this.reader) return void this.push(null)
    this.reader.read().then(
      ({ done, value }) => setImmediate(() => this.push(done ? null : Buffer.from(value))),
      (error: unknown) => setImmediate(() => this.failed(error))
    )
  }
}

/** Chromium's bytes become text as UTF-8 (gin_converters/net_converter.cc); bytes that aren't UTF-8 become U+FFFD. */
function textOf(headers: Headers): Record<string, string | string[]> {
  const text = (value: string): string => Buffer.from(value, 'latin1').toString('utf8')
  const read: Record<string, string | string[]> = {}
  for (const [name, value] of headers) if (name !== 'set-cookie') read[name] = text(value)
  const cookies = headers.getSetCookie()
  return cookies.length > 0 ? { ...read, 'set-cookie': cookies.map(text) } : read
}

function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new Error(`Invalid header name: '${name}'`)
  if (/[\0\r\n]/.test(value)) throw new Error(`Invalid value for header '${name}': '${value}'`)
}
