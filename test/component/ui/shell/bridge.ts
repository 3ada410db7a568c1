/** A bridge whose answers a test sets, and which remembers what was asked. */
import type { Bridge, Change, ChangeTopic, Envelope, FirstAnswers } from '../../../../src/shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type {
  AccountRecord,
  AccountLine,
  CredentialState,
  SessionState
} from '../../../../src/shared/models/account.ts'
import { definitionProblems } from '../../../../src/main/provider/definitions/definition-file.ts'
import { factsOf } from '../../../../src/shared/providers/definition.ts'
import { TOPICS, type Freshness } from '../../../../src/shared/models/freshness.ts'
import type { LockState } from '../../../../src/shared/models/lock.ts'
import type { PdfFolderState } from '../../../../src/shared/models/pdf-folder.ts'
import { DEFAULT_SETTINGS } from '../../../../src/shared/models/settings.ts'
import { NO_UPDATES } from '../../../../src/shared/models/updates.ts'
import type { Status } from '../../../../src/shared/models/status.ts'

export const account: AccountRecord = {
  id: 'a',
  label: 'ada@example.com',
  named: false,
  kind: 'password',
  connection: { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v2' },
  email: 'ada@example.com',
  tokenStored: true,
  keyStored: true,
  signedOut: false,
  tokenExpiresAt: null,
  addedAt: '2026-01-01T00:00:00Z'
}
/** One account of the list; without more it is the one above. */
export const line = (
  more: Partial<AccountRecord> = {},
  credential: CredentialState = 'kept',
  keychainError: ErrorInfo | null = null
): AccountLine => {
  const its = { ...account, ...more }
  return { account: its, provider: factsOf(its.connection), credential, keychainError }
}
/** The first of these accounts is shown, or the one at that place. */
export const opened = (accounts: AccountLine[], place = 0, pendingDeletions = 0): SessionState => {
  const open = accounts[place]
  if (!open) throw new Error(`no account at ${place}`)
  return { status: 'signedIn', ...open, accounts, pendingDeletions }
}
/** One account, which is shown. */
export const signedIn = (credential: CredentialState = 'kept', keychainError: ErrorInfo | null = null): SessionState =>
  opened([line({}, credential, keychainError)])
export const signedOut: SessionState = { status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 }
/** As at the first start. */
/** The user picked the account shown: what belongs to one account is tested with others beside it. */
export const settings = { ...DEFAULT_SETTINGS, allAccounts: false }
/** The app lock, without a PIN; with `enabled` and `locked` as they are wanted. */
export const lockState = (more: Partial<LockState> = {}): LockState => ({
  enabled: false,
  locked: false,
  system: false,
  triesLeft: 5,
  waitUntil: null,
  ...more
})
export const online: Status = {
  reach: 'online',
  refreshing: [],
  othersRefreshing: false,
  nextTryAt: null,
  storage: 'fine',
  lostSettings: [],
  update: null,
  folderProblem: null,
  openInvoices: null,
  isOpenLeast: false,
  isOpenOutdated: false,
  failed: [],
  refusal: null,
  unseenChanges: 0,
  products: null
}
export const fresh: Freshness = {
  fetchedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  refreshing: false,
  error: null,
  notes: [],
  partial: null,
  revision: 1
}

/** No folder was chosen. */
export const noFolder: PdfFolderState = {
  folder: null,
  progress: null,
  problem: null,
  notFetched: 0,
  lastSavedAt: null
}

const noPlans = {
  ...{ rows: [], total: 0, missing: [], freshness: fresh },
  expected: { amounts: [], moreCurrencies: 0, plans: 0, withoutPrice: 0 }
}
const noProducts = { rows: [], matched: 0, total: 0, sortOrder: null, edition: 0, freshness: fresh }

export interface FakeBridge {
  /** What `domain.method` answers from now on. */
  answer: (call: string, data: unknown) => void
  /** `domain.method` fails with this from now on. */
  fail: (call: string, error: ErrorInfo) => void
  /** `domain.method` answers nothing until it is given an answer or fails; returns how often it was asked so far. */
  hold: (call: string) => () => number
  /** Inputs of every `domain.method` so far, without the account that they name. */
  asked: (call: string) => unknown[]
  /** The accounts that they name. */
  askedOf: (call: string) => unknown[]
  /** @param of the account whose data changed; without it the one above, or the app */
  emit: (topic: ChangeTopic, of?: string | null) => void
  /** What comes with the start. */
  start: (answers: Promise<FirstAnswers | null>) => void
}

let first: Promise<FirstAnswers | null> = Promise.resolve(null)
const answers = new Map<string, Envelope<unknown>>()
const inputs = new Map<string, unknown[]>()
const listeners = new Set<Parameters<Bridge['onChange']>[0]>()
const waiting = new Map<string, ((answer: Envelope<unknown>) => void)[]>()

function give(call: string, given: Envelope<unknown>): void {
  answers.set(call, given)
  waiting.get(call)?.forEach((tell) => tell(given))
  waiting.delete(call)
}
const answer = (call: string, data: unknown): void => give(call, { ok: true, data })

function split(input: unknown): { of: unknown; rest: unknown } {
  if (typeof input !== 'object' || input === null || !('of' in input)) return { of: undefined, rest: input }
  const { of, ...rest } = input
  return { of, rest }
}

const ACCOUNT_TOPICS: readonly ChangeTopic[] = [...TOPICS, 'progress', 'status', 'connectionCheck']
const isOfAccount = (topic: ChangeTopic): boolean => ACCOUNT_TOPICS.includes(topic)

/** The bridge under the page; fresh for each test of a file that imports page.ts. */
export const bridge: FakeBridge = {
  answer,
  fail: (call, error) => give(call, { ok: false, error }),
  hold: (call) => {
    waiting.set(call, [])
    return () => inputs.get(call)?.length ?? 0
  },
  asked: (call) => (inputs.get(call) ?? []).map((input) => split(input).rest),
  askedOf: (call) => (inputs.get(call) ?? []).map((input) => split(input).of),
  emit: (topic, of = isOfAccount(topic) ? account.id : null) =>
    listeners.forEach((listener) => listener(...([topic, of] as Change))),
  start(sent) {
    first = sent
  }
}

/** As main checks it. */
const checked = (call: string, input: unknown): Envelope<unknown> | undefined =>
  call === 'connection.problems'
    ? { ok: true, data: { problems: definitionProblems((input as { definition: object }).definition) } }
    : undefined

export const appInfo = {
  version: '1.2.3',
  platform: 'linux',
  dataFolder: '/data',
  locale: 'en-GB',
  languages: ['en'],
  sample: 'good'
} as const

/** Puts a fresh bridge under the page. */
export function layBridge(): FakeBridge {
  for (const map of [answers, inputs, listeners, waiting]) map.clear()
  first = Promise.resolve(null)
  answer('lock.state', lockState())
  answer('session.state', signedIn())
  answer('app.info', appInfo)
  answer('app.settings', settings)
  answer('app.desktop', { tray: true, startsWithSystem: false, notifications: 'supported', shortcut: 'off' })
  answer('app.pauseShortcut', null)
  answer('app.status', online)
  answer('app.refresh', online)
  answer('app.takeRoute', { path: null, account: null })
  answer('catalogue.page', noProducts)
  answer('accounts.amounts', { accounts: [] })
  answer('plans.page', noPlans)
  answer('catalogue.progress', { progress: null })
  answer('catalogue.labels', { labels: [] })
  answer('catalogue.sortOrders', { sortOrders: [] })
  answer('catalogue.changes', { rows: [], total: 0, newest: 0, isCut: false, visit: '2026-11-20T14:30:00.000Z' })
  answer('pdfFolder.state', noFolder)
  answer('updates.state', NO_UPDATES)
  answer('proxy.state', { password: 'none', fromCommandLine: false })
  answer('profile.read', { profile: null, freshness: { ...fresh, fetchedAt: null } })

  const method = (name: string) => (given: unknown) => {
    // As the real bridge does: what can't be cloned, such as a reactive object, throws.
    const input: unknown = structuredClone(given)
    inputs.set(name, [...(inputs.get(name) ?? []), input])
    const found = answers.get(name) ?? checked(name, input)
    const held = waiting.get(name)
    if (held) return new Promise((tell) => held.push(tell))
    return found ? Promise.resolve(found) : Promise.reject(new Error(`no answer for ${name}`))
  }
  const domain = (name: string): object => new Proxy({}, { get: (_, call) => method(`${name}.${String(call)}`) })
  const onChange: Bridge['onChange'] = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const value = new Proxy(
    {},
    { get: (_, name) => (name === 'onChange' ? onChange : name === 'start' ? () => first : domain(String(name))) }
  ) as Bridge
  Object.defineProperty(window, 'portside', { value, configurable: true })
  return bridge
}
