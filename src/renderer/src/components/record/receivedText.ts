import type { PartialList } from '../../../../shared/models/freshness.ts'
import { formatNumber, tn } from '../../i18n.ts'

/** How much of a list came of which the provider sent a part. */
export const receivedText = ({ received, total }: PartialList): string =>
  total === null
    ? tn('record.partial.more', received)
    : tn('record.partial.of', received, { total: formatNumber(total) })
