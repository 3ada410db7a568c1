/** Products for the tests of the catalogue's components. */
import {
  productName,
  type ProductChoice,
  type ProductRow,
  type ProductView
} from '../../../src/shared/models/product.ts'

/** A row with nothing but a key, and what is given. */
export function row(key: string, more: Partial<ProductRow> = {}): ProductRow {
  return {
    key,
    name: null,
    tagline: null,
    label: null,
    isFeatured: null,
    isAllowed: null,
    isAvailable: null,
    isInMarketplace: null,
    weight: null,
    hasImage: false,
    iconName: null,
    ...more
  }
}

export function rows(count: number): ProductRow[] {
  return Array.from({ length: count }, (_, i) => row(`p${i}`, { name: `Product ${i}` }))
}

/** A product with these fields and nothing else. */
export function view(product: ProductView['product'], more: Partial<ProductView> = {}): ProductView {
  const name = productName(product)
  const tagline = product.tagline === name ? null : (product.tagline ?? null)
  return {
    row: row(product.id ?? 'p', { name, tagline, isAvailable: product.isAvailable ?? null }),
    product,
    hasLongDescription: false,
    raw: JSON.stringify(product, null, 2),
    unknownFields: [],
    notes: [],
    ...more
  }
}

/** A store's choice with nothing chosen, and what is given. */
export function choice(more: Partial<ProductChoice> = {}): ProductChoice {
  return {
    text: '',
    available: false,
    featured: false,
    allowed: false,
    inMarketplace: false,
    label: null,
    sort: 'default',
    providerSort: '',
    reverse: false,
    grouped: false,
    ...more
  }
}
