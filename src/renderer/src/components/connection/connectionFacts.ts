/** A connection as facts: where it is, its preset, and what differs from that. */
import { PRESETS, settingsOf, type Connection } from '../../../../shared/models/connection.ts'
import { t } from '../../i18n.ts'
import type { Fact } from '../record/fact.ts'
import { TEXT_FIELDS } from './draft.ts'

export function connectionFacts(connection: Connection): Fact[] {
  const settings = settingsOf(connection)
  const preset = PRESETS[connection.preset]
  const facts: Fact[] = [
    { name: 'address', label: t('session.field.address'), text: connection.baseAddress },
    { name: 'preset', label: t('connection.preset.label'), text: t(`connection.preset.${connection.preset}`) }
  ]
  for (const name of TEXT_FIELDS) {
    const value = settings[name]
    if (value !== null && value !== preset[name])
      facts.push({ name, label: t(`connection.field.${name}`), text: String(value) })
  }
  if (settings.profileCredential !== preset.profileCredential)
    facts.push({
      name: 'profileCredential',
      label: t('connection.field.profileCredential'),
      text: t(`connection.profileCredential.${settings.profileCredential}`)
    })
  if (settings.amountUnit !== preset.amountUnit)
    facts.push({
      name: 'amountUnit',
      label: t('connection.field.amountUnit'),
      text: t(`connection.amountUnit.${settings.amountUnit}Words`)
    })
  const statuses = Object.entries(settings.statuses)
  if (statuses.length > 0)
    facts.push({
      name: 'statuses',
      label: t('connection.field.statuses'),
      text: statuses
        .map(([status, state]) => t('connection.status.means', { status, meaning: t(`connection.meaning.${state}`) }))
        .join('\n')
    })
  return facts
}
