/* eslint-disable portside/stay-in-layer -- runs in Electron or in the host, where electron is the stand-in */
/** An app of nothing but Portside's own network, for tests to call through its page. Bundled by set-up.ts. */
import { mkdirSync } from 'node:fs'
import { app, BrowserWindow, ipcMain, Menu, protocol, session } from 'electron'
import { ProviderApi } from '../../src/main/api/provider-api.ts'
import type { Certificate, ProxyChallenge } from '../../src/main/core/ports/index.ts'
import { restrictPageSession } from '../../src/main/desktop/window/security-policy.ts'
import { fetchIn, networkFetch, networkProxy } from '../../src/main/desktop/network.ts'
import { ORIGIN } from '../../src/main/desktop/protocol.ts'
import { NetworkProbe } from '../../src/main/desktop/probe.ts'
import { AppError, type ErrorInfo } from '../../src/shared/ipc/error.ts'
import type { Connection } from '../../src/shared/models/connection.ts'
import type { ManualProxy } from '../../src/shared/models/network-proxy.ts'

export interface Fetched {
  status: number
  etag: string | null
  location: string | null
  disposition: string | null
  body: string
}

/** What the API client makes of a provider's answer, and what it got from the network for each of its requests. */
export interface Ended {
  error: ErrorInfo | null
  /** A status, or the message of an error. */
  answers: (number | string)[]
}

/** How a call ends. An AppError becomes its plain form, any other error its message. */
export type Outcome<T> = { value: T } | { error: ErrorInfo } | { message: string }

/** What the app answers to which call. */
export interface Calls {
  networkFetch: (url: string, init?: RequestInit) => Promise<Fetched>
  defaultFetch: (url: string) => Promise<Fetched>
  /** Ends when `abort` is called. */
  fetchUntilAborted: (url: string) => Promise<Fetched>
  /** @param hasBegun waits for the response's head first */
  abort: (hasBegun: boolean) => Promise<void>
  lookUp: (host: string, ms: number) => Promise<string[]>
  proxies: (address: string) => Promise<string[]>
  certificate: (address: string, ms: number) => Promise<Certificate | null>
  /** @param password null: none is known */
  useProxy: (proxy: ManualProxy, password: string | null) => Promise<void>
  /** The questions of proxies for a password since the last `useProxy`. */
  proxyQuestions: () => Promise<ProxyChallenge[]>
  callApi: (call: 'sign-in' | 'invoices', connection: Connection, now: number, deadlineMs: number) => Promise<Ended>
}

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof AppError) return { error: error.info }
    return { message: messageOf(error) }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function read(asked: Promise<Response>): Promise<Fetched> {
  const response = await asked
  const { status, headers } = response
  const [etag, location, disposition] = ['etag', 'location', 'content-disposition'].map((name) => headers.get(name))
  return {
    status,
    etag: etag ?? null,
    location: location ?? null,
    disposition: disposition ?? null,
    body: await response.text()
  }
}

const signalOf = (ms: number): AbortSignal => (ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms))

/** One request that a test aborts. */
class Abortable {
  #controller = new AbortController()
  #begun = Promise.withResolvers<undefined>()

  async fetch(url: string): Promise<Fetched> {
    this.#controller = new AbortController()
    this.#begun = Promise.withResolvers()
    const asked = networkFetch(url, { signal: this.#controller.signal })
    return read(
      asked.then((response) => {
        this.#begun.resolve(undefined)
        return response
      })
    )
  }

  async abort(hasBegun: boolean): Promise<void> {
    if (hasBegun) await this.#begun.promise
    this.#controller.abort(new Error('called off'))
  }
}

class ProxyQuestions {
  #asked: ProxyChallenge[] = []

  use(manual: ManualProxy, password: string | null): void {
    this.#asked = []
    networkProxy.start({ mode: 'manual', manual }, async (challenge) => {
      this.#asked.push(challenge)
      return password === null ? null : { user: manual.user, password }
    })
  }

  list(): ProxyChallenge[] {
    return this.#asked
  }
}

/** Retries come at once. */
async function callApi(
  call: 'sign-in' | 'invoices',
  connection: Connection,
  now: number,
  deadlineMs: number
): Promise<Ended> {
  const answers: Ended['answers'] = []
  const overheard: typeof fetch = async (input, init) => {
    try {
      const response = await networkFetch(input, init)
      answers.push(response.status)
      return response
    } catch (error) {
      answers.push(messageOf(error))
      throw error
    }
  }
  const api = new ProviderApi({
    fetchFor: () => overheard,
    deadlineMs,
    now: () => new Date(now),
    random: () => 0.1,
    wait: () => Promise.resolve()
  })
  const called: Promise<unknown> =
    call === 'sign-in'
      ? api.signIn(connection, { email: 'member@example.com', password: 'not a real one' })
      : api.invoices({ connection, token: 'no-real-token' })
  const ended = await outcomeOf(called)
  if ('message' in ended) throw new Error(ended.message)
  return { error: 'error' in ended ? ended.error : null, answers }
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }
])
const { FIXTURE_PROFILE: profile = '', FIXTURE_PRELOAD: preload = '' } = process.env
mkdirSync(profile, { recursive: true })
app.setPath('userData', profile)
Menu.setApplicationMenu(null)

const start = async (): Promise<void> => {
  await restrictPageSession()
  protocol.handle(
    'app',
    () => new Response('<!doctype html><title>Seam</title>', { headers: { 'content-type': 'text/html' } })
  )
  const probe = new NetworkProbe()
  const abortable = new Abortable()
  const questions = new ProxyQuestions()
  const calls: Calls = {
    networkFetch: (url, init) => read(networkFetch(url, init)),
    defaultFetch: (url) => read(fetchIn(() => session.defaultSession)(url)),
    fetchUntilAborted: (url) => abortable.fetch(url),
    abort: (hasBegun) => abortable.abort(hasBegun),
    lookUp: (host, ms) => probe.lookUp(host, signalOf(ms)),
    proxies: (address) => probe.proxies(address),
    certificate: (address, ms) => probe.certificate(address, signalOf(ms)),
    useProxy: async (proxy, password) => questions.use(proxy, password),
    proxyQuestions: async () => questions.list(),
    callApi
  }
  for (const [name, call] of Object.entries(calls)) {
    ipcMain.handle(name, (_event, ...args) => outcomeOf((call as (...args: unknown[]) => Promise<unknown>)(...args)))
  }
  const window = new BrowserWindow({
    width: 400,
    height: 300,
    webPreferences: { preload, sandbox: true, contextIsolation: true }
  })
  // Of another host, restrictPageSession would refuse it.
  void window.loadURL(`${ORIGIN}/`)
}
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(start)
