/**
 * A provider on a loopback socket, built from an entry of test/fixtures/provider-replies.json: its paths, its authorization, and its
 * lists in two pages where the entry names a way of paging. All values are made up.
 */
import { readFileSync } from 'node:fs'
import type { Connection } from '../../src/shared/models/connection.ts'
import type { InvoiceState } from '../../src/shared/models/invoice.ts'
import type { Json } from '../../src/shared/models/json.ts'
import type { Authorization, Paging, ProviderDefinition } from '../../src/shared/models/provider.ts'
import { BUILT_IN, type ProviderId } from '../../src/shared/providers/built-in.ts'
import { startApiServer, type ApiServer } from './api-server.ts'

interface JsonObject {
  [name: string]: Json
}
/** Plans of built-in providers, in the documented shape, and what a right reading says. */
export interface PlanFacts {
  provider: ProviderId
  about: string
  plans: Json
  subscription?: Json
  /** In the order of the reply. */
  expected: JsonObject[]
  /** Of the 30 days from 2026-11-25 on. */
  charges: { currency: string | null; amount: string }[]
}
export const PLAN_FACTS = JSON.parse(
  readFileSync(new URL('../fixtures/plan-replies.json', import.meta.url), 'utf8')
) as readonly PlanFacts[]

/** What the provider's endpoints of plans answer: the first of its facts. */
function planReplyAt(provider: ProviderId | null, path: string): Json | undefined {
  const facts = PLAN_FACTS.find((one) => one.provider === provider)
  if (!facts || provider === null) return undefined
  const { plans, subscription } = BUILT_IN[provider]
  if (path === plans?.path) return facts.plans
  return path === subscription?.path ? facts.subscription : undefined
}

export type FactsCall = 'profile' | 'products' | 'invoices'

export interface FactsEntry {
  name: string
  source?: string
  baseUrl?: string
  auth?: string
  paths?: Partial<Record<FactsCall | 'invoicePdf', string>>
  paging?: string
  settings?: Partial<ProviderDefinition>
  statuses?: Record<string, InvoiceState>
  replies: Partial<Record<FactsCall, Json>>
  expected: { invoices?: JsonObject[]; products?: JsonObject[]; profile?: JsonObject }
}

const ENTRIES = (
  JSON.parse(readFileSync(new URL('../fixtures/provider-replies.json', import.meta.url), 'utf8')) as FactsEntry[]
).filter((entry) => 'replies' in entry && 'expected' in entry)

const isMoreOf = (entry: FactsEntry, { name }: FactsEntry): boolean => entry.source === `as ${name}`

/** All entries with replies. One that has more of another provider's replies is a part of that one. */
export const FACTS: readonly FactsEntry[] = ENTRIES.filter(
  (entry) => !ENTRIES.some((other) => isMoreOf(entry, other))
).map((entry) => {
  const more = ENTRIES.filter((one) => isMoreOf(one, entry))
  return {
    ...entry,
    replies: more.reduce((replies, one) => ({ ...replies, ...one.replies }), entry.replies),
    expected: more.reduce((expected, one) => ({ ...expected, ...one.expected }), entry.expected)
  }
})

export function factsOf(name: string): FactsEntry {
  const entry = FACTS.find((one) => one.name === name)
  if (!entry) throw new Error(`no facts of ${name}`)
  return entry
}

/** The entries whose provider is built in. */
const BUILT_IN_OF: Readonly<Record<string, ProviderId>> = {
  'hypeproxy v3': 'hypeproxy-v3',
  'hypeproxy v3 product': 'hypeproxy-v3',
  trueproxies: 'trueproxies',
  proxyrequest: 'proxyrequest',
  webshare: 'webshare',
  'iproyal isp': 'iproyal-isp',
  'iproyal resi': 'iproyal-residential'
}

export const builtInOf = ({ name }: FactsEntry): ProviderId | null => BUILT_IN_OF[name] ?? null

export const FACTS_KEY = 'facts-key-0123456789-abcdef'
export const FACTS_SIGN_IN = { email: 'jane@example.com', password: 'made-up-password' } as const
export const FACTS_PDF = '%PDF-1.7\n% an invoice behind the credential\n%%EOF\n'

