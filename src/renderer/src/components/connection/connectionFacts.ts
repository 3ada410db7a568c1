import { isUnknownProvider, type Connection } from '../../../../shared/models/connection.ts'
import { baseOf, definitionOf } from '../../../../shared/providers/definition.ts'
import { t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'
import { authorizationText, fieldLabel } from './connectionText.ts'
import { TEXT_FIELDS, textsOf } from './settingFields.ts'

/** A connection as facts: address, provider, and what differs from its built-in definition. */
export function connectionFacts(connection: Connection): Fact[] {
  const definition = definitionOf(connection)
  const base = baseOf(connection)
  const [own, usual] = [textsOf(definition, connection.user), textsOf(base)]
  const facts: Fact[] = [
    { name: 'address', label: t('session.field.address'), text: connection.baseUrl },
    {
      name: 'provider',
      label: t('connection.provider'),
      text: isUnknownProvider(connection) ? t('accounts.unknownProvider') : definition.name
    }
  ]
  const add = (name: string, label: string, text: string): void => void facts.push({ name, label, text })
  if (authorizationText(definition.authorization) !== authorizationText(base.authorization)) {
    add('authorization', t('connection.field.scheme'), authorizationText(definition.authorization))
  }
  for (const name of TEXT_FIELDS) {
    if (name !== 'name' && own[name] !== '' && own[name] !== usual[name]) add(name, fieldLabel(name), own[name])
  }
  if (definition.profile?.authorization && base.profile?.authorization === undefined) {
    const text = authorizationText(definition.profile.authorization)
    add('profileCredential', t('connection.field.profileCredential'), text)
  }
  const { amountUnit, dates, balance, missingStatus } = definition
  if (amountUnit !== base.amountUnit) {
    add('amountUnit', t('connection.field.amountUnit'), t(`connection.amountUnit.${amountUnit}Words`))
  }
  if (dates !== null && dates !== base.dates) add('dates', t('connection.field.dates'), t(`connection.dates.${dates}`))
  if (balance !== null && balance !== base.balance) {
    add('balance', t('connection.field.balance'), t(`connection.balance.${balance}`))
  }
  const statuses = Object.entries(definition.statuses).map(([status, state]) =>
    t('connection.status.means', { status, meaning: t(`connection.meaning.${state}`) })
  )
  if (statuses.length > 0) add('statuses', t('connection.field.statuses'), statuses.join('\n'))
  if (missingStatus !== null) {
    add('missingStatus', t('connection.field.missingStatus'), t(`connection.meaning.${missingStatus}`))
  }
  return facts
}
