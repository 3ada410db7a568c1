/** The words about the chart of the last twelve months, beside those that are always there. */
import invoiceChart from '../../../shared/i18n/en/invoiceChart.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ invoiceChart })

export * from './index.ts'
export * from './written.ts'
