import type { Input, Output } from '../../shared/ipc/contract.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import { billingPageOf, definitionOf } from '../../shared/providers/definition.ts'
import type { InvoiceRef } from '../../shared/models/invoice.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import type { CoreParts } from '../core-parts.ts'
import type { InvoiceRecord, StoredInfo } from '../ports/index.ts'
import type { Refresh } from '../accounts/rounds/refresh.ts'
import type { Rounds } from '../accounts/rounds/rounds.ts'
import { pdfName } from './pdf/pdf-names.ts'

/** In milliseconds. Links younger than this are used as they are, and an error younger than this is not retried. */
const RECENT_MS = 60_000
/** The longest Retry-After that is believed: a longer wait means that the clock was set back. */
const LONGEST_WAIT_MS = 24 * 3_600_000

export interface LinkParts extends CoreParts {
  refresh: Pick<Refresh, 'paymentPageOpened'>
}

/** Opens an invoice's web page or PDF in the browser, with links that are fresh. */
export class InvoiceLinks {
  readonly #parts: LinkParts
  #lastInvoice: { account: AbortSignal; key: string; at: number } | null = null
  #lastError: { account: AbortSignal; error: ErrorInfo; at: number } | null = null

  constructor(parts: LinkParts) {
    this.#parts = parts
  }

  /** The sample's hosts don't exist: its PDF opens in the system's viewer, its page nowhere. */
  open(
    { account, key }: InvoiceRef,
    request: Pick<Input<'invoices', 'openLink'>, 'which' | 'link'>
  ): Promise<Output<'invoices', 'openLink'>> {
    return this.#parts.accounts.get(account).work((work) => this.#open(work, key, request))
  }

