import { isUnknownProvider, type Connection } from '../../../../shared/models/connection.ts'
import type { Authorization } from '../../../../shared/models/provider.ts'
import { baseOf, definitionOf } from '../../../../shared/providers/definition.ts'
import { t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'

/** Said in other words, or nothing about how the provider is spoken to. */
const SAID: readonly string[] = ['name', 'baseUrl', 'authorization', 'statuses', 'missingStatus']

/** A definition's parts as in its JSON: `invoices.path`. */
function leavesOf(value: unknown, path = ''): [path: string, text: string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, path === '' ? name : `${path}.${name}`))
}

function authorizationText(authorization: Authorization): string {
  const { scheme } = authorization
  if (scheme === 'header') {
    const { name, prefix } = authorization
    return t('connection.scheme.headerOf', { name: prefix === undefined ? name : `${name}: ${prefix}` })
  }
  if (scheme === 'query') return t('connection.scheme.queryOf', { name: authorization.name })
  return t(`connection.scheme.${scheme}`)
}

/** A connection as facts: address, provider, and what differs from its built-in definition. */
export function connectionFacts(connection: Connection): Fact[] {
  const definition = definitionOf(connection)
  const base = baseOf(connection)
  const facts: Fact[] = [
    { name: 'address', label: t('session.field.address'), text: connection.baseUrl },
    {
      name: 'provider',
      label: t('connection.provider'),
      text: isUnknownProvider(connection) ? t('accounts.unknownProvider') : definition.name
    }
  ]
  const add = (name: string, label: string, text: string): void => void facts.push({ name, label, text })
  const { authorization, missingStatus } = definition
  if (authorizationText(authorization) !== authorizationText(base.authorization)) {
    add('authorization', t('connection.field.scheme'), authorizationText(authorization))
  }
  const user = connection.user ?? ('user' in authorization ? authorization.user : undefined)
  if (user !== undefined) add('user', t('connection.field.user'), user)
  const usual = new Map(leavesOf(base))
  for (const [path, text] of leavesOf(definition)) {
    if (SAID.includes(path.split('.')[0] ?? '') || usual.get(path) === text) continue
    const isField = path === 'currency' || path === 'paymentTermDays'
    add(path, isField ? t(`connection.field.${path}`) : path, text)
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
