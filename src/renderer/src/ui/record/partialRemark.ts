import type { PartialList } from '../../../../shared/models/freshness.ts'
import type { Remark } from '../remarks.ts'
import { formatNumber, t, tn } from '../../i18n.ts'

/** How much of a list came of which the provider sent a part. */
export const receivedText = ({ received, total }: PartialList): string =>
  total === null
    ? tn('ui.record.partial.more', received)
    : tn('ui.record.partial.of', received, { total: formatNumber(total) })

/**
 * Of a list of which the provider sent a part. Of plans, it may be what a subscription says of them.
 * @param isOfSeveral lists of accounts: which of them came in part isn't known
 */
export const partialRemark = (
  topic: 'catalogue' | 'invoices' | 'plans',
  partial: PartialList,
  isOfSeveral = false
): Remark => ({
  key: 'partial',
  sentence:
    topic === 'plans' ? t('plans.partial.some') : isOfSeveral ? t('invoices.partial.some') : receivedText(partial),
  next: t(`${topic}.partial.meaning`),
  actions: []
})
