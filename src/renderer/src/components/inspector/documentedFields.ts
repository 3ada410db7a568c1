/** The 21 fields of the API document's table and their types, for a page that has no schemas. */
import type { Product } from '../../../../shared/models/product.ts'

export interface Documented {
  type: 'string' | 'boolean' | 'integer'
  /** As the document names it. */
  format?: 'uuid' | 'date-time'
  nullable: boolean
}

const text: Documented = { type: 'string', nullable: true }
const moment: Documented = { type: 'string', format: 'date-time', nullable: true }
const flag: Documented = { type: 'boolean', nullable: true }
const sureFlag: Documented = { type: 'boolean', nullable: false }

/** In the document's order. */
export const DOCUMENTED: Readonly<Record<keyof Product, Documented>> = {
  id: { type: 'string', format: 'uuid', nullable: false },
  owner: text,
  creationDateTime: moment,
  lastUpdateDateTime: moment,
  isFeatured: flag,
  isAllowed: flag,
  weight: { type: 'integer', nullable: true },
  contextData: text,
  customData: text,
  name: text,
  shortName: text,
  tagline: text,
  label: text,
  description: text,
  longHtmlDescription: text,
  icon: text,
  imagePath: text,
  isAvailable: sureFlag,
  isInMarketplace: sureFlag,
  preHook: text,
  postHook: text
}

/** undefined for what the document doesn't name, names that every object has included. */
export const documentedField = (name: string): Documented | undefined =>
  Object.hasOwn(DOCUMENTED, name) ? DOCUMENTED[name as keyof Product] : undefined
