/** In-memory stand-ins for core's ports: the only doubles of our own rooms that tests use. */
import { ProviderApi } from '../../src/main/provider/api/provider-api.ts'
import { AppError, type ErrorCode } from '../../src/shared/ipc/error.ts'
import type { Change, ChangeTopic } from '../../src/shared/ipc/contract.ts'
import type { AccountRecord } from '../../src/shared/models/account.ts'
import type { ProfileView } from '../../src/shared/models/profile.ts'
import { dayOf } from '../../src/shared/models/day.ts'
import type { Topic } from '../../src/shared/models/freshness.ts'
import { CombinedInvoiceList } from '../../src/main/invoices/storage/combined-invoice-list.ts'
import { InvoiceList } from '../../src/main/invoices/storage/invoice-list.ts'
import { PersonalValues } from '../../src/main/provider/readers/security/personal-values.ts'
import { storedInvoice } from '../../src/main/invoices/storage/stored-invoice.ts'
import type { Invoice } from '../../src/shared/models/invoice.ts'
import type { ProxySetting } from '../../src/shared/models/network-proxy.ts'
import { DEFAULT_SETTINGS } from '../../src/shared/models/settings.ts'
import type { LostSetting, StorageCondition } from '../../src/shared/models/status.ts'
import type {
  AccountStorage,
  Answer,
  ArchiveEntry,
  Storage,
  Certificate,
  Clock,
  DiagnosticSources,
  Entry,
  Files,
  InvoiceRecord,
  KeyOf,
  LockRecord,
  Log,
  LogEvents,
  Opener,
  PdfFolderRecord,
  PinHash,
  Api,
  Presence,
  Probe,
  ProxyControl,
  ProxyKeychain,
  ProxyPasswordEntry,
  ProxyPasswordRecord,
  ProductRecord,
  Publisher,
  RefreshAnswer,
  Registry,
  SavedPdfEntry,
  SavedPdfs,
  StoredInfo,
  SystemPrompt,
  UpdateRecord,
  Validators,
  Keychain
} from '../../src/main/ports/index.ts'
import { listing, MemoryCatalogue, type ProductListAnswer } from './catalogue.ts'
import { NO_INVOICE_FIELDS } from './invoice-fields.ts'

/** What was logged, in order. */
export class LoggedEvents implements Log {
  events: { name: keyof LogEvents; facts: LogEvents[keyof LogEvents] }[] = []

  event<Name extends keyof LogEvents>(name: Name, facts: LogEvents[Name]): void {
    this.events.push({ name, facts })
  }
}

/** A clock that stands still until told, or goes on by `tick` milliseconds whenever it is read; due timers run in order. */
export class FakeClock implements Clock {
  #elapsed = 0
  /** The computer's clock, ahead of what has elapsed. */
  #wall: number
  #slept = 0
  #timers: { at: number; run: () => void }[] = []
  tick = 0
  /** What `random` says. */
  chance = 0.5

  constructor(start = '2026-11-20T12:00:00.000Z') {
    this.#wall = Date.parse(start)
  }
  now(): Date {
    this.#elapsed += this.tick
    return new Date(this.#wall + this.#elapsed)
  }
  elapsed(): number {
    return this.#elapsed
  }
  uptime(): number {
    return this.#elapsed + this.#slept
  }
  random(): number {
    return this.chance
  }
  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#elapsed + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }
  /** Milliseconds until each planned timer, soonest first. */
  planned(): number[] {
    return this.#timers.map(({ at }) => at - this.#elapsed).sort((a, b) => a - b)
  }
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((one) => one !== next)
      this.#elapsed = Math.max(this.#elapsed, next.at)
      next.run()
      await settle()
    }
    this.#elapsed = Math.max(this.#elapsed, end)
  }
  /** Somebody sets the computer's clock. */
  turn(ms: number): void {
    this.#wall += ms
  }
  /** The computer sleeps: timers stand still. */
  sleep(ms: number): void {
    this.#wall += ms
    this.#slept += ms
  }
}

