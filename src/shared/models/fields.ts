/**
 * The fields of invoices and products, one row each. Readers, detail pane, table, CSV and sorting follow from the row;
 * docs/architecture.md has the steps to add one.
 */

interface InvoiceFieldRow {
  /** How it is read, sorted and shown. `method`: a payment method. `status`: the provider's own word for the state. */
  type: 'text' | 'amount' | 'date' | 'method' | 'status' | 'state'
  /** The table's column: its name in the settings, and of its heading (`invoices.column`). */
  column: string
  csv?: true
  /** In the pane's facts. */
  pane?: true
}

/** In the order of the CSV. Dates are ISO 8601, as the provider wrote them. */
export const invoiceFields = {
  number: { type: 'text', column: 'number', csv: true },
  state: { type: 'state', column: 'state', csv: true },
  providerStatus: { type: 'status', column: 'status', csv: true, pane: true },
  issuedAt: { type: 'date', column: 'issued', csv: true, pane: true },
  dueAt: { type: 'date', column: 'due', csv: true, pane: true },
  paidAt: { type: 'date', column: 'paid', csv: true, pane: true },
  updatedAt: { type: 'date', column: 'updated', pane: true },
  // ISO 4217; neither API version publishes one.
  currency: { type: 'text', column: 'currency', csv: true, pane: true },
  subtotal: { type: 'amount', column: 'subtotal', csv: true, pane: true },
  discount: { type: 'amount', column: 'discount', csv: true, pane: true },
  taxes: { type: 'amount', column: 'taxes', csv: true, pane: true },
  total: { type: 'amount', column: 'total', csv: true, pane: true },
  paymentMethod: { type: 'method', column: 'method', csv: true, pane: true }
} as const satisfies Record<string, InvoiceFieldRow>

interface ProductFieldRow {
  /** By the API document; `data` is text with structured data in it, `requiredFlag` is never null. */
  type: 'id' | 'text' | 'date' | 'integer' | 'flag' | 'requiredFlag' | 'data'
  /** Where the pane shows it: above the facts, among them, or among the fields of the provider's own programs. */
  pane: 'heading' | 'facts' | 'technical' | 'data'
}

/** The 21 fields of the API document, in its order, which is the CSV's. Every field may be absent. */
export const productFields = {
  id: { type: 'id', pane: 'technical' },
  owner: { type: 'text', pane: 'technical' },
  creationDateTime: { type: 'date', pane: 'facts' },
  lastUpdateDateTime: { type: 'date', pane: 'facts' },
  isFeatured: { type: 'flag', pane: 'facts' },
  isAllowed: { type: 'flag', pane: 'facts' },
  weight: { type: 'integer', pane: 'facts' },
  contextData: { type: 'data', pane: 'data' },
  customData: { type: 'data', pane: 'data' },
  name: { type: 'text', pane: 'heading' },
  shortName: { type: 'text', pane: 'facts' },
  tagline: { type: 'text', pane: 'heading' },
  label: { type: 'text', pane: 'facts' },
  description: { type: 'text', pane: 'heading' },
  longHtmlDescription: { type: 'text', pane: 'heading' },
  icon: { type: 'text', pane: 'technical' },
  imagePath: { type: 'text', pane: 'technical' },
  isAvailable: { type: 'requiredFlag', pane: 'facts' },
  isInMarketplace: { type: 'requiredFlag', pane: 'facts' },
  preHook: { type: 'data', pane: 'data' },
  postHook: { type: 'data', pane: 'data' }
} as const satisfies Record<string, ProductFieldRow>