/** The definition of a provider that isn't built in: no more than the entry states. */
function ownDefinition(entry: FactsEntry): Partial<ProviderDefinition> {
  const call = (name: FactsCall): { path: string; paging?: Paging } | null =>
    entry.replies[name] === undefined
      ? null
      : { path: entry.paths?.[name] ?? `/api/${name}`, ...(name !== 'profile' && pagingOf(entry)) }
  return {
    name: entry.name,
    authorization: authorizationOf(entry.auth),
    profile: call('profile'),
    products: call('products'),
    invoices: call('invoices'),
    ...entry.settings,
    ...(entry.statuses && { statuses: entry.statuses })
  }
}

/** As the facts write it: `Authorization: Token KEY`, `Basic client:KEY`, `X-API-TOKEN: KEY`. */
function authorizationOf(facts = 'Authorization: Bearer KEY'): Authorization {
  const basic = /^Basic (\w+):/.exec(facts)?.[1]
  if (basic !== undefined) return { scheme: 'Basic', user: basic }
  const scheme = /^Authorization: (Bearer|Token|Static) /.exec(facts)?.[1]
  if (scheme !== undefined) return { scheme: scheme as 'Bearer' | 'Token' | 'Static' }
  const header = /^([\w-]+): /.exec(facts)?.[1]
  if (header === undefined) throw new Error(`unknown authorization: ${facts}`)
  return { scheme: 'header', name: header }
}

const isAuthorized = (request: Request, authorization: Authorization): boolean => {
  const { headers } = request
  if (authorization.scheme === 'header') return headers.get(authorization.name) === FACTS_KEY
  const basic = authorization.scheme === 'Basic' ? btoa(`${authorization.user ?? ''}:${FACTS_KEY}`) : FACTS_KEY
  return headers.get('authorization') === `${authorization.scheme} ${basic}`
}

interface Page {
  records: JsonObject[]
  /** Of the page's first record in the whole list. */
  offset: number
  number: number
  total: number
  /** The URL of the next page; null: this is the last one. */
  next: string | null
  isLast: boolean
}

/** How one way of paging is asked for, and what a page says of the rest. */
interface PagingFacts {
  paging: Paging
  /** @returns what stands beside the list, by the names and objects of the entry's reply */
  about(page: Page): JsonObject
}

/** The words of an entry's `paging`, from its first one on. */
const PAGING: Readonly<Record<string, PagingFacts>> = {
  trueproxies: {
    paging: { by: 'cursor', parameter: 'cursor', cursorAt: 'next_cursor', sizeParameter: 'limit', size: 100 },
    about: ({ total, isLast, offset, records }) => ({
      total,
      next_cursor: isLast ? null : `after-${offset + records.length}`
    })
  },
  proxyrequest: {
    paging: { by: 'offset', parameter: 'offset', sizeParameter: 'limit', size: 100 },
    about: ({ total, next }) => ({ count: total, next })
  },
  webshare: {
    paging: { by: 'page', parameter: 'page', sizeParameter: 'page_size', size: 100 },
    about: ({ total, next }) => ({ count: total, next })
  },
  'iproyal isp': {
    paging: { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 100 },
    about: ({ total, number, isLast }) => ({
      meta: { current_page: number, last_page: isLast ? number : number + 1, per_page: 1, total }
    })
  },
  'iproyal resi': {
    paging: { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 20 },
    about: ({ total, number, isLast }) => ({
      meta: { current_page: number, last_page: isLast ? number : number + 1, per_page: 1, total }
    })
  },
  whmcs: {
    paging: { by: 'offset', parameter: 'limitstart', sizeParameter: 'limitnum', size: 25 },
    about: ({ total, offset, records }) => ({ totalresults: total, startnumber: offset, numreturned: records.length })
  },
  fossbilling: {
    paging: { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 100 },
    about: ({ total, number, isLast }) => ({ result: { pages: isLast ? number : number + 1, page: number, total } })
  },
  paymenter: {
    paging: { by: 'link' },
    about: ({ number, next }) => ({ links: { next }, meta: { current_page: number } })
  },
  stripe: {
    paging: { by: 'cursor', parameter: 'starting_after', sizeParameter: 'limit', size: 100 },
    about: ({ isLast }) => ({ has_more: !isLast })
  },
  vultr: {
    paging: { by: 'cursor', parameter: 'cursor', cursorAt: 'meta.links.next' },
    about: ({ total, isLast, offset, records }) => ({
      meta: { total, links: { next: isLast ? '' : `after-${offset + records.length}` } }
    })
  },
  linode: {
    paging: { by: 'page', parameter: 'page' },
    about: ({ total, number, isLast }) => ({ page: number, pages: isLast ? number : number + 1, results: total })
  },
  invoiceninja: {
    paging: { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 20 },
    about: ({ total, number, isLast }) => ({
      meta: { pagination: { total, current_page: number, total_pages: isLast ? number : number + 1 } }
    })
  }
}

