/** The words about what went wrong, beside those that are always there. */
import failure from '../../../shared/i18n/en/failure.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ failure })

export * from './index.ts'
