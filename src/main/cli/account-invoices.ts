/** The invoices of each account, as saved or as the provider has them now, or why there are none. */
import { AppError, isKeychainError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { t } from '../../shared/i18n/translate.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import type { Api, InvoiceRecord } from '../core/ports/index.ts'
import { InvoiceList } from '../storage/invoices/invoice-list.ts'
import { storedInvoice } from '../storage/invoices/stored-invoice.ts'
import { SavedAccount } from '../storage/saved-account.ts'
import type { NamedAccount } from './choose-account.ts'
import { accessTo, type AccessParts } from './provider-access.ts'
import { errorSentence } from './report.ts'

/** `code`: one of these, or of ErrorCode. */
type ProblemCode = KnownProblem | ErrorInfo['code']
type KnownProblem = 'signedOut' | 'neverFetched' | 'noInvoices' | 'unknownProvider' | 'damaged' | 'newer'

export interface Problem {
  code: ProblemCode
  /** For users, without the account's name. */
  sentence: string
}

export interface FoundInvoices {
  list: InvoiceList
  /** ISO 8601 */
  fetchedAt: string
  /** null: the whole list came. */
  partial: PartialList | null
}

export interface AccountInvoices extends NamedAccount {
  found: FoundInvoices | null
  problem: Problem | null
}

export interface SavedSources {
  dataFolder: string
  keychain: AccessParts['keychain']
}

export interface InvoiceSources extends SavedSources {
  api: Pick<Api, 'invoices' | 'signIn'>
  /** Ask the provider. */
  fetch: boolean
  now: Date
}

/** From the provider with --fetch, else from saved data. */
export function invoicesOf(named: NamedAccount, sources: InvoiceSources): Promise<AccountInvoices> {
  // The sample's invoices are never saved.
  const isFetched = sources.fetch || named.account.kind === 'sample'
  return orProblem(named, () => (isFetched ? fetchInvoices(named, sources) : readInvoices(named, sources)))
}

export const readSaved = (named: NamedAccount, sources: SavedSources): Promise<AccountInvoices> =>
  orProblem(named, () => readInvoices(named, sources))

async function orProblem(
  named: NamedAccount,
  find: () => Promise<FoundInvoices | 'neverFetched' | 'damaged' | 'newer'>
): Promise<AccountInvoices> {
  const { account } = named
  const without = (problem: Problem): AccountInvoices => ({ ...named, found: null, problem })
  if (account.signedOut) return without(knownProblem('signedOut'))
  if (isUnknownProvider(account.connection)) return without(knownProblem('unknownProvider'))
  // Also with saved ones from an earlier definition: the app doesn't show them.
  if (definitionOf(account.connection).invoices === null) return without(knownProblem('noInvoices'))
  try {
    const found = await find()
    return typeof found === 'string' ? without(knownProblem(found)) : { ...named, found, problem: null }
  } catch (error) {
    const info = toErrorInfo(error)
    return without({ code: info.code, sentence: sentenceOf(info) })
  }
}

function sentenceOf(error: ErrorInfo): string {
  const isSealed = error.found === 'sealed' && isKeychainError(error)
  if (!isSealed) return errorSentence(error)
  const code = error.code as SealedCode
  const [first, second] = [t(`error.sealed.${code}.sentence`), t(`error.sealed.${code}.next`)]
  return t('common.sentences', { first, second })
}
type SealedCode = Extract<ErrorInfo['code'], `KEYCHAIN_${string}`>

const knownProblem = (code: KnownProblem): Problem => ({
  code,
  sentence: code === 'unknownProvider' ? t('error.found.unknownProvider') : t(`cli.problem.${code}`)
})

async function fetchInvoices(
  { account }: NamedAccount,
  { api, keychain, now }: InvoiceSources
): Promise<FoundInvoices> {
  const answer = await api.invoices(await accessTo(account, { api, keychain }))
  // A 304 is no valid reply to a request without validators.
  if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
  return { list: listOf(answer.value), fetchedAt: now.toISOString(), partial: answer.partial ?? null }
}

const listOf = (records: readonly InvoiceRecord[]): InvoiceList => new InvoiceList(records.map(storedInvoice))

async function readInvoices(
  { account }: NamedAccount,
  { dataFolder, keychain }: SavedSources
): Promise<FoundInvoices | 'neverFetched' | 'damaged' | 'newer'> {
  const saved = new SavedAccount(dataFolder, account.id)
  const has = saved.hasInvoices()
  if (typeof has === 'string') return has
  // Without a saved key, the running app has them in memory only.
  if (!has || !account.keyStored) return 'neverFetched'
  const entry = await keychain.read(account.id).catch(asSealed)
  if (entry === null) throw new AppError('KEYCHAIN_CHANGED', { found: 'sealed' })
  const invoices = saved.invoices(entry.dataKey)
  if (invoices === 'none') return 'neverFetched'
  if (invoices === 'sealed') throw new AppError('KEYCHAIN_CHANGED', { found: 'sealed' })
  if (typeof invoices === 'string') return invoices
  return { list: invoices.value, fetchedAt: invoices.fetchedAt, partial: invoices.partial ?? null }
}

/** An error of the keychain keeps saved data from being read, whatever else it means. */
function asSealed(error: unknown): never {
  if (!(error instanceof AppError) || !isKeychainError(error.info)) throw error
  const { code, ...more } = error.info
  throw new AppError(code, { ...more, found: 'sealed' })
}
