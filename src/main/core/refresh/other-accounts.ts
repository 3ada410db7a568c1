/** When the accounts that are not open are asked about, and which of them. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { isOfUse, wayOf, type Context } from './context.ts'
import { reachOf } from './next-try.ts'
import type { OtherTries } from './other-tries.ts'
import { notAsked } from './backoff.ts'

export interface OtherAccounts {
  /**
   * Asks now. Nobody's credential is called refused by that: it takes a whole round to tell, and its invoices alone may be closed
   * to it. The error is shown, and the round that opening the account begins decides.
   * @returns CANCELLED when it could not be asked; never rejects
   */
  run(accountId: string): Promise<ErrorInfo | null>
  /** Forgets the accounts that are gone. */
  forgetGone(): void
  /** Plans for those that came, or can be asked again. */
  meet(): void
}

/** @param changed how an account stands is another now */
export function createOtherAccounts(
  context: Context,
  others: OtherTries,
  openId: () => string | null,
  changed: () => void
): OtherAccounts {
  const { parts, time, schedule, known, stopped, everyMs, lineOf, planNext } = context
  const { session, paused } = parts

  const neverAsked = (id: string): boolean => {
    const { begunAt = -Infinity, invoicesAt = -Infinity } = known.get(id) ?? {}
    return Math.max(begunAt, invoicesAt) === -Infinity
  }
  /** The password store failed for one account, and this one's was not needed yet: each question may make it prompt. */
  const storeFails = (id: string): boolean =>
    neverAsked(id) &&
    session
      .state()
      .accounts.some(
        ({ credential, keychainError }) => credential === 'unavailable' && keychainError?.code !== 'KEYCHAIN_CHANGED'
      )
  const canAsk = (id: string): boolean => {
    const credential = lineOf(id)?.credential
    return isOfUse(credential) && (credential !== 'kept' || !storeFails(id))
  }
  const planAnew = (id: string): void => {
    if (everyMs() > 0 && schedule.at(id) === null && !others.under(id)) schedule.plan(id, time.now())
  }
  const endAll = (id: string): void => {
    others.end(id)
    schedule.drop(id)
  }

  return {
    async run(id) {
      if (stopped() || paused() || !canAsk(id)) return { code: 'CANCELLED' }
      schedule.drop(id)
      const error = await others.once(id)
      const its = known.get(id)
      if (error?.code === 'CANCELLED' || !its || stopped()) return error
      its.invoicesAt = time.now()
      its.failures = { ...its.failures, invoices: error }
      its.reach = reachOf([error]) ?? its.reach
      // Opened meanwhile: its own round has taken over.
      if (id !== openId()) planNext(id, [error])
      changed()
      return error
    },

    forgetGone() {
      for (const id of [...known.keys()]) {
        const line = lineOf(id)
        if (line && line.credential !== 'signedOut') continue
        known.delete(id)
        endAll(id)
      }
    },

    meet() {
      for (const line of session.state().accounts) {
        const { id } = line.account
        if (id === openId() || line.credential === 'signedOut') continue
        const before = known.get(id)
        const way = wayOf(line)
        if (!isOfUse(line.credential)) {
          endAll(id)
          if (before) before.credential = line.credential
        } else if (before && before.way === way && isOfUse(before.credential)) {
          before.credential = line.credential
          // Its latest round was broken off when it was left; or its turn came while the password store failed.
          const brokenOff = before.endedAt === null && before.begunAt > before.invoicesAt
          if (brokenOff || (neverAsked(id) && canAsk(id))) planAnew(id)
        } else if (canAsk(id)) {
          endAll(id)
          known.set(id, notAsked(way, line.credential))
          planAnew(id)
        }
      }
    }
  }
}
