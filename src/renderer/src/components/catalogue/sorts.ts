/** The orders that the app makes itself, as they are offered; checked against the model, whose zod stays out of the page. */
import type { ProductChoice } from '../../../../shared/models/product.ts'

export type OwnSort = Exclude<ProductChoice['sort'], 'platform'>

const OWN: Record<OwnSort, true> = { server: true, name: true, weight: true, newest: true, updated: true }

export const OWN_SORTS = Object.keys(OWN) as OwnSort[]
