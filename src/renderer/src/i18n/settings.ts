/** The words about the settings, beside those that are always there. */
import settings from '../../../shared/i18n/en/settings.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ settings })

export * from './index.ts'
