/** The words about what went wrong, beside those that are always there. */
import error from '../../../shared/i18n/en/error.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ error })

export * from './index.ts'
