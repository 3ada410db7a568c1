import { productsOrdersChanges } from './0001-products-orders-changes.ts'
import type { Migrations } from '../migrate.ts'

export const catalogueMigrations: Migrations = [productsOrdersChanges]
