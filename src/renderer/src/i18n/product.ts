/** The words about one product, beside those that are always there. */
import product from '../../../shared/i18n/en/product.json' with { type: 'json' }
import { addTopics } from './index.ts'

addTopics({ product })

export * from './index.ts'
export * from './written.ts'
