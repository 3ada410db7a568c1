/** The words about the filters of the catalogue, beside those that are always there. */
import filters from '../../../shared/i18n/en/filters.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ filters })

export * from './index.ts'
