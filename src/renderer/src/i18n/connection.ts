/** The words about how a platform is spoken to, beside those that are always there. */
import connection from '../../../shared/i18n/en/connection.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ connection })

export * from './index.ts'
