/** The words about signing in and out, beside those that are always there. */
import session from '../../../shared/i18n/en/session.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ session })

export * from './index.ts'
