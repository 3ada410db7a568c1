/** The definition that a connection stands for: the built-in one or the owner's own, with the connection's changes. */
import type { BillingPage, ProviderFacts } from '../models/account.ts'
import { hostIn, isUnknownProvider, UNKNOWN_PROVIDER, type Connection, type Definition } from '../models/connection.ts'
import { TOPICS, type Topic } from '../models/freshness.ts'
import { AUTHORIZED_ENDPOINTS, DEFAULTS, type Authorization, type ProviderDefinition } from '../models/provider.ts'
import { BUILT_IN, type ProviderId } from './built-in.ts'

/** What a definition has before the changes of a connection. */
export const baseOf = ({ provider }: Pick<Connection, 'provider'>): ProviderDefinition =>
  provider === null || provider === UNKNOWN_PROVIDER ? { ...DEFAULTS, name: '', baseUrl: null } : BUILT_IN[provider]

export function definitionOf(connection: Connection): Definition {
  const { provider, user: _user, ...changed } = connection
  // Changes to a definition that isn't known say nothing without it.
  const own = provider === UNKNOWN_PROVIDER ? {} : changed
  const changes = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  const definition = { ...baseOf(connection), ...changes, baseUrl: connection.baseUrl }
  // An own definition without a name goes by its host.
  return definition.name === '' ? { ...definition, name: hostIn(connection.baseUrl) ?? '' } : definition
}

/** What a definition says, without what it would mean anyway. */
export function statedMembers(connection: Connection): Partial<Definition> {
  const usual = new Map<string, unknown>(Object.entries(baseOf({ provider: null })))
  const { name, baseUrl, ...others } = definitionOf(connection)
  const stated = Object.entries(others).filter(
    ([member, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(member))
  )
  return { name, baseUrl, ...Object.fromEntries(stated) }
}

/** Of the definition and of each endpoint with its own. */
export const authorizationsIn = (definition: ProviderDefinition): Authorization[] => {
  const ofCalls = AUTHORIZED_ENDPOINTS.map((name) => definition[name]?.authorization)
  return [definition.authorization, ...ofCalls].filter((one) => one !== undefined)
}

/** The owner has to enter a user name: an endpoint has Basic authorization, the definition no user for it, and the key isn't it. */
export const asksForUser = (definition: ProviderDefinition): boolean =>
  authorizationsIn(definition).some(
    (one) => one.scheme === 'Basic' && one.user === undefined && one.keyAs === undefined
  )

/** Those that the owner entered, and those of the definition. */
export function userNamesIn(connection: Connection): string[] {
  const names = authorizationsIn(definitionOf(connection)).map((one) => (one.scheme === 'Basic' ? one.user : undefined))
  return [connection.user, ...names].filter((name) => name !== undefined)
}

export const topicsOf = (definition: ProviderDefinition): Topic[] => {
  const { profile, products, invoices, plans, subscription } = definition
  const calls = { profile, catalogue: products, invoices, plans: plans ?? subscription }
  return TOPICS.filter((topic) => calls[topic] !== null)
}

const isOwnHost = (host: string, own: string): boolean =>
  host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`)

/** @param host with its port, as the schema lets it pass: as the URL parser writes it */
const nameIn = (host: string): string => host.replace(/:\d+$/, '')

export function billingPageOf(connection: Connection): (BillingPage & { address: string }) | null {
  if (isUnknownProvider(connection)) return null
  const base = baseOf(connection)
  // A built-in provider at another address is a brand, which has its own website.
  const isBrand = base.baseUrl !== connection.baseUrl
  const stated = isBrand ? connection : definitionOf(connection)
  const page = stated.billing ? 'billing' : 'website'
  const address = stated[page]
  const host = address ? hostIn(address) : null
  if (!address || !host) return null
  const isBuiltIn = !isBrand && address === base[page]
  const own = nameIn(hostIn(connection.baseUrl) ?? '')
  return { page, host, isOwn: isBuiltIn || isOwnHost(nameIn(host), own), address }
}

/** Those whose products the API document describes. */
const DOCUMENTED: readonly ProviderId[] = ['hypeproxy', 'hypeproxy-v2', 'hypeproxy-v3']

export function factsOf(connection: Connection): ProviderFacts {
  const definition = definitionOf(connection)
  const { name, products, product, productFields, invoice, missingStatus, paymentTermDays } = definition
  const billing = billingPageOf(connection)
  return {
    name,
    topics: topicsOf(definition),
    hasProductCall: product !== null,
    hasInvoiceCall: invoice !== null,
    followsDocument: DOCUMENTED.some((id) => id === connection.provider),
    sortsProducts: products?.sort !== undefined,
    pricesProducts: productFields.price !== undefined,
    missingStatus,
    paymentTermDays,
    billing: billing && { page: billing.page, host: billing.host, isOwn: billing.isOwn }
  }
}

/** The parts of a definition that decide what a record of each endpoint means. */
export const READ_BY = {
  profile: ['profileFields', 'dates', 'amountUnit', 'amountUnits', 'currency', 'accountBalance'],
  products: ['productFields', 'dates', 'amountUnit', 'amountUnits', 'currency', 'planIntervals'],
  invoices: [
    'amountUnit',
    'amountUnits',
    'currency',
    'dates',
    'balance',
    'statuses',
    'kinds',
    'missingStatus',
    'paymentTermDays',
    'invoiceFields',
    'invoicePdf'
  ],
  plans: [
    'planFields',
    'subscriptionFields',
    'planPrices',
    'planStates',
    'planIntervals',
    'planInterval',
    'planCurrency',
    'renewsOnly',
    'quantityUnit',
    'trafficUnit',
    'zeroTraffic',
    'amountUnit',
    'amountUnits',
    'dates'
  ]
} as const satisfies { [call: string]: readonly (keyof ProviderDefinition)[] }
type SettingsFor<Call extends keyof typeof READ_BY> = Pick<ProviderDefinition, (typeof READ_BY)[Call][number]>
export type ProfileSettings = SettingsFor<'profile'>
export type ProductSettings = SettingsFor<'products'>
export type InvoiceSettings = SettingsFor<'invoices'>
export type PlanSettings = SettingsFor<'plans'>

function settingsFor<Call extends keyof typeof READ_BY>(call: Call, connection: Connection): SettingsFor<Call> {
  const definition = definitionOf(connection)
  return Object.fromEntries(READ_BY[call].map((name) => [name, definition[name]])) as SettingsFor<Call>
}

export const profileSettingsOf = (connection: Connection): ProfileSettings => settingsFor('profile', connection)
export const productSettingsOf = (connection: Connection): ProductSettings => settingsFor('products', connection)
export const invoiceSettingsOf = (connection: Connection): InvoiceSettings => settingsFor('invoices', connection)
export const planSettingsOf = (connection: Connection): PlanSettings => settingsFor('plans', connection)