function pagingFacts(entry: FactsEntry): PagingFacts | null {
  if (entry.paging === undefined) return null
  const facts = PAGING[entry.name]
  if (!facts) throw new Error(`${entry.name} names a way of paging that nothing serves: ${entry.paging}`)
  return facts
}

function pagingOf(entry: FactsEntry): { paging?: Paging } {
  const facts = pagingFacts(entry)
  return facts ? { paging: facts.paging } : {}
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names that lead to the first list of records in a reply. */
function listPath(reply: Json, depth = 0): string[] | null {
  if (Array.isArray(reply)) return isObject(reply[0]) ? [] : null
  if (!isObject(reply) || depth > 2) return null
  for (const [name, value] of Object.entries(reply)) {
    const path = listPath(value, depth + 1)
    if (path) return [name, ...path]
  }
  return null
}

const valueAt = (reply: Json, path: readonly string[]): Json =>
  path.reduce<Json>((value, name) => (isObject(value) ? (value[name] ?? null) : null), reply)

/** The reply with another list at the path. */
function withList(reply: Json, [name, ...rest]: readonly string[], list: Json): Json {
  if (name === undefined) return list
  return isObject(reply) ? { ...reply, [name]: withList(reply[name] ?? null, rest, list) } : reply
}

const merged = (one: Json, other: JsonObject): Json => {
  if (!isObject(one)) return other
  const names = Object.entries(other).map(([name, value]): [string, Json] => [
    name,
    isObject(value) ? merged(one[name] ?? null, value) : value
  ])
  return { ...one, ...Object.fromEntries(names) }
}

const IDS = ['id', 'pid', 'offer_key', 'code']

/** The same record with another id. */
function copyOf(record: JsonObject): JsonObject {
  const entries = Object.entries(record).map(([name, value]): [string, Json] => {
    if (name === 'attributes' && isObject(value)) return [name, copyOf(value)]
    if (!IDS.includes(name)) return [name, value]
    return [name, typeof value === 'number' ? value + 1 : `${String(value)}9`]
  })
  return Object.fromEntries(entries)
}

/** A list's records: one alone gets a copy, so that there are two pages. */
function recordsOf(reply: Json, isPaged: boolean): JsonObject[] {
  const records = (valueAt(reply, listPath(reply) ?? []) ?? []) as JsonObject[]
  return isPaged && records.length === 1 ? records.flatMap((one) => [one, copyOf(one)]) : records
}

/** Where the page begins that a request asks for. A provider may give fewer records than were asked for, and this one does. */
function offsetOf(url: URL, paging: Paging, records: readonly JsonObject[], size: number): number {
  if (paging.by === 'none') return 0
  const given = url.searchParams.get(paging.by === 'link' ? 'page' : paging.parameter)
  if (given === null) return 0
  if (paging.by === 'offset') return Number(given)
  if (paging.by === 'page' || paging.by === 'link') return (Number(given) - 1) * size
  const after = /^after-(\d+)$/.exec(given)?.[1]
  return after === undefined ? records.findIndex(({ id }) => String(id) === given) + 1 : Number(after)
}

function pageOf(reply: Json, url: URL, { paging, about }: PagingFacts): Json {
  const path = listPath(reply) ?? []
  const all = recordsOf(reply, true)
  const size = Math.ceil(all.length / 2)
  const offset = offsetOf(url, paging, all, size)
  const records = all.slice(offset, offset + size)
  const isLast = offset + records.length >= all.length
  const number = Math.floor(offset / size) + 1
  return merged(
    withList(reply, path, records),
    about({
      records,
      offset,
      number,
      total: all.length,
      isLast,
      next: isLast ? null : nextUrl(url, paging, offset + size)
    })
  )
}

function nextUrl(url: URL, paging: Paging, offset: number): string {
  const next = new URL(url)
  if (paging.by === 'offset') next.searchParams.set(paging.parameter, String(offset))
  else if (paging.by === 'page') next.searchParams.set(paging.parameter, '2')
  else next.searchParams.set('page', '2')
  return next.href
}

export interface FactsServer {
  connection: Connection
  server: ApiServer
  /** How often each path of the facts was asked for with the right key. */
  requests: ReadonlyMap<string, number>
  /** Number of records that a list has on all its pages. */
  count(call: 'products' | 'invoices'): number
  pages(call: 'products' | 'invoices'): number
}

/** @param at.origin where the app finds the server, if something else leads there: links in replies have it, too */
export async function startFactsServer(entry: FactsEntry, at: { origin?: string } = {}): Promise<FactsServer> {
  const provider = builtInOf(entry)
  const definition = provider === null ? ownDefinition(entry) : BUILT_IN[provider]
  const authorization = definition.authorization ?? { scheme: 'Bearer' }
  const requests = new Map<string, number>()
  const count = (path: string): void => void requests.set(path, (requests.get(path) ?? 0) + 1)
  const isPaged = (call: FactsCall): boolean =>
    entry.paging !== undefined && call !== 'profile' && definition[call]?.paging !== undefined
  const callAt = (path: string): FactsCall | undefined =>
    (['profile', 'products', 'invoices'] as const).find((call) => definition[call]?.path === path)
  const pdf = definition.invoicePdf && new URL(definition.invoicePdf.path, 'http://any.example')

  const server = await startApiServer({ fetch: (input) => Promise.resolve(answer(new Request(input))) })
  const baseUrl = at.origin ?? server.baseUrl
  function answer(request: Request): Response {
    const { pathname: path, search } = new URL(request.url)
    const url = new URL(path + search, baseUrl)
    if (request.method === 'POST' && path === definition.signIn?.path) {
      count(path)
      return Response.json({ token: FACTS_KEY, refresh: 'a-refresh-token' })
    }
    if (!isAuthorized(request, authorization)) return Response.json({ error: 'unauthorized' }, { status: 401 })
    if (pdf && isPdfOf(pdf, url)) {
      count(definition.invoicePdf?.path ?? path)
      return new Response(FACTS_PDF, { headers: { 'content-type': 'application/pdf' } })
    }
    const call = callAt(path)
    const reply = call ? entry.replies[call] : planReplyAt(provider, path)
    if (reply === undefined) return Response.json({ error: 'not found' }, { status: 404 })
    count(path)
    const facts = call && isPaged(call) ? pagingFacts(entry) : null
    return Response.json(facts ? pageOf(reply, url, facts) : reply)
  }
  const { name: _, baseUrl: _whiteLabel, ...own } = definition
  const connection: Connection =
    provider === null ? { ...own, name: entry.name, provider, baseUrl } : { provider, baseUrl }
  return {
    connection,
    server,
    requests,
    count: (call) => recordsOf(entry.replies[call] ?? null, isPaged(call)).length,
    pages: (call) => (isPaged(call) ? 2 : 1)
  }
}

/** The id is a part of the path, or the value of a parameter. */
function isPdfOf(template: URL, url: URL): boolean {
  const [before = '', after = ''] = decodeURIComponent(template.pathname + template.search).split('{id}')
  const asked = url.pathname + url.search
  return asked.startsWith(before) && asked.endsWith(after) && asked.length > before.length + after.length
}
