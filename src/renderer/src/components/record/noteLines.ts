/** The reading notes of a list as sentences. */
import type { ReadingNote } from '../../../../shared/model/freshness.ts'
import { tn } from '../../i18n/index.ts'

type Of = 'catalogue' | 'invoices'

function line(of: Of, { kind, count, field }: ReadingNote): string {
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

/** @returns how many things in all, and a sentence for each kind and field */
export function noteLines(of: Of, notes: readonly ReadingNote[]): { count: number; lines: string[] } {
  return {
    count: notes.reduce((sum, note) => sum + note.count, 0),
    lines: notes.map((note) => line(of, note))
  }
}
