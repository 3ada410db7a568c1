/** `--diagnostics FILE`: the report of what is saved, also beside a running app, with a locked keychain or with damaged files. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { oneLine } from '../../shared/i18n/format.ts'
import { list, t } from '../../shared/i18n/translate.ts'
import { AppError, isKeychainError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import {
  COMPARED_VALUES,
  diagnosticText,
  leftOutByDefault,
  type ComparedValues
} from '../../shared/models/diagnostics.ts'
import { accountsFacts, errorFact, settingsFacts, type ReportedAccount } from '../app/diagnostics/facts.ts'
import {
  accountValues,
  entryValues,
  invoiceValues,
  planValues,
  profileValues,
  proxyValues,
  settingsValues
} from '../app/diagnostics/known-values.ts'
import { readLog, writeReport } from '../app/diagnostics/report.ts'
import type { Entry, Facts, KnownValue, ProxyKeychain, ProxyPasswordRecord } from '../ports/index.ts'
import { Graphics } from '../desktop/crash/graphics.ts'
import { SystemDiagnostics } from '../desktop/system-diagnostics.ts'
import { report } from '../desktop/log.ts'
import type { TerminalAnswer, TerminalParts } from './launch/terminal.ts'
import type { KeychainOptions } from '../storage/keychain/system-keychain.ts'
import { PersonalValues } from '../provider/readers/security/personal-values.ts'
import { readSavedListInfo } from '../catalogue/storage/saved-list-info.ts'
import { readSavedProxyPassword, readSavedRegistry, readSavedSettings } from '../storage/registry.ts'
import { readSavedInvoices, readSavedPlans, readSavedProfile } from '../storage/read-account.ts'
import { EXIT } from './commands.ts'
import { KeychainReader, openKeychain } from './saved-data.ts'

export interface SaveDiagnosticsParts extends TerminalParts {
  keychain: KeychainOptions
  /** A path; `-`: standard output. */
  file: string
}

export async function saveDiagnostics(parts: SaveDiagnosticsParts): Promise<TerminalAnswer> {
  const { file, warn } = parts
  const { text, uncompared } = await makeReport(parts)
  const exitCode = uncompared.length === 0 ? EXIT.done : EXIT.incomplete
  if (file === '-') {
    warnOfMissing(uncompared, warn)
    return { exitCode, text }
  }
  const problem = writeNew(resolve(file), text)
  if (problem !== null) {
    warn(t(`cli.diagnostics.${problem}`, { file: oneLine(file) }))
    return { exitCode: EXIT.cannotSave, text: '' }
  }
  warnOfMissing(uncompared, warn)
  return { exitCode, text: `${t('cli.diagnostics.saved', { file: oneLine(file) })}\n` }
}

function warnOfMissing(uncompared: readonly ComparedValues[], warn: (sentence: string) => void): void {
  if (uncompared.length === 0) return
  const missing = list(uncompared.map((each) => t(`diagnosticReport.values.${each}`)))
  warn(t('cli.diagnostics.withoutLog', { missing }))
}

/** Overwrites nothing, and leaves no unfinished file. @returns why it couldn't be written */
function writeNew(path: string, text: string): 'exists' | 'cannotSave' | null {
  let descriptor: number
  try {
    descriptor = openSync(path, 'wx', 0o600)
  } catch (error) {
    return codeOf(error) === 'EEXIST' ? 'exists' : 'cannotSave'
  }
  try {
    for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest))
    closeSync(descriptor)
    return null
  } catch (error) {
    codeOf(error)
    rmSync(path, { force: true })
    return 'cannotSave'
  }
}

/** @throws what isn't an error of the file system */
function codeOf(error: unknown): unknown {
  if (error instanceof Error && 'code' in error) return error.code
  throw error
}

async function makeReport(parts: SaveDiagnosticsParts): Promise<{ text: string; uncompared: ComparedValues[] }> {
  const { dataFolder, locale } = parts
  const sources = new SystemDiagnostics({
    dataFolder,
    locale,
    desktop: async () => null,
    createReplacer: (values) => PersonalValues.create(values)
  })
  const now = new Date()
  const saved = await readSaved(parts, now)
  const uncompared = COMPARED_VALUES.filter((each) => saved.uncompared.has(each))
  const written = writeReport({
    at: now.toISOString(),
    parts: {
      versions: sources.versions(),
      system: sources.system(),
      ...saved.parts,
      storage: { ...saved.condition, ...(await sources.storage()) },
      network: await sources.network(null),
      log: readLog(sources, report)
    },
    uncompared,
    replacer: await sources.createReplacer([...sources.values(), ...saved.values])
  })
  return { text: diagnosticText(written, leftOutByDefault({ uncompared })), uncompared }
}

interface Saved {
  parts: { settings?: Facts; accounts?: Facts; keychain?: Facts }
  condition: Facts
  values: KnownValue[]
  uncompared: Set<ComparedValues>
}

