/** The words about an export of invoices, beside those that are always there. */
import invoiceExport from '../../../shared/i18n/en/invoiceExport.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ invoiceExport })

export * from './index.ts'
