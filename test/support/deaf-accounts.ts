/** What Accounts needs besides credentials, for tests of which the rest is no matter: nothing is fetched, nobody listens. */
import type { AccountsParts } from '../../src/main/accounts/accounts.ts'
import { LoggedEvents } from './ports.ts'

const nothing = (): void => undefined

export const deafAccounts = (): Pick<
  AccountsParts,
  'locked' | 'log' | 'report' | 'everyMs' | 'isBalanceWatched' | 'ended' | 'events'
> => ({
  locked: () => false,
  log: new LoggedEvents(),
  report: nothing,
  everyMs: () => 0,
  isBalanceWatched: () => false,
  ended: () => true,
  events: {
    ...{ changed: nothing, callBegan: nothing, stateChanged: nothing, roundEnded: nothing },
    ...{ invoicesFetched: nothing, plansFetched: nothing, profileFetched: nothing, storageClosed: nothing }
  }
})
