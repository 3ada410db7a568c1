/** The stored values with which the report is compared. */
import type { AccountRecord } from '../../../shared/models/account.ts'
import { hostIn } from '../../../shared/models/connection.ts'
import { secretsInKey } from '../../../shared/models/credential-text.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import type { Invoice, InvoiceField } from '../../../shared/models/invoice.ts'
import { proxyIdentity } from '../../../shared/models/network-proxy.ts'
import type { Plan } from '../../../shared/models/plan.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { baseOf } from '../../../shared/providers/definition.ts'
import type { Entry, KnownValue, ProxyPasswordRecord } from '../../ports/index.ts'

/** Its names and addresses. The name of a built-in provider is no secret, and an account may be called so by default. */
export function accountValues({
  label,
  profileName,
  email,
  connection
}: Pick<AccountRecord, 'label' | 'profileName' | 'email' | 'connection'>): KnownValue[] {
  const { name, legalName, baseUrl, user } = connection
  const builtIn = baseOf(connection).name
  return [
    ...valuesOf('email', [email]),
    ...valuesOf('provider', [...domainsOf(hostIn(baseUrl) ?? ''), ...addressesIn(connection)]),
    ...valuesOf(
      'name',
      [label, profileName, name, legalName, user].filter((text) => text !== builtIn)
    )
  ]
}

/** URLs anywhere in a definition, whose depth its schema limits. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('://') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}

/** The host with and without its port, and the domains above it, but no top level: `api.acme.example`, `acme.example`. */
function domainsOf(host: string): string[] {
  const name = host.replace(/:\d+$/, '')
  // A part of an IP address is any number.
  if (/[\d\]]$/.test(name)) return [host, name]
  const labels = name.split('.')
  const domains = labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
  return [host, name, ...domains]
}

/** Tokens, keys and data keys. A report has no email either, so a key that is little else counts as a whole. */
export function secretValues(secrets: readonly string[]): KnownValue[] {
  const partsOf = (secret: string): string[] => {
    const parts = secretsInKey(secret)
    return parts.length > 0 ? parts : [secret]
  }
  return valuesOf('token', secrets.flatMap(partsOf))
}

/** Of an entry of the keychain. */
export const entryValues = ({ token, dataKey }: Entry): KnownValue[] =>
  secretValues([token, dataKey].filter((secret) => typeof secret === 'string'))

export function profileValues({ title, email, blocked, balance, groups }: ProfileView): KnownValue[] {
  const texts = Object.values(groups).flatMap((fields) =>
    fields.map(({ value }) => (typeof value === 'boolean' ? null : String(value)))
  )
  const emails = [email, ...texts.filter((text) => text?.includes('@'))]
  return [
    ...valuesOf('email', emails),
    ...(balance ? amountValues(balance.amount) : []),
    ...valuesOf('name', [title, blocked?.reason, ...texts])
  ]
}

const AMOUNTS = (Object.keys(invoiceFields) as InvoiceField[]).filter((name) => invoiceFields[name].type === 'amount')

export const invoiceValues = (invoice: Invoice): KnownValue[] => [
  ...valuesOf('invoice', [invoice.number, invoice.key]),
  ...AMOUNTS.flatMap((name) => amountValues(invoice[name]))
]

/** Its name is that of an offer. */
export const planValues = ({ price }: Plan): KnownValue[] => amountValues(price?.amount ?? null)

/** The threshold, and the proxy that was set by hand with its exceptions. */
export function settingsValues({ balanceThreshold, proxy: { manual } }: Settings): KnownValue[] {
  if (manual === null) return amountValues(balanceThreshold)
  const { host, bypass, user } = manual
  return [
    ...amountValues(balanceThreshold),
    ...proxyValues({ proxy: proxyIdentity(manual), user }),
    ...valuesOf('proxy', [host, ...bypass])
  ]
}

/** Of a proxy that a password was saved for. */
export const proxyValues = ({ proxy, user }: Pick<ProxyPasswordRecord, 'proxy' | 'user'>): KnownValue[] => [
  ...valuesOf('proxy', [proxy, URL.parse(proxy)?.hostname]),
  ...valuesOf('name', [user])
]

/** As an exact decimal. The comparison knows how people write it. */
const amountValues = (amount: string | null): KnownValue[] => valuesOf('amount', [amount])

const valuesOf = (kind: KnownValue['kind'], texts: readonly (string | null | undefined)[]): KnownValue[] =>
  texts
    .filter((text) => text !== null && text !== undefined && text !== '')
    .map((text) => ({ kind, text: String(text) }))
