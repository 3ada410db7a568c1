/** A trial of one endpoint of a provider's definition: what came, and what Portside reads from it. Nothing of it is stored. No secrets. */
import type { ErrorInfo } from '../ipc/error.ts'
import type { ProfileField } from './profile.ts'
import type { InvoiceStatus } from './connection.ts'
import type { PartialList } from './freshness.ts'
import type { Json } from './json.ts'
import type { InvoiceField } from './invoice.ts'
import type { Owed } from './owed.ts'
import type { ProductField } from './product.ts'
import type { PlanPlace } from './provider.ts'

export const TRIAL_ENDPOINTS = ['profile', 'products', 'invoices', 'plans', 'subscription'] as const
export type TrialEndpoint = (typeof TRIAL_ENDPOINTS)[number]

export const TRIAL_LIMITS = {
  seconds: 20,
  /** The first ones of the list. */
  records: 5,
  /** Of a record. */
  fields: 200,
  places: 20,
  /** In characters. A field path that a definition may have is shorter. */
  place: 240,
  text: 200
} as const

/** The field of an invoice, a product, a profile or a plan that the endpoint's reply gives. */
export type TrialField = InvoiceField | ProductField | ProfileField | PlanPlace | 'balance'

/** A field of the provider's record. Credentials are dropped before. */
export interface TrialValue {
  /** As the provider names it, with the objects around it: `totals.gross`. */
  place: string
  /** Cut if it is long: lists, and objects deep inside, are the beginning of their JSON then. */
  value: Json
  /** Portside uses it. */
  isRead: boolean
}

export interface TrialReading {
  field: TrialField
  /** As Portside stores it: a decimal, a day (YYYY-MM-DD), a state. null: there is none. */
  text: string | null
  /** Where it was found in the record; null: nowhere, or it follows from other fields. */
  place: string | null
  /** `unreadable`: what stands at `place` can't be read. `empty`: nothing stands there. `missing`: nothing was found. */
  problem: 'unreadable' | 'empty' | 'missing' | null
}

export interface TrialRecord {
  came: TrialValue[]
  /** In the order of the fields of Portside, all of them. */
  read: TrialReading[]
  /** Number of fields that were dropped because they look like credentials. */
  dropped: number
}

/** A place in the reply that the definition could name as its list, or as the profile's record. */
export interface TrialPlace {
  place: string
  /** Records of the list, or fields of the record. */
  count: number
}

/** What Portside would say of the invoices that came. */
export interface TrialClaim {
  total: number
  owed: Owed
  /**
   * How it is known that the list ends. `word`: by that word of the reply. `definition`: it has no pages. `silent`: nothing says that it
   * goes on. `open`: it goes on, or may.
   */
  end: { by: 'word'; word: string } | { by: 'definition' | 'silent' | 'open' }
}

export interface ProviderTrial {
  /** Path and query of the request, without a credential; null: nothing was sent. */
  asked: string | null
  durationMs: number
  /** Why nothing was read. */
  error: ErrorInfo | null
  /** Records in the reply; null: none were read. */
  found: number | null
  /** More is to come: a trial asks for the first page only. */
  partial: PartialList | null
  records: TrialRecord[]
  /** null: of another endpoint, or no invoices were read. */
  claim: TrialClaim | null
  /** Of all invoices that came. */
  statuses: InvoiceStatus[]
  /** Other lists that came, or for a profile other records. */
  places: TrialPlace[]
}