async function readSaved(parts: SaveDiagnosticsParts, now: Date): Promise<Saved> {
  const { dataFolder } = parts
  const file = join(dataFolder, 'portside.db')
  const registry = readSavedRegistry(file)
  if (typeof registry === 'string') {
    const isNew = registry === 'none'
    return {
      parts: {},
      condition: { registry: isNew ? 'no file' : registry },
      values: [],
      uncompared: new Set(isNew ? [] : COMPARED_VALUES)
    }
  }
  const keychain = openKeychain(parts)
  const survey = new SavedSurvey(dataFolder, new KeychainReader(keychain))
  // An account that can't be read may have values that nothing else knows.
  if (!registry.isWhole || registry.accounts.some(({ connection }) => isUnknownProvider(connection)))
    for (const values of COMPARED_VALUES) survey.uncompared.add(values)
  // Entries of removed accounts, or of signed-out ones, may have a token that nothing else knows.
  if (registry.keychainJournal.length > 0) survey.uncompared.add('tokens')
  for (const account of registry.accounts) await survey.readAccount(account)
  await survey.readProxyPassword(readSavedProxyPassword(file), keychain)
  const settings = { ...readSavedSettings(file), graphicsProcessor: new Graphics(dataFolder).isEnabled() }
  // The user of the terminal may not know the PIN. What is compared isn't shown.
  const accounts = registry.hasLock ? { appLock: 'on: accounts are left out' } : accountsFacts(survey.accounts, now)
  return {
    parts: { settings: settingsFacts(settings), accounts, keychain: survey.keychainFacts() },
    condition: { registry: registry.isWhole ? 'fine' : 'damaged' },
    values: [...settingsValues(settings), ...survey.values],
    uncompared: survey.uncompared
  }
}

/** Reads what is saved of the accounts, without writing. */
class SavedSurvey {
  readonly accounts: ReportedAccount[] = []
  readonly values: KnownValue[] = []
  readonly uncompared = new Set<ComparedValues>()
  readonly #dataFolder: string
  readonly #entries: KeychainReader
  #stored = 0
  #read = 0
  #error: ErrorInfo | null = null

  constructor(dataFolder: string, entries: KeychainReader) {
    this.#dataFolder = dataFolder
    this.#entries = entries
  }

  keychainFacts(): Facts {
    return { entries: this.#stored, read: this.#read, error: errorFact(this.#error) }
  }

  async readAccount(account: AccountRecord): Promise<void> {
    this.values.push(...accountValues(account))
    const entry = account.kind === 'sample' ? null : await this.#readEntry(account)
    if (entry !== null) this.values.push(...entryValues(entry))
    const products = readSavedListInfo(this.#dataFolder, account.id)
    const catalogue =
      typeof products === 'string' ? { fetchedAt: null } : { fetchedAt: products.fetchedAt, records: products.total }
    this.accounts.push({
      account,
      isOpen: false,
      credential: credentialOf(account, entry),
      keychainError: null,
      topics: { catalogue, ...this.#readTopics(account, entry) }
    })
  }

  async #readEntry(account: AccountRecord): Promise<Entry | null> {
    const isInMemory = !account.signedOut && !account.tokenStored
    // Only the running app has them.
    if (isInMemory) this.#addUnread()
    if (!account.tokenStored && !account.keyStored) return null
    this.#stored += 1
    try {
      const entry = await this.#entries.read(account.id)
      if (entry) this.#read += 1
      else this.#addUnread()
      return entry
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      if (!isKeychainError(error)) throw thrown
      this.#error ??= error
      this.#addUnread()
      return null
    }
  }

  /** After an error of the keychain it isn't asked again: each operation may prompt. */
  async readProxyPassword(record: ProxyPasswordRecord | null, keychain: ProxyKeychain): Promise<void> {
    if (record === null) return
    this.values.push(...proxyValues(record))
    try {
      if (this.#error) throw new AppError(this.#error.code)
      const entry = await keychain.readProxyPassword(record.entry)
      if (entry) this.values.push({ kind: 'token', text: entry.password })
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      if (!isKeychainError(error)) throw thrown
      this.#error ??= error
      this.uncompared.add('tokens')
    }
  }

  #addUnread(): void {
    for (const each of ['tokens', 'profiles', 'invoices', 'plans'] as const) this.uncompared.add(each)
  }

  #readTopics(account: AccountRecord, entry: Entry | null): ReportedAccount['topics'] {
    if (entry === null) return {}
    const saved = { folder: this.#dataFolder, accountId: account.id }
    const profile = readSavedProfile(saved, entry.dataKey)
    const invoices = readSavedInvoices(saved, entry.dataKey)
    if (typeof profile === 'object') this.values.push(...profileValues(profile.value))
    else if (profile !== 'none') this.uncompared.add('profiles')
    if (typeof invoices === 'object') {
      for (const { invoice } of invoices.value.stored) this.values.push(...invoiceValues(invoice))
    } else if (invoices !== 'none') this.uncompared.add('invoices')
    const plans = readSavedPlans(saved, entry.dataKey)
    if (typeof plans === 'object') this.values.push(...plans.value.flatMap(planValues))
    else if (plans !== 'none') this.uncompared.add('plans')
    return {
      ...(typeof profile === 'object' && { profile: { fetchedAt: profile.fetchedAt, notes: profile.notes } }),
      ...(typeof invoices === 'object' && {
        invoices: {
          fetchedAt: invoices.fetchedAt,
          records: invoices.value.stored.length,
          partial: invoices.partial,
          notes: invoices.notes
        }
      }),
      ...(typeof plans === 'object' && {
        plans: {
          fetchedAt: plans.fetchedAt,
          records: plans.value.length,
          partial: plans.partial,
          notes: plans.notes
        }
      })
    }
  }
}

function credentialOf({ kind, signedOut, tokenStored }: AccountRecord, entry: Entry | null): string {
  if (signedOut) return 'signedOut'
  if (kind === 'sample') return 'sample'
  if (!tokenStored) return 'notSaved'
  return entry?.token ? 'kept' : 'unavailable'
}