/** Lets everything that only waits for promises run to its end. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export class PublishedEvents implements Publisher {
  changes: Change[] = []
  publish(...change: Change): void {
    this.changes.push(change)
  }
  get topics(): ChangeTopic[] {
    return this.changes.map(([topic]) => topic)
  }
}

export class MemoryKeychain implements Keychain, ProxyKeychain {
  entries = new Map<string, Entry>()
  reads = 0
  writes = 0
  /** Every call fails with this while it is set. */
  keychainError: ErrorCode | null = null

  async read(accountId: string): Promise<Entry | null> {
    this.reads += 1
    this.#check()
    return this.entries.get(accountId) ?? null
  }
  async write(accountId: string, entry: Entry): Promise<void> {
    this.writes += 1
    this.#check()
    this.entries.set(accountId, entry)
  }
  async remove(accountId: string): Promise<void> {
    this.#check()
    this.entries.delete(accountId)
    this.proxyPasswords.delete(accountId)
  }
  proxyPasswords = new Map<string, ProxyPasswordEntry>()
  async readProxyPassword(name: string): Promise<ProxyPasswordEntry | null> {
    this.reads += 1
    this.#check()
    return this.proxyPasswords.get(name) ?? null
  }
  async writeProxyPassword(name: string, entry: ProxyPasswordEntry): Promise<void> {
    this.#check()
    this.proxyPasswords.set(name, entry)
  }
  #check(): void {
    if (this.keychainError) throw new AppError(this.keychainError)
  }
}

export class MemoryRegistry implements Registry {
  list: AccountRecord[] = []
  shown: string | null = null
  chosen = DEFAULT_SETTINGS

  accounts = () => this.list
  saveAccount = (account: AccountRecord) => {
    const known = this.list.some(({ id }) => id === account.id)
    this.list = known ? this.list.map((one) => (one.id === account.id ? account : one)) : [...this.list, account]
  }
  removeAccount = (id: string) => {
    this.list = this.list.filter((one) => one.id !== id)
  }
  orderAccounts = (ids: readonly string[]) => {
    const place = ({ id }: AccountRecord): number => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    this.list = this.list.toSorted((one, other) => place(one) - place(other))
  }
  shownAccountId = () => this.shown
  saveShownAccountId = (id: string | null) => {
    this.shown = id
  }
  settings = () => this.chosen
  unusable: readonly LostSetting[] = []
  unusableSettings = () => this.unusable
  saveSettings = (settings: typeof DEFAULT_SETTINGS) => {
    this.chosen = settings
  }
  journal: string[] = []
  keychainJournal = () => this.journal
  saveKeychainJournal = (ids: readonly string[]) => {
    this.journal = [...ids]
  }
  lockRecord: LockRecord | null = null
  lock = () => this.lockRecord
  saveLock = (record: LockRecord | null) => {
    this.lockRecord = record
  }
  folderRecord: PdfFolderRecord | null = null
  pdfFolder = () => this.folderRecord
  savePdfFolder = (record: PdfFolderRecord | null) => {
    this.folderRecord = record
  }
  updateRecord: UpdateRecord | null = null
  updates = () => this.updateRecord
  saveUpdates = (record: UpdateRecord) => {
    this.updateRecord = record
  }
  proxyRecord: ProxyPasswordRecord | null = null
  proxyPassword = () => this.proxyRecord
  saveProxyPassword = (record: ProxyPasswordRecord | null) => {
    this.proxyRecord = record
  }
  refreshAnswers: readonly RefreshAnswer[] = []
  saveRefreshAnswers = (answers: readonly RefreshAnswer[]) => {
    this.refreshAnswers = answers
  }
  isWritable = true
  isLasting = () => this.isWritable
}

const listOf = (records: InvoiceRecord[]) => ({ of: records, invoices: new InvoiceList(records.map(storedInvoice)) })

