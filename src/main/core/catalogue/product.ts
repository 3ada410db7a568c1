/** One product: reads it from storage, or refreshes it. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { keyIssues } from '../../../shared/models/freshness.ts'
import type { ProductView } from '../../../shared/models/product.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { getOpenAccount, type OpenAccountParts } from '../open-account.ts'
import type { ProductRecord } from '../ports/index.ts'
import { rawText } from '../raw-text.ts'

/** Limits for the page, in characters and items. The full record has its own limits. */
const LONGEST_TEXT = 20_000
const LONGEST_NAME = 100
const MOST_NAMES = 200
const MOST_NOTES = 200

export function createProducts(parts: OpenAccountParts) {
  const { api, session, store, freshness } = parts

  const answer = (key: string, error: ErrorInfo | null): Promise<Output<'catalogue', 'product'>> =>
    store.read(async (storage) => {
      const found = await storage.catalogue.product(key)
      const listed = freshness.of('catalogue', await storage.info('catalogue'))
      return {
        view: found && { row: found.row, ...viewOf(found.record) },
        freshness: error ? { ...listed, error } : listed
      }
    })

  return {
    product: (key: string) => answer(key, null),

    async refreshProduct(key: string): Promise<Output<'catalogue', 'refreshProduct'>> {
      const { storage, signal, check } = getOpenAccount(parts)
      const known = await storage.catalogue.product(key).catch((error: unknown) => {
        check()
        throw error
      })
      check()
      if (!known) throw new AppError('NOT_FOUND')
      const { id } = known.record.product
      // Without its own id a product has no URL, so the list is its only source.
      if (id === undefined || id !== key) return answer(key, null)
      try {
        const access = await session.access()
        check()
        const { value } = await api.product(access, id, { signal })
        check()
        if (JSON.stringify(value.raw) !== JSON.stringify(known.record.raw)) {
          await storage.catalogue.save({ ...value, key })
          freshness.touch('catalogue')
        }
        return await answer(key, null)
      } catch (thrown) {
        // The account is gone, so the error says nothing about the open one.
        check()
        const error = toErrorInfo(thrown)
        if (error.code === 'CANCELLED') throw thrown
        if (error.code === 'INTERNAL') parts.report(thrown)
        if (error.code === 'UNAUTHORIZED') parts.refresh.revalidate()
        return answer(key, error)
      }
    }
  }
}

function viewOf({ key, product, raw, unknownFields, notes }: ProductRecord): Omit<ProductView, 'row'> {
  const { longHtmlDescription, ...rest } = product
  const short = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value, LONGEST_TEXT) : value
  ])
  return {
    product: Object.fromEntries(short) as ProductView['product'],
    hasLongDescription: typeof longHtmlDescription === 'string' && longHtmlDescription.trim() !== '',
    raw: rawText(raw),
    unknownFields: unknownFields.slice(0, MOST_NAMES).map((name) => cut(name, LONGEST_NAME)),
    notes: [...notes, ...keyIssues(key, product.id)]
      .slice(0, MOST_NOTES)
      .map((note) => (note.field ? { ...note, field: cut(note.field, LONGEST_NAME) } : note))
  }
}
