/** The words about raw records and what was unusual in them, beside those that are always there. */
import record from '../../../shared/i18n/en/record.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ record })

export * from './index.ts'
