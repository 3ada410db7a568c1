/** The fields of invoices and products, one row each (CONTRIBUTING.md: how to add one). */

interface InvoiceFieldRow {
  /** `method`: a payment method. `status`: the provider's own word. `kind`: of a paper. */
  type: 'text' | 'amount' | 'date' | 'method' | 'status' | 'state' | 'kind'
  column: string
  csv?: true
  pane?: true
}

/** In CSV order. Dates are ISO 8601, as the provider wrote them. */
export const invoiceFields = {
  number: { type: 'text', column: 'number', csv: true },
  state: { type: 'state', column: 'state', csv: true },
  providerStatus: { type: 'status', column: 'status', csv: true, pane: true },
  issuedAt: { type: 'date', column: 'issued', csv: true, pane: true },
  dueAt: { type: 'date', column: 'due', csv: true, pane: true },
  paidAt: { type: 'date', column: 'paid', csv: true, pane: true },
  updatedAt: { type: 'date', column: 'updated', pane: true },
  currency: { type: 'text', column: 'currency', csv: true, pane: true },
  subtotal: { type: 'amount', column: 'subtotal', csv: true, pane: true },
  discount: { type: 'amount', column: 'discount', csv: true, pane: true },
  taxes: { type: 'amount', column: 'taxes', csv: true, pane: true },
  total: { type: 'amount', column: 'total', csv: true, pane: true },
  paidAmount: { type: 'amount', column: 'paidAmount', csv: true, pane: true },
  remaining: { type: 'amount', column: 'remaining', csv: true, pane: true },
  kind: { type: 'kind', column: 'kind', csv: true, pane: true },
  paymentMethod: { type: 'method', column: 'method', csv: true, pane: true }
} as const satisfies Record<string, InvoiceFieldRow>

interface ProductFieldRow {
  /** `data`: text with structured data in it. `requiredFlag`: never null. */
  type: 'id' | 'text' | 'date' | 'integer' | 'flag' | 'requiredFlag' | 'data' | 'amount'
  /** `technical`, `data`: for the provider's own programs. `price`: they are one fact. */
  pane: 'heading' | 'facts' | 'technical' | 'data' | 'price'
  /** The API document doesn't have it. It is read only where a definition places it, because a price by its name may be another one. */
  placed?: true
  /** What a change of it is about. Without it, the change is shown with all fields only. */
  change?: 'availability' | 'text' | 'price'
}

/** In the order of the API document and of the CSV. Every field may be absent. */
export const productFields = {
  id: { type: 'id', pane: 'technical' },
  owner: { type: 'text', pane: 'technical' },
  creationDateTime: { type: 'date', pane: 'facts' },
  lastUpdateDateTime: { type: 'date', pane: 'facts' },
  isFeatured: { type: 'flag', pane: 'facts' },
  isAllowed: { type: 'flag', pane: 'facts', change: 'availability' },
  weight: { type: 'integer', pane: 'technical' },
  contextData: { type: 'data', pane: 'data' },
  customData: { type: 'data', pane: 'data' },
  name: { type: 'text', pane: 'heading', change: 'text' },
  shortName: { type: 'text', pane: 'technical', change: 'text' },
  tagline: { type: 'text', pane: 'heading', change: 'text' },
  label: { type: 'text', pane: 'facts', change: 'text' },
  description: { type: 'text', pane: 'heading', change: 'text' },
  longHtmlDescription: { type: 'text', pane: 'heading', change: 'text' },
  icon: { type: 'text', pane: 'technical' },
  imagePath: { type: 'text', pane: 'technical' },
  isAvailable: { type: 'requiredFlag', pane: 'facts', change: 'availability' },
  isInMarketplace: { type: 'requiredFlag', pane: 'technical' },
  preHook: { type: 'data', pane: 'data' },
  postHook: { type: 'data', pane: 'data' },
  price: { type: 'amount', pane: 'price', placed: true, change: 'price' },
  currency: { type: 'text', pane: 'price', placed: true, change: 'price' },
  interval: { type: 'text', pane: 'price', placed: true, change: 'price' }
} as const satisfies Record<string, ProductFieldRow>
