/** The invoices of each account, as saved or as the provider has them now, and what is owed of them, or why there are none. */
import { AppError, isConnectionError, isKeychainError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { errorTexts } from '../../shared/i18n/error-text.ts'
import { t } from '../../shared/i18n/translate.ts'
import { hostOf } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import { today } from '../../shared/models/day.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import type { Owed } from '../../shared/models/owed.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import type { ProviderApi } from '../provider/api/provider-api.ts'
import { KeyedMutex, Limiter } from '../concurrency.ts'
import type { Api, InvoiceRecord, Stored } from '../ports/index.ts'
import type { Unreadable } from '../storage/database.ts'
import { InvoiceList } from '../invoices/storage/invoice-list.ts'
import { storedInvoice } from '../invoices/storage/stored-invoice.ts'
import { hasSavedInvoices, readSavedInvoices, type AccountLocation } from '../storage/read-account.ts'
import type { NamedAccount } from './choose-account.ts'
import { errorSentence } from './output.ts'
import { accessTo, createApi, type AccessParts, type NetworkParts } from './provider-access.ts'
import { openKeychainReader, type KeychainParts } from './saved-data.ts'

/** `code`: one of these, or of ErrorCode. */
type ProblemCode = KnownProblem | ErrorInfo['code']
type KnownProblem = 'signedOut' | 'neverFetched' | 'noInvoices' | 'unknownProvider' | 'damaged' | 'newer'

export interface AccountProblem {
  code: ProblemCode
  /** For users, without the account's name. */
  sentence: string
}

interface ReceivedInvoices {
  list: InvoiceList
  /** ISO 8601 */
  fetchedAt: string
  /** null: the whole list came. */
  partial: PartialList | null
}

export interface FoundInvoices extends ReceivedInvoices {
  owed: Owed
  /** Number of all its invoices. */
  total: number
}

/** What one account answers. `problem`: why there are no invoices. */
export type AccountAnswer = { name: string; isSample: boolean } & (
  { found: FoundInvoices; problem: null } | { found: null; problem: AccountProblem }
)

export interface SavedSources {
  dataFolder: string
  keychain: AccessParts['keychain']
  now: Date
}

type InvoiceApi = Pick<Api, 'invoices' | 'signIn'>

export interface InvoiceSources extends SavedSources {
  api: InvoiceApi
  /** Ask the provider. */
  fetch: boolean
}

export function createSources(
  parts: NetworkParts & KeychainParts,
  { fetch }: Pick<InvoiceSources, 'fetch'>
): InvoiceSources & { api: ProviderApi } {
  const { dataFolder } = parts
  const keychain = openKeychainReader(parts)
  return { dataFolder, api: createApi(parts, keychain), keychain, fetch, now: new Date() }
}

/** Providers that are asked at once. Of each, one account after the other: it may count calls by address. */
const CONCURRENT_HOSTS = 4

/**
 * Asks no host again that couldn't be reached: each further account of it would wait as long for the same error.
 * @returns what each account answers, in their order
 */
export function fetchInTurn(chosen: readonly NamedAccount[], sources: InvoiceSources): Promise<AccountAnswer>[] {
  const limiter = new Limiter(CONCURRENT_HOSTS)
  const ofHost = new KeyedMutex()
  const once = { ...sources, api: withoutUnreached(sources.api), fetch: true }
  return chosen.map((named) =>
    ofHost.runExclusive(hostOf(named.account) ?? '', () => limiter.schedule(() => findInvoices(named, once)))
  )
}

function withoutUnreached(api: InvoiceApi): InvoiceApi {
  const errors = new Map<string, AppError>()
  return {
    signIn: (connection, typed) => api.signIn(connection, typed),
    invoices: async (access, ask) => {
      const host = hostOf(access) ?? ''
      const known = errors.get(host)
      if (known) throw known
      try {
        return await api.invoices(access, ask)
      } catch (error) {
        if (error instanceof AppError && isConnectionError(error.info)) errors.set(host, error)
        throw error
      }
    }
  }
}

/** From the provider with --fetch, else from saved data. */
export function findInvoices(named: NamedAccount, sources: InvoiceSources): Promise<AccountAnswer> {
  // The sample's invoices are never saved.
  const isFetched = sources.fetch || named.account.kind === 'sample'
  return answerOf(named, sources, isFetched ? () => fetchList(named, sources) : () => readList(named, sources))
}

export const findSavedInvoices = (named: NamedAccount, sources: SavedSources): Promise<AccountAnswer> =>
  answerOf(named, sources, () => readList(named, sources))

async function answerOf(
  { account, name }: NamedAccount,
  { now }: SavedSources,
  find: () => Promise<ReceivedInvoices | 'neverFetched' | 'damaged' | 'newer'>
): Promise<AccountAnswer> {
  const isSample = account.kind === 'sample'
  const without = (problem: AccountProblem): AccountAnswer => ({ name, isSample, found: null, problem })
  if (account.signedOut) return without(knownProblem('signedOut'))
  if (isUnknownProvider(account.connection)) return without(knownProblem('unknownProvider'))
  // Also with saved ones from an earlier definition: the app doesn't show them.
  if (definitionOf(account.connection).invoices === null) return without(knownProblem('noInvoices'))
  try {
    const received = await find()
    if (typeof received === 'string') return without(knownProblem(received))
    const { owed, total } = await received.list.summary(today(now), received.partial)
    return { name, isSample, found: { ...received, owed, total }, problem: null }
  } catch (error) {
    return without(errorProblem(error))
  }
}

/** As docs/command-line.md has them. Without `isPartial`: the member `partial` says that, and how much came. */
export function countsOf({ owed, total }: Pick<FoundInvoices, 'owed' | 'total'>): object {
  const { open, unknown, overdue, openAmounts, deducted, unusedCredits, credits } = owed
  const { openWithoutAmount, dueUnread, withoutStatus, moreCurrencies } = owed
  return {
    open,
    unknown,
    total,
    overdue,
    openAmounts,
    deducted,
    unusedCredits,
    credits,
    openWithoutAmount,
    dueUnread,
    withoutStatus,
    moreCurrencies: {
      openAmounts: moreCurrencies.openAmounts,
      deducted: moreCurrencies.deducted,
      unusedCredits: moreCurrencies.unusedCredits,
      credits: moreCurrencies.credits
    }
  }
}

export function errorProblem(thrown: unknown): AccountProblem {
  const error = toErrorInfo(thrown)
  return { code: error.code, sentence: sentenceOf(error) }
}

function sentenceOf(error: ErrorInfo): string {
  if (error.found !== 'sealed') return errorSentence(error)
  return t('ui.common.sentences', { first: errorSentence(error), second: t(errorTexts(error).next) })
}

const knownProblem = (code: KnownProblem): AccountProblem => ({
  code,
  sentence: code === 'unknownProvider' ? t('error.found.unknownProvider') : t(`cli.problem.${code}`)
})

async function fetchList({ account }: NamedAccount, { api, keychain, now }: InvoiceSources): Promise<ReceivedInvoices> {
  const answer = await api.invoices(await accessTo(account, { api, keychain }))
  // A 304 is no valid reply to a request without validators.
  if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
  return { list: listOf(answer.value), fetchedAt: now.toISOString(), partial: answer.partial ?? null }
}

const listOf = (records: readonly InvoiceRecord[]): InvoiceList => new InvoiceList(records.map(storedInvoice))

async function readList(
  named: NamedAccount,
  sources: SavedSources
): Promise<ReceivedInvoices | 'neverFetched' | 'damaged' | 'newer'> {
  const invoices = await readSaved(named, sources, SAVED_INVOICES)
  if (typeof invoices === 'string') return invoices
  return { list: invoices.value, fetchedAt: invoices.fetchedAt, partial: invoices.partial ?? null }
}

const SAVED_INVOICES = { has: hasSavedInvoices, read: readSavedInvoices }

/** What the account's file has of a topic, encrypted. */
interface SavedDocument<T> {
  has: (of: AccountLocation) => ReturnType<typeof hasSavedInvoices>
  read: (of: AccountLocation, dataKey: string) => Stored<T> | Unreadable | 'sealed'
}

/** @throws KEYCHAIN_* (found 'sealed') */
export async function readSaved<T>(
  { account }: NamedAccount,
  { dataFolder, keychain }: SavedSources,
  document: SavedDocument<T>
): Promise<Stored<T> | 'neverFetched' | 'damaged' | 'newer'> {
  const of = { folder: dataFolder, accountId: account.id }
  const has = document.has(of)
  if (typeof has === 'string') return has
  // Without a saved key, the running app has it in memory only.
  if (!has || !account.keyStored) return 'neverFetched'
  const entry = await keychain.read(account.id).catch(asSealed)
  if (entry === null) throw new AppError('KEYCHAIN_CHANGED', { found: 'sealed' })
  const saved = document.read(of, entry.dataKey)
  if (saved === 'sealed') throw new AppError('KEYCHAIN_CHANGED', { found: 'sealed' })
  return saved === 'none' ? 'neverFetched' : saved
}

/** An error of the keychain keeps saved data from being read, whatever else it means. */
function asSealed(error: unknown): never {
  if (!(error instanceof AppError) || !isKeychainError(error.info)) throw error
  const { code, ...more } = error.info
  throw new AppError(code, { ...more, found: 'sealed' })
}
