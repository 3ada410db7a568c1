/** What is wrong with the invoices in the scope: accounts that aren't there or not up to date, parts of lists, and statuses. */
import { useRouter } from 'vue-router'
import { isSample, type AccountLine } from '../../../../shared/models/account.ts'
import type { PartialList } from '../../../../shared/models/freshness.ts'
import type { MissingAccount } from '../../../../shared/models/invoice.ts'
import type { Owed } from '../../../../shared/models/owed.ts'
import { openConnection } from '../accounts/accountNavigation.ts'
import type { Remark, RemarkAction } from '../../ui/remarks.ts'
import { labelled, t, tn } from '../../i18n.ts'
import { useInvoiceScope } from './stores/invoiceScope.ts'
import { useOverview } from '../overview/overview.ts'
import { useSession } from '../accounts/session.ts'
import { partialRemark } from '../../ui/record/partialRemark.ts'
import { useMissingRemarks } from './useMissingAccounts.ts'

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
  const missingRemarks = useMissingRemarks(retried)
  const statusRemarks = useStatusRemarks()
  return () => {
    const { missing, partial, owed } = read()
    return [
      ...missingRemarks(missing),
      ...(partial ? [partialRemark('invoices', partial, scope.all)] : []),
      ...statusRemarks(owed)
    ]
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
      run: () => openConnection(router, line, { to: 'statuses' })
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
