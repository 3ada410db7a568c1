/** What is wrong with the invoices in the scope: accounts that aren't there or not up to date, parts of lists, and statuses. */
import { ref } from 'vue'
import { useRouter, type Router } from 'vue-router'
import { isKeychainError } from '../../../../shared/ipc/error.ts'
import { hostOf, isSample, isStopped, type AccountLine } from '../../../../shared/models/account.ts'
import { isUnknownProvider } from '../../../../shared/models/connection.ts'
import type { PartialList } from '../../../../shared/models/freshness.ts'
import type { MissingAccount } from '../../../../shared/models/invoice.ts'
import type { Owed } from '../../../../shared/models/owed.ts'
import { signInAgain, switchAccount } from '../../composables/accountNavigation.ts'
import { accountStateText, keychainProblemOf } from '../../composables/accountText.ts'
import { errorText } from '../../composables/errorText.ts'
import type { Remark, RemarkAction } from '../../composables/remarks.ts'
import { labelled, sentences, t, tn } from '../../i18n.ts'
import { useApp } from '../../stores/app.ts'
import { useInvoiceScope } from '../../stores/invoiceScope.ts'
import { useNotices } from '../../stores/notices.ts'
import { useOverview } from '../../stores/overview.ts'
import { useSession } from '../../stores/session.ts'
import { partialRemark } from '../record/partialRemark.ts'

export type NextStep = 'signIn' | 'signInAgain' | 'unlock' | 'retryKeychain' | 'fetch' | 'retry' | 'editConnection'

export function reasonText({ why, error }: MissingAccount, line: AccountLine): string {
  if (why === 'noInvoices')
    return t(isUnknownProvider(line.account.connection) ? 'accounts.unknownProvider' : 'accounts.noInvoiceList')
  if (why === 'signedOut' || isStopped(line.credential)) return accountStateText(line)
  const problem = keychainProblemOf(error)
  if (problem) return t(`standing.store.${problem}`)
  if (why === 'unavailable') return t('invoices.notIncluded.unavailable')
  return t(`invoices.notIncluded.${error ? 'failed' : 'notFetched'}`)
}

/** The error's own sentence; null: the reason says all. */
export const reasonDetail = ({ error }: MissingAccount, { account }: AccountLine): string | null =>
  error && !isKeychainError(error) ? errorText(error, hostOf(account)).sentence : null

export function nextStepOf(
  { why, error }: MissingAccount,
  { account, credential, keychainError }: AccountLine
): NextStep {
  if (why === 'noInvoices') return isUnknownProvider(account.connection) ? 'signInAgain' : 'editConnection'
  if (why === 'signedOut') return 'signIn'
  if (credential === 'forgotten' || credential === 'refused') return 'signInAgain'
  const cause = credential === 'unavailable' ? keychainError : error
  const problem = keychainProblemOf(cause)
  if (problem === 'changed' || cause?.found === 'otherOrigin') return 'signInAgain'
  if (problem) return problem === 'locked' ? 'unlock' : 'retryKeychain'
  return error || why !== 'notFetched' ? 'retry' : 'fetch'
}

export function nextStepText(step: NextStep): string {
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
      return t('common.tryAgain')
  }
}

interface InvoiceData {
  missing: readonly MissingAccount[]
  /** null: the lists are whole. */
  partial: PartialList | null
  /** null: not loaded. */
  owed: Owed | null
}

/** @param retried the password store was asked again: more may be readable @returns the remarks, the gravest first */
export function useInvoiceRemarks(read: () => InvoiceData, retried: () => unknown): () => Remark[] {
  const scope = useInvoiceScope()
  const missingRemark = useMissingRemark(retried)
  const statusRemarks = useStatusRemarks()
  return () => {
    const { missing, partial, owed } = read()
    const isOutdated = ({ why }: MissingAccount): boolean => why === 'outdated'
    const sorted = missing.toSorted((one, other) => Number(isOutdated(one)) - Number(isOutdated(other)))
    return [
      ...sorted.flatMap((one) => missingRemark(one) ?? []),
      ...(partial ? [partialRemark('invoices', partial, scope.all)] : []),
      ...statusRemarks(owed)
    ]
  }
}

async function openConnection(router: Router, line: AccountLine, to?: 'statuses'): Promise<void> {
  await switchAccount(router, line)
  if (useSession().account?.id !== line.account.id) return
  await router.push({ name: 'connection', ...(to && { query: { to } }) })
}

function useMissingRemark(retried: () => unknown): (one: MissingAccount) => Remark | null {
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
    // The list's own store loads with the first need of it.
    else await (await import('../../stores/invoices.ts')).useInvoices().refresh()
  }

  return (one) => {
    const line = scope.lineOf(one.id)
    if (!line) return null
    const name = scope.nameOf(one.id)
    const step = nextStepOf(one, line)
    const label = nextStepText(step)
    const problem = stillClosed.value === one.id ? keychainProblemOf(notices.retryError) : null
    return {
      key: `missing ${one.id}`,
      sentence: `${t(`invoices.notIncluded.${one.why === 'outdated' ? 'outdated' : 'label'}`)} ${name}.`,
      next: sentences(t('common.sentence', { text: reasonText(one, line) }), reasonDetail(one, line)),
      outcome: problem ? t(`notice.still.${problem}`) : '',
      actions: [
        {
          label,
          name: labelled(label, name),
          isBusy: step === 'fetch' || step === 'retry' ? app.refreshRequested : session.retrying,
          run: () => perform(step, line)
        }
      ]
    }
  }
}

/** Statuses are defined for each account. @returns of the scope's; `owed` is that of the account shown */
function useStatusRemarks(): (owed: Owed | null) => Remark[] {
  const session = useSession()
  const scope = useInvoiceScope()
  const overview = useOverview()
  const router = useRouter()

  function remark(line: AccountLine, kind: 'unrecognised' | 'missingStatus', count: number, label: string): Remark {
    const { id } = line.account
    const name = scope.all ? scope.nameOf(id) : ''
    const sentence = tn(`invoices.${kind}.sentence`, count)
    const action: RemarkAction = {
      label,
      ...(name !== '' && { name: labelled(label, name) }),
      run: () => openConnection(router, line, 'statuses')
    }
    return {
      key: `${kind} ${id}`,
      sentence: name === '' ? sentence : labelled(name, sentence),
      next: '',
      actions: [action]
    }
  }

  function remarksOf(line: AccountLine, { unknown, withoutStatus }: Owed): Remark[] {
    // The sample's settings can't be changed.
    if (isSample(line)) return []
    const unrecognised = unknown - withoutStatus
    const isAsked = withoutStatus > 0 && line.provider.missingStatus === null
    return [
      ...(unrecognised > 0 ? [remark(line, 'unrecognised', unrecognised, t('invoices.explainAll'))] : []),
      ...(isAsked ? [remark(line, 'missingStatus', withoutStatus, t('invoices.explain'))] : [])
    ]
  }

  return (owed) => {
    if (!scope.all) return session.line && owed ? remarksOf(session.line, owed) : []
    return overview.amounts.flatMap((amounts) => {
      const line = scope.accounts.find(({ account }) => account.id === amounts.id)
      return line ? remarksOf(line, amounts) : []
    })
  }
}
