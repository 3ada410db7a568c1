/** The words about invoices, beside those that are always there. */
import invoices from '../../../shared/i18n/en/invoices.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ invoices })

export * from './index.ts'
export * from './written.ts'
