/** The words about the orders of the catalogue, beside those that are always there. */
import sorting from '../../../shared/i18n/en/sorting.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ sorting })

export * from './index.ts'