/** Enough of a cache for core's rules; what SQL answers is tested on real files. */
export class MemoryAccountStorage implements AccountStorage {
  infos = new Map<Topic, StoredInfo>()
  catalogue = new MemoryCatalogue(
    (info) => void this.infos.set('catalogue', info),
    () => this.infos.get('catalogue') ?? null
  )
  records: InvoiceRecord[] = []
  pictures = new Map<string, Awaited<ReturnType<AccountStorage['picture']>>>()
  /** What is stored of profile, invoices and plans can't be opened, because of this. */
  sealedSnapshot: ErrorCode | null = null
  #profile: Awaited<ReturnType<AccountStorage['profile']>> = null
  #list = listOf(this.records)

  info = async (topic: Topic) => (topic === 'catalogue' ? this.infos : this.#opened.infos).get(topic) ?? null
  confirm: AccountStorage['confirm'] = async (topic, fetchedAt) => {
    const info = this.infos.get(topic)
    if (info) this.infos.set(topic, { ...info, fetchedAt })
  }
  profile = async () => this.#opened.#profile
  saveProfile: AccountStorage['saveProfile'] = async (value, info) => {
    this.infos.set('profile', info)
    this.#profile = { value, ...info }
  }
  #plans: Awaited<ReturnType<AccountStorage['plans']>> = null
  plans = async () => this.#opened.#plans
  savePlans: AccountStorage['savePlans'] = async (value, info) => {
    this.infos.set('plans', info)
    this.#plans = { value, ...info }
  }
  saveInvoices: AccountStorage['saveInvoices'] = async (records, info) => {
    this.infos.set('invoices', info)
    this.records = records
  }
  saveInvoice: AccountStorage['saveInvoice'] = async (record) => {
    this.records = this.records.map((one) => (one.invoice.key === record.invoice.key ? record : one))
  }
  /** The real list. */
  invoices: AccountStorage['invoices'] = async () => {
    if (this.#list.of !== this.records) this.#list = listOf(this.records)
    return this.#opened.#list.invoices
  }
  invoice: AccountStorage['invoice'] = async (key) =>
    this.#opened.records.find(({ invoice }) => invoice.key === key) ?? null
  pdfs = new Map<string, { bytes: Uint8Array; at: string }>()
  /** There is a key, so that PDFs can be kept. */
  keeps = true
  pdf: AccountStorage['pdf'] = async (key) => this.#opened.pdfs.get(key)?.bytes ?? null
  keptPdfInfo: AccountStorage['keptPdfInfo'] = async (key) => {
    const found = this.#opened.pdfs.get(key)
    return found ? { at: found.at, bytes: found.bytes.byteLength } : null
  }
  /** There is no room for another, unless one of them goes. */
  full = false
  savePdf: AccountStorage['savePdf'] = async (key, bytes, at, room) => {
    if (!this.keeps || (this.full && room === 'ifFree' && !this.pdfs.has(key))) return false
    this.pdfs.set(key, { bytes, at })
    return true
  }
  dropPdf: AccountStorage['dropPdf'] = async (key) => void this.pdfs.delete(key)
  savedPdfs = new MemorySavedPdfs()
  /** null: nothing was ever noted. */
  told: Set<string> | null = null
  unnotified: AccountStorage['unnotified'] = async (eventIds) => eventIds.filter((id) => !this.told?.has(id))
  markNotified: AccountStorage['markNotified'] = async (eventIds) => {
    this.told = new Set([...(this.told ?? []), ...eventIds])
  }
  unmarkNotified: AccountStorage['unmarkNotified'] = async (eventIds) => {
    for (const id of eventIds) this.told?.delete(id)
  }
  picture: AccountStorage['picture'] = async (key, address) => this.pictures.get(`${key} ${address}`) ?? null
  savePicture: AccountStorage['savePicture'] = async (key, address, picture) => {
    this.pictures.set(`${key} ${address}`, picture)
  }
  state: StorageCondition = 'fine'
  condition = async () => this.state
  writesOfUnwritten = 0
  writeUnwritten = async () => {
    this.writesOfUnwritten += 1
  }
  /** How many work with it. */
  openings = 0
  close = () => {
    this.openings -= 1
  }
  get closed(): boolean {
    return this.openings <= 0
  }
  /** Itself, for what is personal. */
  get #opened(): this {
    if (this.sealedSnapshot) throw new AppError(this.sealedSnapshot, { found: 'sealed' })
    return this
  }
}

class MemorySavedPdfs implements SavedPdfs {
  /** There is a key, so that entries can be kept. */
  keeps = true
  entries = new Map<string, { row: number; entry: SavedPdfEntry }>()
  #rows = 0
  unsaved: SavedPdfs['unsaved'] = async (keys) => {
    if (!this.keeps) return null
    return keys
      .map((key) => ({ key, begun: this.entries.get(key)?.entry ?? null }))
      .filter(({ begun }) => begun?.part !== null || begun === null)
  }
  put: SavedPdfs['put'] = async (key, entry) => {
    if (!this.keeps) throw new AppError('STORAGE')
    this.entries.set(key, { row: (this.#rows += 1), entry })
  }
  newest: SavedPdfs['newest'] = async (limit) => {
    const complete = [...this.entries.values()].filter(({ entry }) => entry.part === null)
    const rows = complete.map(({ row, entry }) => ({ row, at: entry.at })).sort((one, other) => other.row - one.row)
    return { rows: rows.slice(0, limit), total: rows.length }
  }
  entry: SavedPdfs['entry'] = async (row) => [...this.entries.values()].find((one) => one.row === row)?.entry ?? null
}

export class MemoryStorage implements Storage {
  registry = new MemoryRegistry()
  accounts = new Map<string, MemoryAccountStorage>()
  erased: string[] = []
  keys = new Map<string, KeyOf>()
  /** Every opening, in order. */
  opened: string[] = []
  open(accountId: string, key: KeyOf): MemoryAccountStorage {
    this.opened.push(accountId)
    const found = this.accounts.get(accountId) ?? new MemoryAccountStorage()
    this.keys.set(accountId, key)
    found.openings += 1
    this.accounts.set(accountId, found)
    return found
  }
  combineInvoices: Storage['combineInvoices'] = (...of) => new CombinedInvoiceList(...of)
  erase(accountId: string): void {
    this.erased.push(accountId)
    this.accounts.delete(accountId)
  }
  accountIds = (): string[] => [...this.accounts.keys()]
  eraseAll(): void {
    for (const id of this.accountIds()) this.erase(id)
    this.registry.list = []
    this.registry.shown = null
    this.registry.chosen = DEFAULT_SETTINGS
    this.registry.lockRecord = null
    this.registry.folderRecord = null
  }
}

/** An API that answers what its fields say; set a field to an AppError's thrower to make that call fail. */
export class FakeApi implements Api {
  calls: string[] = []
  baseUrl = (typed: string) => {
    if (!/^https:\/\/[^/]/.test(typed)) throw new AppError('BAD_REQUEST', { found: 'address' })
    return typed.replace(/\/+$/, '')
  }
  /** The IP addresses of a link's host. */
  lookUp: Probe['lookUp'] = async () => ['192.0.2.1']
  readonly #realApi = new ProviderApi({
    fetchFor: () => fetch,
    resolver: { lookUp: (host, signal) => this.lookUp(host, signal), proxies: async () => [] }
  })
  /** The real rule. */
  externalUrl: Api['externalUrl'] = (...call) => this.#realApi.externalUrl(...call)
  signIn: Api['signIn'] = async () => ({ token: 'token-1', expiresAt: null })
  profile: Api['profile'] = async () => answer(PROFILE)
  products: ProductListAnswer = listing([])
  productList: Api['productList'] = (access, query, ask = {}) => ({
    secrets: [access.token],
    receive: (start) => this.products(access, query, ask, start)
  })
  probeProducts: Api['probeProducts'] = async () => undefined
  product: Api['product'] = async (_access, id) => ({ value: productRecord(id), notes: [] })
  invoices: Api['invoices'] = async () => answer([])
  plans: Api['plans'] = async () => answer([])
  expiryOf: Api['expiryOf'] = () => null
  readInvoicesAgain: Api['readInvoicesAgain'] = (_connection, records) => ({ value: records, notes: [] })
  picture: Api['picture'] = async () => ({ type: 'image/png', bytes: new Uint8Array([1]) })
  invoiceLines: Api['invoiceLines'] = () => ({ lines: [], more: 0 })
  invoice: Api['invoice'] = async (_access, known) => known
  pdf: Api['pdf'] = async () => new TextEncoder().encode('%PDF-1.4')
  tryEndpoint: Api['tryEndpoint'] = async (_access, call) => ({
    ...{ call, asked: '/', error: null, found: 0, partial: null, records: [], claim: null, statuses: [], places: [] }
  })
  invoicePdf: Api['invoicePdf'] = async () => new TextEncoder().encode('%PDF-1.4')
  health: Api['health'] = async () => 200
}

export const PROFILE: ProfileView = {
  title: 'Ada',
  email: 'ada@example.com',
  groups: { person: [], address: [], company: [], account: [], other: [] },
  dropped: 0
}

/** An answer without notes; its validators are the ETag, when there is one. */
export function answer<T>(value: T, etag?: string): Answer<T> {
  return { value, notes: [], validators: etag === undefined ? null : validators(etag) }
}

export const validators = (etag: string): Validators => ({ etag, lastModified: null, of: 'all of it' })

/** A connection without problems. */
export class FakeProxyControl implements ProxyControl {
  fromCommandLine = false
  applied: ProxySetting[] = []
  forgotten = 0
  isFromCommandLine = () => this.fromCommandLine
  apply = (setting: ProxySetting) => void this.applied.push(setting)
  forgetCredentials = () => void (this.forgotten += 1)
}

export class FakeProbe implements Probe {
  lookUp: Probe['lookUp'] = async () => ['192.0.2.1', '2001:db8::1']
  proxies: Probe['proxies'] = async () => []
  certificate: Probe['certificate'] = async () => certificate()
}

export function certificate(more: Partial<Certificate> = {}): Certificate {
  return {
    subject: 'host.example',
    issuer: 'Example Root',
    expires: '2027-06-01T00:00:00.000Z',
    problem: null,
    byKnownRoot: true,
    ...more
  }
}

/** Verifies without the slowness. */
export class PlainPins implements PinHash {
  make = async (pin: string) => `of ${pin}`
  matches = async (pin: string, verifier: string) => verifier === `of ${pin}`
}

/** Somebody who is there until `idle` says otherwise. */
export class FakePresence implements Presence {
  idle = 0
  locked = false
  #away: (() => void)[] = []
  idleSeconds = () => this.idle
  screenLocked = () => this.locked
  onAway = (run: () => void) => void this.#away.push(run)
  leave(): void {
    for (const run of this.#away) run()
  }
}

/** A system that asks, if `there`; the user then answers with `says`. */
export class FakePrompt implements SystemPrompt {
  there = false
  says = true
  available = () => this.there
  ask = async () => this.says
}

export class FakeGraphics {
  enabled = true
  isEnabled = () => this.enabled
  setEnabled = (enabled: boolean) => void (this.enabled = enabled)
}

/** A browser that opens whatever it is given. */
export class FakeBrowser implements Opener {
  opened: string[] = []
  async open(address: string): Promise<string> {
    this.opened.push(address)
    return new URL(address).host
  }
}

/** Dialogs in which the user always chooses `name`; with null they always cancel. */
export class FakeFiles implements Files {
  name: string | null = 'chosen.json'
  text = ''
  suggested: string | null = null
  /** Before it asks for the next piece of a stream: to do something meanwhile. */
  beforePiece: ((written: string) => void | Promise<void>) | null = null
  async saveStream(
    suggestedName: string,
    _kind: 'csv' | 'ics' | 'json' | 'pdf',
    pieces: AsyncIterable<string | Uint8Array> | Iterable<string>
  ): Promise<string | null> {
    this.suggested = suggestedName
    if (this.name === null) return null
    let written = ''
    await this.beforePiece?.(written)
    for await (const piece of pieces) {
      written += typeof piece === 'string' ? piece : Buffer.from(piece).toString('latin1')
      await this.beforePiece?.(written)
    }
    this.text = written
    return this.name
  }
  /** What went into the archive, once it was saved. */
  entries: ArchiveEntry[] = []
  async saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null> {
    this.suggested = suggestedName
    if (this.name === null) return null
    const written: ArchiveEntry[] = []
    await this.beforePiece?.('')
    for await (const entry of entries) {
      written.push(entry)
      await this.beforePiece?.(entry.name)
    }
    this.entries = written
    return this.name
  }
  opened: { name: string; bytes: Uint8Array }[] = []
  /** Before a copy is opened. */
  beforeOpening?: () => void | Promise<void>
  async openCopy(name: string, bytes: Uint8Array, check: () => void): Promise<void> {
    await this.beforeOpening?.()
    check()
    this.opened.push({ name, bytes })
  }
  folder: string | null = null
  async chooseFolder(): Promise<string | null> {
    return this.folder
  }
  async open(longest: number): Promise<string | null> {
    if (Buffer.byteLength(this.text) > longest) throw new AppError('BAD_REQUEST', { found: 'file' })
    return this.name === null ? null : this.text
  }
}

/** Whatever may be the matter with the keychain. */
export const KEYCHAIN_CODES = [
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_SILENT',
  'KEYCHAIN_MISSING',
  'KEYCHAIN_REFUSED',
  'KEYCHAIN_CHANGED'
] as const

/** A port's method that fails with this code, as if host.example had answered with that status. */
export const failing =
  (code: ErrorCode, status?: number): (() => Promise<never>) =>
  () =>
    Promise.reject(new AppError(code, { host: 'host.example', ...(status === undefined ? {} : { status }) }))

export function productRecord(key: string, product: ProductRecord['product'] = {}): ProductRecord {
  return { key, product: { id: key, ...product }, raw: { id: key }, unknownFields: [], notes: [] }
}

export function invoice(key: string, more: Partial<Invoice> = {}): Invoice {
  return {
    ...NO_INVOICE_FIELDS,
    key,
    number: key,
    state: 'open',
    providerStatus: 'Created',
    statusIsNumber: false,
    otherWords: null,
    calledOverdue: false,
    total: '10.00',
    issuedAt: '2026-11-01T00:00:00Z',
    issuedDay: dayOf(more.issuedAt === undefined ? '2026-11-01' : more.issuedAt),
    dueDay: dayOf(more.dueAt ?? null),
    dueBy: dayOf(more.dueAt ?? null) === null ? null : 'provider',
    dueUnread: false,
    hasPage: false,
    hasPdf: false,
    ...more
  }
}

/** A computer called `annas-computer`, of the user `anna`. */
export class FakeDiagnosticSources implements DiagnosticSources {
  logged = ''
  desktopFacts: Awaited<ReturnType<DiagnosticSources['desktop']>> = null
  versions: DiagnosticSources['versions'] = () => ({ portside: '1.0.0' })
  system: DiagnosticSources['system'] = () => ({ platform: 'linux' })
  desktop: DiagnosticSources['desktop'] = async () => this.desktopFacts
  network: DiagnosticSources['network'] = async () => ({ online: true })
  storage: DiagnosticSources['storage'] = async () => ({ accountFolders: 1 })
  log: DiagnosticSources['log'] = () => this.logged
  values: DiagnosticSources['values'] = () => [
    { kind: 'path', text: '/home/anna' },
    { kind: 'computer', text: 'annas-computer' },
    { kind: 'computer', text: 'anna' }
  ]
  createReplacer: DiagnosticSources['createReplacer'] = (values) => PersonalValues.create(values)
}
