/** Fetches the invoices of every signed-in account, and stores nothing. */
import { toErrorInfo, AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import { nameOf, thoseThatCount, type Account } from '../../shared/models/account.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { Access, InvoiceRecord, Api, Keychain } from '../core/ports/index.ts'
import { tokenFor } from '../core/session/credential-store.ts'

export interface CheckParts {
  api: Pick<Api, 'invoices' | 'signIn'>
  keychain: Pick<Keychain, 'read'>
  sample: { email: string; password: string }
  summaryOf: (records: readonly InvoiceRecord[]) => Promise<InvoiceSummary>
}

export interface AccountResult {
  label: string
  sample: boolean
  summary: InvoiceSummary | null
  error: ErrorInfo | null
}

/** Sample accounts count only if there are no others. */
export function checkAccounts(accounts: readonly Account[], parts: CheckParts): Promise<AccountResult[]> {
  const signedIn = accounts.filter(({ signedOut }) => !signedOut)
  const relevant = thoseThatCount(signedIn, ({ kind }) => kind === 'sample')
  const names = accounts.map((account) => ({ account }))
  return Promise.all(relevant.map((account) => check(account, nameOf(account, names), parts)))
}

async function check(account: Account, label: string, parts: CheckParts): Promise<AccountResult> {
  const base = { label, sample: account.kind === 'sample' }
  try {
    const answer = await parts.api.invoices(await accessTo(account, parts))
    // A 304 is no valid reply to a request without validators.
    if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
    return { ...base, summary: await parts.summaryOf(answer.value), error: null }
  } catch (error) {
    return { ...base, summary: null, error: toErrorInfo(error) }
  }
}

async function accessTo({ id, kind, connection }: Account, parts: CheckParts): Promise<Access> {
  if (kind === 'sample') return { connection, token: (await parts.api.signIn(connection, parts.sample)).token }
  const entry = await parts.keychain.read(id)
  const token = entry && tokenFor(entry, connection)
  if (token === null) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  return { connection, token }
}
