/** The words about what changed in the catalogue, beside those that are always there. */
import changes from '../../../shared/i18n/en/changes.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ changes })

export * from './index.ts'
export * from './written.ts'
