/** `portside accounts`: the accounts, whether they are signed in, and what is saved of them. Never a secret. */
import { ageText, joined, oneLine } from '../../shared/i18n/format.ts'
import { owedText } from '../../shared/i18n/owed-text.ts'
import { localesFor, t } from '../../shared/i18n/translate.ts'
import { toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { hostOf, type AccountRecord } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import { isIssuedFor } from '../accounts/credential/credential-state.ts'
import { readSavedListInfo, type SavedListInfo } from '../catalogue/storage/saved-list-info.ts'
import { withNames, type NamedAccount } from './choose-account.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT, type ExitCode } from './commands.ts'
import {
  countsOf,
  findSavedInvoices,
  type AccountProblem,
  type FoundInvoices,
  type SavedSources
} from './find-invoices.ts'
import { errorSentence, jsonText } from './output.ts'
import { openKeychainReader, readAccounts, unavailableAnswer } from './saved-data.ts'
import { tableText, type TextColumn } from './table.ts'

/** notSaved: only the running app has it, until it quits. unknown: the keychain can't be read. */
type SavedSignIn = 'signedIn' | 'signedOut' | 'expired' | 'notSaved' | 'unknown' | 'sample'

interface ListedAccount {
  name: string
  account: AccountRecord
  signIn: SavedSignIn
  invoices: FoundInvoices | null
  /** Why its invoices aren't known. */
  problem: AccountProblem | null
  /** null: none are saved. */
  products: SavedListInfo | 'damaged' | 'newer' | null
  /** Why it isn't known whether the account is signed in. */
  signInError: ErrorInfo | null
}

export async function listAccounts(parts: CommandParts): Promise<CommandAnswer> {
  const { dataFolder, options, warn } = parts
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unavailableAnswer('accounts', saved, parts)
  const { accounts, isWhole } = saved
  const now = new Date()
  const sources = { dataFolder, keychain: openKeychainReader(parts), now }
  const lines: ListedAccount[] = []
  // One after the other: an error of the keychain spares the others.
  for (const named of withNames(accounts)) lines.push(await lineOf(named, sources))
  const gaps = lines.flatMap((line) => gapsOf(line).map((text) => ({ label: oneLine(line.name), text })))
  for (const gap of gaps) warn(t('quickCheck.account', gap))
  if (!isWhole) warn(t('cli.unreadAccounts'))
  const exitCode = gaps.length === 0 && isWhole ? EXIT.done : EXIT.incomplete
  const text = options.json === undefined ? asText(lines, parts, now) : asJson(lines, now, exitCode)
  return { exitCode, text }
}

/** What of an account couldn't be read. */
function gapsOf({ problem, signInError, products }: ListedAccount): string[] {
  const invoices = problem && !SAID_IN_TABLE.has(problem.code) ? problem.sentence : null
  // Without the keychain, the invoices can't be decrypted: that is said once.
  const signIn = signInError && signInError.code !== problem?.code ? errorSentence(signInError) : null
  return [invoices, signIn, productsProblem(products)?.sentence ?? null].filter((sentence) => sentence !== null)
}

const productsProblem = (products: ListedAccount['products']): AccountProblem | null =>
  typeof products === 'string' ? { code: products, sentence: t(`cli.problem.${products}`) } : null

const SAID_IN_TABLE = new Set<AccountProblem['code']>(['signedOut', 'neverFetched', 'noInvoices'])

async function lineOf(named: NamedAccount, sources: SavedSources): Promise<ListedAccount> {
  const { account, name } = named
  const { dataFolder } = sources
  const { signIn, signInError } = await signInOf(account, sources)
  const { found: invoices, problem } = account.kind === 'sample' ? NOTHING : await findSavedInvoices(named, sources)
  const products = readSavedListInfo(dataFolder, account.id)
  return { name, account, signIn, signInError, invoices, problem, products: products === 'none' ? null : products }
}

/** The sample's invoices are never saved. */
const NOTHING = { found: null, problem: null }

async function signInOf(
  account: AccountRecord,
  { keychain, now }: SavedSources
): Promise<Pick<ListedAccount, 'signIn' | 'signInError'>> {
  const { kind, signedOut, tokenStored, tokenExpiresAt, connection } = account
  const known = (signIn: SavedSignIn): Pick<ListedAccount, 'signIn' | 'signInError'> => ({ signIn, signInError: null })
  if (signedOut) return known('signedOut')
  if (kind === 'sample') return known('sample')
  if (!tokenStored) return known('notSaved')
  try {
    const entry = await keychain.read(account.id)
    if (!entry || entry.token === null || !isIssuedFor(entry, connection)) return known('expired')
    const isOver = tokenExpiresAt !== null && new Date(tokenExpiresAt) <= now
    return known(isOver ? 'expired' : 'signedIn')
  } catch (error) {
    const signInError = toErrorInfo(error)
    return signInError.code === 'KEYCHAIN_CHANGED' ? known('expired') : { signIn: 'unknown', signInError }
  }
}

function asText(lines: readonly ListedAccount[], { locale, columns }: CommandParts, now: Date): string {
  // No cell is cut: two names, or two amounts, may differ at their end only.
  const column = (heading: string, cell: (line: ListedAccount) => string): TextColumn => ({
    heading,
    cells: lines.map(cell)
  })
  const ageOf = (iso: string): string =>
    t('cli.saved', { age: ageText(iso, now.getTime(), localesFor(locale)) ?? t('tray.justNow') })
  const productsText = (products: ListedAccount['products']): string =>
    products === null
      ? ''
      : typeof products === 'string'
        ? t('cli.unreadProducts')
        : joined([t('cli.products', { n: products.total }, products.total), ageOf(products.fetchedAt)])
  return tableText(
    [
      column(t('cli.column.account'), ({ name }) => name),
      { ...column(t('cli.column.provider'), ({ account }) => providerOf(account)), leaves: 1 },
      column(t('cli.column.signIn'), ({ signIn }) => t(`cli.signIn.${signIn}`)),
      column(t('cli.column.invoices'), (line) => invoicesText(line, locale, ageOf)),
      { ...column(t('cli.column.products'), ({ products }) => productsText(products)), leaves: 2 }
    ],
    columns
  )
}

function invoicesText({ invoices, problem }: ListedAccount, locale: string, ageOf: (iso: string) => string): string {
  if (invoices) {
    const open = owedText(invoices.owed, { locale })
    return joined([t('cli.invoices', { n: invoices.total }, invoices.total), ageOf(invoices.fetchedAt), open])
  }
  switch (problem?.code) {
    case undefined:
    case 'signedOut':
      return ''
    case 'neverFetched':
      return t('tray.notFetched')
    case 'noInvoices':
    case 'unknownProvider':
      return t('tray.noInvoiceList')
    default:
      return t('tray.sealed')
  }
}

const providerOf = (account: AccountRecord): string => {
  const { connection } = account
  const name = isUnknownProvider(connection) ? t('accounts.unknownProvider') : definitionOf(connection).name
  const host = hostOf(account)
  return host === null || host === name ? name : `${name} (${host})`
}

/** See docs/command-line.md. */
function asJson(lines: readonly ListedAccount[], now: Date, exitCode: ExitCode): string {
  const accounts = lines.map(({ name, account, signIn, signInError, invoices, problem, products }) => {
    const productsError = productsProblem(products)
    return {
      account: name,
      provider: isUnknownProvider(account.connection) ? null : definitionOf(account.connection).name,
      host: hostOf(account),
      sample: account.kind === 'sample',
      signIn,
      ...(signInError && { signInError: { code: signInError.code, sentence: errorSentence(signInError) } }),
      tokenExpiresAt: account.tokenExpiresAt,
      invoices: invoices && { ...countsOf(invoices), fetchedAt: invoices.fetchedAt, partial: invoices.partial },
      ...(problem && { error: problem }),
      products: productsError === null ? products : null,
      ...(productsError && { productsError })
    }
  })
  const complete = exitCode === EXIT.done
  return `${jsonText({ version: 1, kind: 'accounts', at: now.toISOString(), accounts, complete, exitCode })}\n`
}
