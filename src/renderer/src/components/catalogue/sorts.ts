/** The orders a person can choose, as the menu lists them; checked against the model, whose zod stays out of the page. */
import type { ProductQuery } from '../../../../shared/model/product.ts'

export type ProductSort = ProductQuery['sort']

const ORDERS: Record<ProductSort, true> = { server: true, name: true, weight: true, newest: true, updated: true }

export const PRODUCT_SORT_KEYS = Object.keys(ORDERS) as ProductSort[]
