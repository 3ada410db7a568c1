/** Opens an invoice's web page or PDF in the browser, with links that are fresh. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { startOperation, type OpenAccountParts, type Operation } from '../open-account.ts'
import type { StoredInfo } from '../ports/index.ts'
import { pdfName } from './file-names.ts'

/** In milliseconds. Links younger than this are used as they are, and an error younger than this is not retried. */
const LATELY_MS = 60_000
/** The longest Retry-After that is believed: a longer wait means that the clock was set back. */
const LONGEST_WAIT_MS = 24 * 3_600_000

/** The sample's hosts don't exist: its PDF opens in the system's viewer, its page nowhere. */
type OpenLink = (wanted: Input<'invoices', 'openLink'>) => Promise<Output<'invoices', 'openLink'>>

export function createLinks(parts: OpenAccountParts, refreshLinks: RefreshLinks): OpenLink {
  const { api, files, opener } = parts
  return async ({ key, which, link }) => {
    const operation = startOperation(parts)
    const { account, storage, signal, wait, check } = operation
    const error = link === 'fresh' ? await refreshLinks(operation) : null
    if (error) throw new AppError(error.code, error)
    const record = await wait(storage.invoice(key))
    const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
    if (!record || !address) throw new AppError('NOT_FOUND')
    if (account.kind !== 'sample') {
      const url = await wait(api.externalUrl(account.connection.baseAddress, address, signal))
      return { host: await opener.open(url) }
    }
    if (which === 'pdf') {
      const bytes = await wait(api.pdf(account.connection, address, signal))
      await files.openCopy(pdfName(record.invoice), bytes, check)
    }
    return { host: null }
  }
}

export const hostOf = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)

/** Refreshes the invoices, because links expire. @returns null if the links are fresh, else why they are not */
export type RefreshLinks = (operation: Operation) => Promise<ErrorInfo | null>

export function createRefreshLinks({ freshness, clock, refresh }: OpenAccountParts): RefreshLinks {
  let last: { open: AbortSignal; error: ErrorInfo; at: number } | null = null
  const isLately = (time: number): boolean =>
    // The distance is absolute because the clock may have been set back.
    Math.abs(clock.now().getTime() - time) < LATELY_MS
  const isLate = (info: StoredInfo | null): boolean => info === null || !isLately(Date.parse(info.fetchedAt))
  const known = (): ErrorInfo | null => {
    const error = freshness.error('invoices')
    // The network may be back.
    if (error === null || error.code === 'OFFLINE') return null
    const wait = error.retryAt === undefined ? 0 : Date.parse(error.retryAt) - clock.now().getTime()
    if (wait > 0 && wait <= LONGEST_WAIT_MS) return error
    const isLast = last?.error === error && last.open === refresh.whileOpen() && isLately(last.at)
    return isLast ? error : null
  }
  return async ({ storage, wait }) => {
    if (!isLate(await wait(storage.info('invoices')))) return null
    const before = known()
    if (before) return before
    const open = refresh.whileOpen()
    await wait(refresh.fetchOpenAccount('invoices'))
    const error = freshness.error('invoices')
    last = error && { open, error, at: clock.now().getTime() }
    if (error) return error
    // No call was made, because the credential can't be used, so no new error exists.
    return isLate(await wait(storage.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }
}
