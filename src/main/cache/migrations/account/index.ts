import { topicsProductsInvoicesPictures } from './0001-topics-products-invoices-pictures.ts'
import { validatorsAndStatuses } from './0002-validators-and-statuses.ts'
import type { Migrations } from '../migrate.ts'

export const accountMigrations: Migrations = [topicsProductsInvoicesPictures, validatorsAndStatuses]
