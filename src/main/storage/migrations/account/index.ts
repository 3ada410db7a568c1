import { topicsProductsInvoicesPictures } from './0001-topics-products-invoices-pictures.ts'
import { validatorsAndStatuses } from './0002-validators-and-statuses.ts'
import { sealed } from './0003-sealed.ts'
import { catalogueApart } from './0004-catalogue-apart.ts'
import { pdfsAndTold } from './0005-pdfs-and-told.ts'
import type { Migrations } from '../migrate.ts'

export const accountMigrations: Migrations = [
  topicsProductsInvoicesPictures,
  validatorsAndStatuses,
  sealed,
  catalogueApart,
  pdfsAndTold
]

/** From this version on, nothing personal is plain in an account's file. */
export const FIRST_SEALED_VERSION = 3
