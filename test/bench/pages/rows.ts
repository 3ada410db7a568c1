/** What both pages show: the rows of the bench, all of them in the page's memory, under the app's own styles. */
import '../../../src/renderer/src/styles/base.css'
import type { ProductRow } from '../../../src/shared/models/product.ts'

/** Of the app's compact rows, px. */
export const ROW_HEIGHT = 36

export async function fetchRows(): Promise<ProductRow[]> {
  const reply = await fetch('/rows.json')
  return (await reply.json()) as ProductRow[]
}

export const LABEL = 'Products'