  async #open(
    work: AccountWork,
    key: string,
    { which, link }: Pick<Input<'invoices', 'openLink'>, 'which' | 'link'>
  ): Promise<Output<'invoices', 'openLink'>> {
    const { api, files, refresh } = this.#parts
    const { account, record: owner, storage, signal, wait, check } = work
    const addressIn = (record: InvoiceRecord | null): string | null =>
      (which === 'page' ? record?.pageUrl : record?.pdfUrl) ?? null
    const shown = linkHost(addressIn(await wait(storage.invoice(key))))
    const error = link === 'fresh' ? await this.freshenLinks(work, key) : null
    if (error) throw new AppError(error.code, error)
    const record = await wait(storage.invoice(key))
    const address = addressIn(record)
    if (!record || !address) throw new AppError('NOT_FOUND')
    if (owner.kind !== 'sample') {
      const leads = linkHost(address)
      // The page has named the host that was known. From now on it names this one.
      if (leads !== null && shown !== null && leads !== shown)
        throw new AppError('BAD_REQUEST', { found: 'otherHost', host: leads })
      const host = await this.#openAddress(work, address).catch((thrown: unknown) => {
        throw isNotAnAddress(thrown) ? new AppError('BAD_REQUEST', { found: `${which}Address` }) : thrown
      })
      if (which === 'page' && record.invoice.state === 'open') refresh.paymentPageOpened(account.id)
      return { host }
    }
    if (which === 'pdf') {
      const bytes = await wait(api.pdf(owner.connection, address, signal))
      await files.openCopy(pdfName(record.invoice), bytes, check)
    }
    return { host: null }
  }

  async #openAddress({ record, signal, wait }: AccountWork, address: string): Promise<string> {
    const { api, opener } = this.#parts
    return opener.open(await wait(api.externalUrl(record.connection.baseUrl, address, signal)))
  }

  /** @param shown the host that the user has seen @throws NOT_FOUND, BAD_REQUEST (found 'otherHost') */
  openBilling(account: Account, shown: string): Promise<Output<'invoices', 'openBilling'>> {
    const { refresh } = this.#parts
    return account.work(async (work) => {
      const page = billingPageOf(work.record.connection)
      if (page === null) throw new AppError('NOT_FOUND')
      if (page.host !== shown) throw new AppError('BAD_REQUEST', { found: 'otherHost', host: page.host })
      const host = await this.#openAddress(work, page.address)
      refresh.paymentPageOpened(account.id)
      return { host }
    })
  }

  /** Of one invoice, where the provider has a call for it, else of all. @returns as refresh */
  async freshenLinks(work: AccountWork, key: string): Promise<ErrorInfo | null> {
    const { storage, wait } = work
    const record = await wait(storage.invoice(key))
    if (!record || !canFetch(work, record)) return this.refresh(work)
    return this.#isStale(await wait(storage.info('invoices'))) ? this.#refreshOne(work, record) : null
  }

  /** An invoice's own call may say more than the list. Without such a call, nothing is asked. @returns as refresh */
  refreshInvoice({ account, key }: InvoiceRef): Promise<ErrorInfo | null> {
    return this.#parts.accounts.get(account).work(async (work) => {
      const record = await work.wait(work.storage.invoice(key))
      return record && canFetch(work, record) ? this.#refreshOne(work, record) : null
    })
  }

  async #refreshOne(work: AccountWork, record: InvoiceRecord): Promise<ErrorInfo | null> {
    if (this.#isLastInvoice(work, record.invoice.key)) return null
    try {
      await this.#fetchInvoice(work, record)
      return null
    } catch (error) {
      return work.account.errorOf(error)
    }
  }

  async #fetchInvoice({ account, storage, signal, wait }: AccountWork, known: InvoiceRecord): Promise<void> {
    const { api, clock } = this.#parts
    const access = await wait(account.access())
    const info = await wait(storage.info('invoices'))
    const record = await wait(api.invoice(access, known, { signal, dayZone: info?.dayZone }))
    this.#lastInvoice = { account: account.rounds.signal, key: known.invoice.key, at: clock.now().getTime() }
    if (JSON.stringify(record.raw) === JSON.stringify(known.raw)) return
    // A list that arrived meanwhile may be newer.
    if ((await wait(storage.info('invoices')))?.fetchedAt !== info?.fetchedAt) return
    await wait(storage.saveInvoice(record))
    account.touch('invoices')
  }

  #isLastInvoice({ account }: AccountWork, key: string): boolean {
    const last = this.#lastInvoice
    return last?.key === key && last.account === account.rounds.signal && this.#isRecent(last.at)
  }

  /** Refreshes the invoices, because links expire. @returns null if the links are fresh, else why they are not */
  async refresh({ account: { rounds }, storage, wait }: AccountWork): Promise<ErrorInfo | null> {
    const { clock } = this.#parts
    if (!this.#isStale(await wait(storage.info('invoices')))) return null
    const recent = this.#recentError(rounds)
    if (recent) return recent
    const account = rounds.signal
    await wait(rounds.fetchInvoices())
    const error = rounds.calls.errors.invoices
    this.#lastError = error && { account, error, at: clock.now().getTime() }
    if (error) return error
    // No call was made, because the credential can't be used, so no new error exists.
    return this.#isStale(await wait(storage.info('invoices'))) ? { code: 'UNAUTHORIZED' } : null
  }

  #isStale(info: StoredInfo | null): boolean {
    return info === null || !this.#isRecent(Date.parse(info.fetchedAt))
  }

  #isRecent(time: number): boolean {
    // The distance is absolute because the clock may have been set back.
    return Math.abs(this.#parts.clock.now().getTime() - time) < RECENT_MS
  }

  #recentError({ calls, signal }: Rounds): ErrorInfo | null {
    const { clock } = this.#parts
    const error = calls.errors.invoices
    // The network may be back.
    if (error === null || error.code === 'OFFLINE') return null
    const wait = error.retryAt === undefined ? 0 : Date.parse(error.retryAt) - clock.now().getTime()
    if (wait > 0 && wait <= LONGEST_WAIT_MS) return error
    const last = this.#lastError
    return last?.error === error && last.account === signal && this.#isRecent(last.at) ? error : null
  }
}

/** The definition has a call for one invoice, and this one's key is its id, by which that call asks. */
const canFetch = ({ record }: AccountWork, { notes = [] }: InvoiceRecord): boolean =>
  definitionOf(record.connection).invoice !== null && !notes.some(({ kind }) => kind === 'noId' || kind === 'sameId')

/** The link is no address, or leads to a host that can't exist. */
const isNotAnAddress = (thrown: unknown): boolean => toErrorInfo(thrown).found === 'address'

export const linkHost = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
