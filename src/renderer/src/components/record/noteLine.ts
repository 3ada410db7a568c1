import type { ReadingNote } from '../../../../shared/model/freshness.ts'
import { tn } from '../../i18n/record.ts'

/** A reading note of a list as a sentence. */
export function noteLine(of: 'catalogue' | 'invoices', { kind, count, field }: ReadingNote): string {
  switch (kind) {
    case 'noId':
    case 'sameId':
    case 'unknownShape':
      return tn(`${of}.notes.${kind}`, count)
    case 'wrongType':
      return field === undefined
        ? tn('record.notes.wrongTypeAny', count)
        : tn('record.notes.wrongType', count, { field })
    case 'notAnObject':
      return tn('record.notes.notAnObject', count)
    case 'credentialDropped':
      return tn('record.notes.credentialDropped', count)
  }
}
