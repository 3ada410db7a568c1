/** The words about the fields of a record, beside those that are always there. */
import inspector from '../../../shared/i18n/en/inspector.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ inspector })

export * from './index.ts'
