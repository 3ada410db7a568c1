/* eslint-disable portside/stay-in-layer -- runs in Electron */
/** Portside's own network in Electron, without a window: tests call it over Node's IPC channel. start-network-app.ts bundles and starts it. */
import { app, net, session } from 'electron'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access, Certificate, ProxyChallenge } from '../../../src/main/ports/index.ts'
import { fetchIn, networkFetch, networkProxy } from '../../../src/main/desktop/network.ts'
import { NetworkProbe } from '../../../src/main/desktop/probe.ts'
import { registerScheme } from '../../../src/main/desktop/protocol.ts'
import { restrictPageSession } from '../../../src/main/desktop/window/security-policy.ts'
import { ProductListReader, type ParsedProduct } from '../../../src/main/provider/readers/product-list-reader.ts'
import { toErrorInfo, AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import type { ManualProxy } from '../../../src/shared/models/network-proxy.ts'
import type { Kind } from '../../support/faults/fault.ts'
import { updatesCalls } from '../desktop/updates/updates-calls.ts'

export interface Fetched {
  status: number
  etag: string | null
  location: string | null
  disposition: string | null
  body: string
}

/** What the API client makes of a provider's answer. */
export interface Ended {
  error: ErrorInfo | null
  /** Of each request: its status, or the message of the network's error. */
  answers: (number | string)[]
}

export interface ApiCall {
  kind: Kind
  connection: Connection
  now: number
  deadlineMs: number
}

/** How a call ends: an AppError becomes its plain form, any other error its message. */
export type Outcome<T> = { value: T } | { error: ErrorInfo } | { message: string }

export interface Asked {
  id: number
  name: keyof Calls
  args: unknown[]
}

export interface Answered {
  id: number
  outcome: Outcome<unknown>
}

export const calls = {
  fetch: (url: string, init?: RequestInit): Promise<Fetched> => read(networkFetch(url, init)),
  /** As main would through the session of the page. */
  fetchAsPage: (url: string): Promise<Fetched> => read(fetchIn(() => session.defaultSession)(url)),
  /** Ends when `abort` is called. */
  fetchUntilAborted: (url: string): Promise<Fetched> => abortable.fetch(url),
  /** @param hasBegun waits for the response's head first */
  abort: (hasBegun: boolean): Promise<void> => abortable.abort(hasBegun),
  /** Asks one after another, and reads nothing of the responses' bodies. */
  fetchAndCancel: async (url: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await (await networkFetch(url)).body?.cancel()
  },
  lookUp: (host: string, ms: number): Promise<string[]> => probe.lookUp(host, signalOf(ms)),
  proxies: (address: string): Promise<string[]> => probe.proxies(address),
  certificate: (address: string, ms: number): Promise<Certificate | null> => probe.certificate(address, signalOf(ms)),
  /** @param password null: none is known */
  useProxy: async (manual: ManualProxy, password: string | null): Promise<void> => proxyQuestions.use(manual, password),
  changeProxy: async (manual: ManualProxy): Promise<void> => networkProxy.apply({ mode: 'manual', manual }),
  /** The questions of proxies for a password since the last `useProxy`. */
  proxyQuestions: async (): Promise<ProxyChallenge[]> => proxyQuestions.asked,
  /** As the system would report it. */
  setOnline: async (isOnline: boolean): Promise<void> => void (net.isOnline = () => isOnline),
  callApi,
  /** Ids of the processes that a reply goes through. */
  processes: async (): Promise<number[]> =>
    app
      .getAppMetrics()
      .filter(({ type, serviceName }) => type === 'Browser' || serviceName === 'network.mojom.NetworkService')
      .map(({ pid }) => pid),
  ...updatesCalls
} satisfies Record<string, (...args: never[]) => Promise<unknown>>

export type Calls = typeof calls

const probe = new NetworkProbe()

async function read(asked: Promise<Response>): Promise<Fetched> {
  const response = await asked
  const header = (name: string): string | null => response.headers.get(name)
  return {
    status: response.status,
    etag: header('etag'),
    location: header('location'),
    disposition: header('content-disposition'),
    body: await response.text()
  }
}

const signalOf = (ms: number): AbortSignal => (ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms))

/** One request that a test aborts. */
class Abortable {
  #controller = new AbortController()
  #begun = Promise.withResolvers<undefined>()

  fetch(url: string): Promise<Fetched> {
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
const abortable = new Abortable()

class ProxyQuestions {
  asked: ProxyChallenge[] = []

  use(manual: ManualProxy, password: string | null): void {
    this.asked = []
    networkProxy.start({ mode: 'manual', manual }, async (challenge) => {
      this.asked.push(challenge)
      return password === null ? null : { user: manual.user, password }
    })
  }
}
const proxyQuestions = new ProxyQuestions()

/** Retries come at once. */
async function callApi({ kind, connection, now, deadlineMs }: ApiCall): Promise<Ended> {
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
  try {
    await requestOf(kind, api, connection)
    return { error: null, answers }
  } catch (error) {
    if (error instanceof AppError) return { error: toErrorInfo(error), answers }
    throw error
  }
}

function requestOf(kind: Kind, api: ProviderApi, connection: Connection): Promise<unknown> {
  const access: Access = { connection, token: 'no-real-token' }
  switch (kind) {
    case 'sign-in':
      return api.signIn(connection, { email: 'member@example.com', password: 'not a real one' })
    case 'list':
      return fetchList(api, access)
    case 'invoices':
      return api.invoices(access)
    case 'detail':
      return api.product(access, 'fresh-1')
    case 'profile':
      return api.profile(access)
  }
}

/** Parsed here, as the catalogue's worker does it, and not stored. */
function fetchList(api: ProviderApi, access: Access): Promise<unknown> {
  const download = api.productList(access, {})
  return download.receive(() => {
    let products: ParsedProduct[] = []
    const reader = new ProductListReader(download, {
      restart: () => void (products = []),
      addStored: () => null,
      add: (product) => void products.push(product),
      marks: () => products.map(({ hash }) => hash)
    })
    return { write: async (chunk) => reader.write(chunk), end: async () => reader.end() }
  })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function outcomeOf(work: Promise<unknown>): Promise<Outcome<unknown>> {
  try {
    return { value: await work }
  } catch (error) {
    return error instanceof AppError ? { error: error.info } : { message: messageOf(error) }
  }
}

async function start(): Promise<void> {
  await restrictPageSession()
  process.on('message', ({ id, name, args }: Asked) => {
    const call = calls[name] as (...args: unknown[]) => Promise<unknown>
    void outcomeOf(call(...args)).then((outcome) => process.send?.({ id, outcome } satisfies Answered))
  })
  process.send?.('started')
}

registerScheme()
app.disableHardwareAcceleration()
process.once('disconnect', () => app.exit(0))
// Electron is ready once this module has run.
void app.whenReady().then(start)
