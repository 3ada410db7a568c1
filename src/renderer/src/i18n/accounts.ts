/** The words about the accounts on this computer, beside those that are always there. */
import accounts from '../../../shared/i18n/en/accounts.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ accounts })

export * from './index.ts'
