/** Asks for the invoices of every signed-in account, and keeps nothing. */
import { toErrorInfo, AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import { nameOf, thoseThatCount } from '../../shared/models/account-rules.ts'
import type { Account } from '../../shared/models/account.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { Access, InvoiceRecord, Api, Keychain } from '../core/ports/index.ts'
import { tokenFor } from '../core/session/entries.ts'

export interface CheckParts {
  platform: Pick<Api, 'invoices' | 'signIn'>
  keychain: Pick<Keychain, 'read'>
  sample: { email: string; password: string }
  summaryOf: (records: readonly InvoiceRecord[]) => InvoiceSummary
}

export interface Checked {
  /** As the account is told apart from the others. */
  label: string
  /** What was found is made up. */
  sample: boolean
  /** Exactly one of the two is there. */
  summary: InvoiceSummary | null
  error: ErrorInfo | null
}

/** One entry for each account that was not signed out of; sample data only where there is nothing else. */
export function checkAll(accounts: readonly Account[], parts: CheckParts): Promise<Checked[]> {
  const signedIn = accounts.filter(({ signedOut }) => !signedOut)
  const asked = thoseThatCount(signedIn, ({ kind }) => kind === 'sample')
  const names = accounts.map((account) => ({ account }))
  return Promise.all(asked.map((account) => check(account, nameOf(account, names), parts)))
}

async function check(account: Account, label: string, parts: CheckParts): Promise<Checked> {
  const whose = { label, sample: account.kind === 'sample' }
  try {
    const answer = await parts.platform.invoices(await accessTo(account, parts))
    // "Nothing has changed" is no answer for who knows nothing.
    if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
    return { ...whose, summary: parts.summaryOf(answer.value), error: null }
  } catch (error) {
    return { ...whose, summary: null, error: toErrorInfo(error) }
  }
}

async function accessTo({ id, kind, connection }: Account, parts: CheckParts): Promise<Access> {
  if (kind === 'sample') return { connection, token: (await parts.platform.signIn(connection, parts.sample)).token }
  const entry = await parts.keychain.read(id)
  const token = entry && tokenFor(entry, connection)
  if (token === null) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  return { connection, token }
}
