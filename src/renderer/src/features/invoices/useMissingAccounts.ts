/** Accounts whose invoices a list or an export lacks: why, and the next step. */
import { ref } from 'vue'
import { useRouter } from 'vue-router'
import { isKeychainError } from '../../../../shared/ipc/error.ts'
import { hostOf, isStopped, type AccountLine } from '../../../../shared/models/account.ts'
import { isUnknownProvider } from '../../../../shared/models/connection.ts'
import type { MissingAccount } from '../../../../shared/models/invoice.ts'
import { call } from '../../bridge.ts'
import { openConnection, signInAgain } from '../accounts/accountNavigation.ts'
import { accountStateText, keychainProblemOf } from '../accounts/accountText.ts'
import { errorText } from '../../ui/errorText.ts'
import type { Remark, RemarkAction } from '../../ui/remarks.ts'
import { labelled, sentences, t } from '../../i18n.ts'
import { useApp } from '../../ui/data/app.ts'
import { useInvoiceScope } from './stores/invoiceScope.ts'
import { useNotices } from '../../ui/shell/notices.ts'
import { useSession } from '../accounts/session.ts'

type NextStep = 'signIn' | 'signInAgain' | 'unlock' | 'retryKeychain' | 'fetch' | 'retry' | 'editConnection'

interface MissingInvoices {
  id: string
  name: string
  /** Its invoices are there, but not up to date. */
  isOutdated: boolean
  reason: string
  /** The error's own sentence; null: the reason says all. */
  detail: string | null
  nextStep: RemarkAction
  /** Why the password store still can't be read, after the step; empty: nothing to say. */
  outcome: string
}

/**
 * @param retried the password store was asked again: more may be readable
 * @param refresh fetches what is missing; without it, invoices
 * @returns null for an account that is gone
 */
export function useMissingAccounts(
  retried: () => unknown,
  refresh?: () => unknown
): (missing: MissingAccount) => MissingInvoices | null {
  const app = useApp()
  const session = useSession()
  const scope = useInvoiceScope()
  const notices = useNotices()
  const router = useRouter()
  /** Account whose retry found that the password store still can't be read. */
  const stillClosed = ref<string | null>(null)

  async function perform(step: NextStep, line: AccountLine): Promise<void> {
    const { id } = line.account
    if (step === 'signIn' || step === 'signInAgain')
      await router.push(signInAgain(id, router.currentRoute.value.fullPath))
    else if (step === 'unlock' || step === 'retryKeychain') {
      stillClosed.value = null
      await notices.retryKeychain()
      stillClosed.value = notices.retryError ? id : null
      retried()
    } else if (step === 'editConnection') await openConnection(router, line)
    else if (refresh) await refresh()
    // The list's own store loads with the first need of it.
    else if (scope.all) await (await import('./stores/invoices.ts')).useInvoices().refresh()
    // An account that the list doesn't show. What it brings is announced.
    else await call('app', 'refresh', { of: id, all: false, topic: 'invoices' })
  }

  return (missing) => {
    const { id, why } = missing
    const line = scope.lineOf(id)
    if (!line) return null
    const name = scope.nameOf(id)
    const step = nextStepOf(missing, line)
    const label = nextStepText(step)
    const problem = stillClosed.value === id ? keychainProblemOf(notices.retryError) : null
    return {
      id,
      name,
      isOutdated: why === 'outdated',
      reason: reasonText(missing, line),
      detail: reasonDetail(missing, line),
      nextStep: {
        label,
        name: labelled(label, name),
        isBusy: step === 'fetch' || step === 'retry' ? app.refreshRequested : session.retrying,
        run: () => perform(step, line)
      },
      outcome: problem ? t(`ui.notice.still.${problem}`) : ''
    }
  }
}

/** As remarks, what is missing before what is outdated. */
export function useMissingRemarks(
  ...parts: Parameters<typeof useMissingAccounts>
): (missing: readonly MissingAccount[]) => Remark[] {
  const describe = useMissingAccounts(...parts)
  return (missing) =>
    missing
      .flatMap((one) => describe(one) ?? [])
      .toSorted((one, other) => Number(one.isOutdated) - Number(other.isOutdated))
      .map(({ id, name, isOutdated, reason, detail, nextStep, outcome }) => ({
        key: `missing ${id}`,
        sentence: `${t(`invoices.notIncluded.${isOutdated ? 'outdated' : 'label'}`)} ${name}.`,
        next: sentences(t('ui.common.sentence', { text: reason }), detail),
        outcome,
        actions: [nextStep]
      }))
}

function reasonText({ why, error }: MissingAccount, line: AccountLine): string {
  if (why === 'noInvoices')
    return t(isUnknownProvider(line.account.connection) ? 'accounts.unknownProvider' : 'accounts.noInvoiceList')
  if (why === 'signedOut' || isStopped(line.credential)) return accountStateText(line)
  const problem = keychainProblemOf(error)
  if (problem) return t(`accounts.standing.store.${problem}`)
  if (why === 'unavailable') return t('invoices.notIncluded.unavailable')
  return t(`invoices.notIncluded.${error ? 'failed' : 'notFetched'}`)
}

const reasonDetail = ({ error }: MissingAccount, { account }: AccountLine): string | null =>
  error && !isKeychainError(error) ? errorText(error, hostOf(account)).sentence : null

function nextStepOf({ why, error }: MissingAccount, { account, credential, keychainError }: AccountLine): NextStep {
  if (why === 'noInvoices') return isUnknownProvider(account.connection) ? 'signInAgain' : 'editConnection'
  if (why === 'signedOut') return 'signIn'
  if (credential === 'forgotten' || credential === 'refused') return 'signInAgain'
  const cause = credential === 'unavailable' ? keychainError : error
  const problem = keychainProblemOf(cause)
  if (problem === 'changed' || cause?.found === 'otherOrigin') return 'signInAgain'
  if (problem) return problem === 'locked' ? 'unlock' : 'retryKeychain'
  return error || why !== 'notFetched' ? 'retry' : 'fetch'
}

function nextStepText(step: NextStep): string {
  switch (step) {
    case 'signIn':
      return t('accounts.signIn')
    case 'signInAgain':
      return t('accounts.signInAgain')
    case 'unlock':
      return t('invoices.notIncluded.unlock')
    case 'fetch':
      return t('invoices.notIncluded.fetch')
    case 'editConnection':
      return t('invoices.noList.action')
    default:
      return t('ui.common.tryAgain')
  }
}
