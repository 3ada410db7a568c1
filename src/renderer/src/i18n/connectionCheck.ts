/** The words about the check of the connection, beside those that are always there. */
import connectionCheck from '../../../shared/i18n/en/connectionCheck.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ connectionCheck })

export * from './index.ts'
export * from './written.ts'
