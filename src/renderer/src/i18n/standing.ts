/** The words about an account where it is named beside others, beside those that are always there. */
import standing from '../../../shared/i18n/en/standing.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ standing })

export * from './index.ts'
