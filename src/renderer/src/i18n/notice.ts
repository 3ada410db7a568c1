/** The words about what needs an answer, beside those that are always there. */
import notice from '../../../shared/i18n/en/notice.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ notice })

export * from './index.ts'
