import { topicsProductsInvoicesPictures } from './0001-topics-products-invoices-pictures.ts'
import type { Migrations } from '../migrate.ts'

export const accountMigrations: Migrations = [topicsProductsInvoicesPictures]
