import type { ReadingNote, Topic } from '../../../../shared/models/freshness.ts'
import { t, tn } from '../../i18n.ts'

export const countIssues = (notes: readonly ReadingNote[]): number => notes.reduce((sum, { count }) => sum + count, 0)

/** Reading notes as sentences. Removed credentials are one sentence: their names say nothing. @param of a list, or one record */
export function issueLines(of: Topic | 'record', notes: readonly ReadingNote[]): string[] {
  const isRemoved = ({ kind }: ReadingNote): boolean => kind === 'credentialDropped'
  const lines = notes.filter((note) => !isRemoved(note)).map((note) => issueLine(of, note))
  const removed = countIssues(notes.filter(isRemoved))
  return removed === 0 ? lines : [...lines, tn('ui.record.issues.credentialDropped', removed)]
}

function issueLine(of: Topic | 'record', { kind, count, field }: ReadingNote): string {
  switch (kind) {
    case 'noId':
    case 'sameId':
    case 'unknownShape':
      return of === 'catalogue' || of === 'invoices' || of === 'plans'
        ? tn(`ui.record.issues.${of}.${kind}`, count)
        : t(`ui.record.issues.record.${kind}`)
    case 'wrongType':
    case 'unusableLink':
      return field === undefined
        ? tn(`ui.record.issues.${kind}Any`, count)
        : tn(`ui.record.issues.${kind}`, count, { field })
    case 'notAnObject':
    case 'credentialDropped':
      return tn(`ui.record.issues.${kind}`, count)
  }
}
