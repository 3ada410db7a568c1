/** `--quick-check` prints the summary for scripts. It works beside a running app and stores nothing. */
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/credentials.ts'
import { createSampleFetch } from '../../sample/sample-fetch.ts'
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import { nameOf, countedAccounts, type Account } from '../../shared/models/account.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { Access, Api, InvoiceRecord, Keychain } from '../core/ports/index.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import { isIssuedFor } from '../core/session/credential-state.ts'
import type { TerminalAnswer, TerminalParts } from '../desktop/cli/terminal.ts'
import { today } from '../../shared/models/day.ts'
import { InvoiceList } from '../storage/invoices/invoice-list.ts'
import { storedInvoice } from '../storage/invoices/stored-invoice.ts'
import { readRegistryFile } from '../storage/registry.ts'
import { ProviderApi } from '../api/provider-api.ts'
import { SystemKeychain, type KeychainOptions } from '../keychain/index.ts'
import {
  asJson,
  asText,
  EXIT,
  exitCode,
  uncheckedJson,
  uncheckedText,
  type AccountResult,
  type UncheckedReason
} from './report.ts'

export interface QuickCheckParts extends TerminalParts {
  json: boolean
  keychain: KeychainOptions
}

export async function quickCheck(parts: QuickCheckParts): Promise<TerminalAnswer> {
  const { dataFolder, network, json, locale, stuckWhen } = parts
  const unchecked = (reason: UncheckedReason): TerminalAnswer => ({
    exitCode: EXIT.unchecked,
    text: json ? uncheckedJson(reason) : uncheckedText(reason)
  })
  const now = new Date()
  const registry = readRegistry(join(dataFolder, 'portside.db'))
  if (registry === 'damaged') return unchecked('damaged')
  // The user of the terminal may not know the PIN.
  if (registry?.hasLock) return unchecked('locked')

  const sampleFetch = createSampleFetch({ drift: false })
  const keychain = new SystemKeychain(parts.keychain)
  stuckWhen(() => keychain.isHanging())
  const checked = await checkAccounts(registry?.accounts ?? [], {
    api: new ProviderApi({
      fetchFor: ({ baseUrl }) => sampleFetch(baseUrl) ?? network
    }),
    keychain,
    sample: { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    summaryOf: (records) => new InvoiceList(records.map(storedInvoice)).summary(today(now))
  })
  if (checked.length === 0) return unchecked('nobody')
  const text = json ? asJson(checked, now) : asText(checked, locale)
  return { exitCode: exitCode(checked), text }
}

function readRegistry(file: string): ReturnType<typeof readRegistryFile> | 'damaged' {
  try {
    return readRegistryFile(file)
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return 'damaged'
    throw error
  }
}

export interface AccessParts {
  api: Pick<Api, 'signIn'>
  keychain: Pick<Keychain, 'read'>
  sample: { email: string; password: string }
}

export interface CheckParts extends AccessParts {
  api: Pick<Api, 'invoices' | 'signIn'>
  summaryOf: (records: readonly InvoiceRecord[]) => Promise<InvoiceSummary>
}

/** Sample accounts count only if there are no others. */
export function checkAccounts(accounts: readonly Account[], parts: CheckParts): Promise<AccountResult[]> {
  const signedIn = accounts.filter(({ signedOut }) => !signedOut)
  const relevant = countedAccounts(signedIn, ({ kind }) => kind === 'sample')
  const names = accounts.map((account) => ({ account }))
  return Promise.all(relevant.map((account) => check(account, nameOf(account, names), parts)))
}

async function check(account: Account, label: string, parts: CheckParts): Promise<AccountResult> {
  const base = { label, sample: account.kind === 'sample', summary: null, partial: null }
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

/** Never for another origin than the one that issued the token. */
export async function accessTo({ id, kind, connection }: Account, parts: AccessParts): Promise<Access> {
  if (kind === 'sample') return { connection, token: (await parts.api.signIn(connection, parts.sample)).token }
  const entry = await parts.keychain.read(id)
  if (!entry || entry.token === null) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  if (!isIssuedFor(entry, connection)) throw new AppError('KEYCHAIN_CHANGED', { found: 'otherOrigin' })
  return { connection, token: entry.token, refreshToken: entry.refreshToken }
}
