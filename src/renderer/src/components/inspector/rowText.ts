/** A row of the tree in words. */
import { t, tn } from '../../i18n.ts'
import { kindOf } from './fieldState.ts'
import type { TreeRow } from './tree.ts'

/** Of a value, in a row. */
const MAX_HTML_LENGTH = 200

export const nameOf = (row: TreeRow): string => row.name || (row.field ? t('inspector.droppedUnnamed') : '')

/** What stands behind the name. */
export function valueText({ value, kind, size, more }: TreeRow): string {
  if (more > 0) return tn('inspector.more', more)
  if (value === undefined) return ''
  if (kind === 'object' || kind === 'list') return tn('inspector.entries', size)
  return typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_HTML_LENGTH)) : JSON.stringify(value)
}

/** What the state of a field means, for this one. */
export function meaningOf({ field }: TreeRow): string {
  if (!field) return ''
  const { state, expected, value } = field
  if (state !== 'wrongType' || !expected || value === undefined) return t(`inspector.means.${state}`)
  return t('inspector.means.wrongType', {
    expected: t(`inspector.kind.${expected.type}`),
    found: t(`inspector.kind.${kindOf(value)}`)
  })
}
