import type { ReadingNote } from '../../../../shared/model/freshness.ts'
import { tn } from '../../i18n/record.ts'

/** Reading notes of a list as sentences; what is said without its field is said once. */
export function noteLines(of: 'catalogue' | 'invoices', notes: readonly ReadingNote[]): string[] {
  const dropped = notes.filter(({ kind }) => kind === 'credentialDropped')
  const count = dropped.reduce((sum, note) => sum + note.count, 0)
  const rest = notes.filter(({ kind }) => kind !== 'credentialDropped')
  const said: ReadingNote[] = count === 0 ? rest : [...rest, { kind: 'credentialDropped', count }]
  return said.map((note) => noteLine(of, note))
}

function noteLine(of: 'catalogue' | 'invoices', { kind, count, field }: ReadingNote): string {
  switch (kind) {
    case 'noId':
    case 'sameId':
    case 'unknownShape':
      return of === 'catalogue' ? tn(`record.products.${kind}`, count) : tn(`invoices.notes.${kind}`, count)
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
