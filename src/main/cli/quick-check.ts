/** `--quick-check` prints the summary for scripts. It works beside a running app and stores nothing. */
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import { nameOf, countedAccounts, type Account } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { Api, InvoiceRecord } from '../core/ports/index.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import type { TerminalAnswer, TerminalParts } from '../desktop/cli/terminal.ts'
import { today } from '../../shared/models/day.ts'
import { InvoiceList } from '../storage/invoices/invoice-list.ts'
import { storedInvoice } from '../storage/invoices/stored-invoice.ts'
import { SystemKeychain, type KeychainOptions } from '../keychain/index.ts'
import { QUICK_CHECK_EXIT } from './commands.ts'
import { accessTo, askInTurn, createApi, withoutUnreached, type AccessParts } from './provider-access.ts'
import { asJson, asText, exitCode, uncheckedJson, uncheckedText, type AccountResult } from './report.ts'
import { KeychainEntries, nobodyIn, readAccounts, type Unavailable } from './saved-data.ts'

export interface QuickCheckParts extends TerminalParts {
  json: boolean
  keychain: KeychainOptions
}

export async function quickCheck(parts: QuickCheckParts): Promise<TerminalAnswer> {
  const { dataFolder, json, locale, stuckWhen } = parts
  const unchecked = (reason: Unavailable): TerminalAnswer => ({
    exitCode: QUICK_CHECK_EXIT.unchecked,
    text: json ? uncheckedJson(reason) : uncheckedText(reason)
  })
  const now = new Date()
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unchecked(saved)
  const keychain = new SystemKeychain(parts.keychain)
  stuckWhen(() => keychain.isHanging())
  const entries = new KeychainEntries(keychain)
  const checked = await checkAccounts(saved.accounts, {
    api: createApi(parts, entries),
    keychain: entries,
    summaryOf: (records) => new InvoiceList(records.map(storedInvoice)).summary(today(now))
  })
  if (checked.length === 0) return unchecked(nobodyIn(saved))
  if (!saved.isWhole) checked.push(unreadAccounts())
  const text = json ? asJson(checked, now) : asText(checked, locale)
  return { exitCode: exitCode(checked), text }
}

/** Nothing is known of accounts whose records can't be read, so this is no answer that nothing is open. */
const unreadAccounts = (): AccountResult => ({
  label: t('cli.otherAccounts'),
  sample: false,
  summary: null,
  partial: null,
  error: { code: 'STORAGE' }
})

export interface CheckParts extends AccessParts {
  api: Pick<Api, 'invoices' | 'signIn'>
  summaryOf: (records: readonly InvoiceRecord[]) => Promise<InvoiceSummary>
}

/** Sample accounts count only if there are no others. */
export function checkAccounts(accounts: readonly Account[], parts: CheckParts): Promise<AccountResult[]> {
  const signedIn = accounts.filter(({ signedOut }) => !signedOut)
  const relevant = countedAccounts(signedIn, ({ kind }) => kind === 'sample')
  const names = accounts.map((account) => ({ account }))
  const asked = relevant.map((account) => ({ account, label: nameOf(account, names) }))
  const once = { ...parts, api: withoutUnreached(parts.api) }
  return Promise.all(askInTurn(asked, ({ account, label }) => check(account, label, once)))
}

async function check(account: Account, label: string, parts: CheckParts): Promise<AccountResult> {
  const base = { label, sample: account.kind === 'sample', summary: null, partial: null }
  if (isUnknownProvider(account.connection)) return { ...base, error: { code: 'NOT_FOUND', found: 'unknownProvider' } }
  // Nothing is known of its invoices, so this is no answer that nothing is open.
  if (definitionOf(account.connection).invoices === null) {
    return { ...base, error: { code: 'NOT_FOUND', found: 'noInvoiceList' } }
  }
  try {
    const answer = await parts.api.invoices(await accessTo(account, parts))
    // A 304 is no valid reply to a request without validators.
    if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
    return { ...base, summary: await parts.summaryOf(answer.value), partial: answer.partial ?? null, error: null }
  } catch (error) {
    return { ...base, error: toErrorInfo(error) }
  }
}
