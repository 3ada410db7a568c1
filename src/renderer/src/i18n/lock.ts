/** The words about the app lock, beside those that are always there. */
import lock from '../../../shared/i18n/en/lock.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ lock })

export * from './index.ts'
