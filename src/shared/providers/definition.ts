/** The definition that a connection stands for: the built-in one or the owner's own, with the connection's changes. */
import type { ProviderFacts } from '../models/account.ts'
import { hostIn, type Connection, type Definition } from '../models/connection.ts'
import { TOPICS, type Topic } from '../models/freshness.ts'
import { AUTHORIZED_CALLS, DEFAULTS, type ProviderDefinition } from '../models/provider.ts'
import { BUILT_IN } from './built-in.ts'

/** What a definition has before the changes of a connection. */
export const baseOf = ({ provider }: Pick<Connection, 'provider'>): ProviderDefinition =>
  provider === null ? { ...DEFAULTS, name: '', baseUrl: null } : BUILT_IN[provider]

export function definitionOf(connection: Connection): Definition {
  const { provider: _, user: _user, ...own } = connection
  const changes = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  const definition = { ...baseOf(connection), ...changes, baseUrl: connection.baseUrl }
  // An own definition without a name goes by its host.
  return definition.name === '' ? { ...definition, name: hostIn(connection.baseUrl) ?? '' } : definition
}

/** The owner has to enter a user name: a call has Basic authorization, and the definition no user for it. */
export function asksForUser(definition: ProviderDefinition): boolean {
  const ofCalls = AUTHORIZED_CALLS.map((name) => definition[name]?.authorization)
  return [definition.authorization, ...ofCalls].some((one) => one?.scheme === 'Basic' && one.user === undefined)
}

export const topicsOf = (definition: ProviderDefinition): Topic[] => {
  const calls = { profile: definition.profile, catalogue: definition.products, invoices: definition.invoices }
  return TOPICS.filter((topic) => calls[topic] !== null)
}

export function factsOf(connection: Connection): ProviderFacts {
  const definition = definitionOf(connection)
  const { name, products, product, invoice, missingStatus, paymentTermDays } = definition
  return {
    name,
    topics: topicsOf(definition),
    hasProductCall: product !== null,
    hasInvoiceCall: invoice !== null,
    sortsProducts: products?.sort !== undefined,
    missingStatus,
    paymentTermDays
  }
}

/** The parts of a definition that decide what an invoice's record means. */
const INVOICE_SETTINGS = [
  'amountUnit',
  'amountUnits',
  'currency',
  'dates',
  'balance',
  'statuses',
  'missingStatus',
  'paymentTermDays',
  'invoiceFields',
  'invoicePdf'
] as const
export type InvoiceSettings = Pick<ProviderDefinition, (typeof INVOICE_SETTINGS)[number]>

export function invoiceSettingsOf(connection: Connection): InvoiceSettings {
  const definition = definitionOf(connection)
  return Object.fromEntries(INVOICE_SETTINGS.map((name) => [name, definition[name]])) as InvoiceSettings
}

/** The parts that decide what a product's record means. */
export type ProductSettings = Pick<ProviderDefinition, 'productFields' | 'dates'>

export function productSettingsOf(connection: Connection): ProductSettings {
  const { productFields, dates } = definitionOf(connection)
  return { productFields, dates }
}

/** The parts that decide what a profile means. */
export type ProfileSettings = Pick<
  ProviderDefinition,
  'profileFields' | 'dates' | 'amountUnit' | 'amountUnits' | 'currency'
>

export function profileSettingsOf(connection: Connection): ProfileSettings {
  const { profileFields, dates, amountUnit, amountUnits, currency } = definitionOf(connection)
  return { profileFields, dates, amountUnit, amountUnits, currency }
}
