/** The words about the filters of the catalogue, beside those that are always there. */
import filters from '../../../shared/text/en/filters.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ filters })

export * from './index.ts'
