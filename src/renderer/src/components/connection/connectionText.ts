/** A definition's parts in words. */
import type { Authorization } from '../../../../shared/models/provider.ts'
import { t } from '../../i18n.ts'
import { ruleOf, type TextField } from './settingFields.ts'
import type { Problems } from './draftProblems.ts'

export const fieldLabel = (name: TextField): string => t(`connection.field.${name}`)

export function problemText(name: TextField, problem: Problems['fields'][TextField]): string {
  if (problem === undefined) return ''
  if (problem === 'twice') return t('connection.invalid.fieldTwice')
  if (problem === 'unusable') return t('connection.invalid.unusable')
  if (problem === 'missing') return t('connection.invalid.missing')
  const { about, range } = ruleOf(name)
  return t(`connection.invalid.${about}`, range)
}

export function authorizationText(authorization: Authorization): string {
  const { scheme } = authorization
  if (scheme === 'header') {
    const { name, prefix } = authorization
    return t('connection.scheme.headerOf', { name: prefix === undefined ? name : `${name}: ${prefix}` })
  }
  if (scheme === 'query') return t('connection.scheme.queryOf', { name: authorization.name })
  return t(`connection.scheme.${scheme}`)
}
