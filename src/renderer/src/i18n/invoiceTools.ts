/** The words about what else is done with the list of invoices, beside those that are always there. */
import invoiceTools from '../../../shared/i18n/en/invoiceTools.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ invoiceTools })

export * from './index.ts'
