/** The words about what the list of invoices is narrowed to, beside those that are always there. */
import invoiceFilters from '../../../shared/i18n/en/invoiceFilters.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ invoiceFilters })

export * from './index.ts'
export * from './written.ts'
