/** The words about the check of the connection, beside those that are always there. */
import doctor from '../../../shared/i18n/en/doctor.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ doctor })

export * from './index.ts'
export * from './written.ts'
