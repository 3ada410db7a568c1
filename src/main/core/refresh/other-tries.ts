/** The accounts that are not open: of these the invoices are asked for, and nothing else. */
import { toErrorInfo, AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountStorage, Clock, Api } from '../ports/index.ts'
import type { Session } from '../session/index.ts'
import type { OpenAccountStorage } from '../open-account-storage.ts'
import { fetchInvoices } from './fetch-topic.ts'

export interface OtherTriesParts {
  platform: Api
  session: Pick<Session, 'accessTo'>
  store: Pick<OpenAccountStorage, 'withAccountStorage'>
  clock: Clock
  /** The account's invoices were fetched, or found to be current. The cache is open until this returns. */
  fetched: (accountId: string, cache: AccountStorage) => void
  /** A try began or ended. */
  changed: () => void
  report: (error: unknown) => void
}

export interface OtherTries {
  /** Begins a try, or joins the one under way. @returns null when it worked, CANCELLED when it was ended; never rejects */
  once(accountId: string): Promise<ErrorInfo | null>
  /** The try that is under way. */
  under(accountId: string): Promise<ErrorInfo | null> | null
  end(accountId: string): void
  endAll(): void
}

export function createOtherTries({
  platform,
  session,
  store,
  clock,
  fetched,
  changed,
  report
}: OtherTriesParts): OtherTries {
  const running = new Map<string, { outcome: Promise<ErrorInfo | null>; cancel: () => void }>()

  const attempt = async (id: string, signal: AbortSignal): Promise<ErrorInfo | null> => {
    let error: ErrorInfo | null = null
    try {
      const access = await session.accessTo(id)
      if (signal.aborted) throw new AppError('CANCELLED')
      await store.withAccountStorage(id, async (cache) => {
        await fetchInvoices({ platform, clock, access, cache, signal })
        if (!signal.aborted) fetched(id, cache)
      })
    } catch (thrown) {
      error = toErrorInfo(thrown)
      if (error.code === 'INTERNAL') report(thrown)
    }
    return signal.aborted ? { code: 'CANCELLED' } : error
  }

  const end = (id: string): void => {
    running.get(id)?.cancel()
    running.delete(id)
  }
  return {
    once(id) {
      const under = running.get(id)
      if (under) return under.outcome
      const own = new AbortController()
      const outcome = attempt(id, own.signal).finally(() => {
        if (running.get(id)?.outcome === outcome) running.delete(id)
        changed()
      })
      running.set(id, { outcome, cancel: () => own.abort() })
      changed()
      return outcome
    },
    under: (id) => running.get(id)?.outcome ?? null,
    end,
    endAll: () => [...running.keys()].forEach(end)
  }
}
