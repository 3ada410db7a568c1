/** The words about the profile, beside those that are always there. */
import profile from '../../../shared/i18n/en/profile.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ profile })

export * from './index.ts'
export * from './written.ts'
