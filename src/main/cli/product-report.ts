/** The answer of `portside products`: as a table, and as JSON (docs/command-line.md). */
import { ageText, joined, moneyText } from '../../shared/i18n/format.ts'
import { priceText } from '../../shared/i18n/price-text.ts'
import { localesFor, t } from '../../shared/i18n/translate.ts'
import type { ProductRow } from '../../shared/models/product.ts'
import type { SavedProducts } from '../catalogue/storage/saved-catalogue.ts'
import type { NamedAccount } from './choose-account.ts'
import type { ReportContext } from './invoice-report.ts'
import { partialText } from './output.ts'
import { tableText, type TextColumn } from './table.ts'

export function productsText(
  { account }: NamedAccount,
  products: SavedProducts,
  context: Omit<ReportContext, 'today'>
): string {
  const { rows, total, info } = products
  const { locale, now, columns, isFetched } = context
  const heading = account.kind === 'sample' ? `${t('tray.sample')}\n` : ''
  const table = rows.length === 0 ? '' : tableText(columnsOf(rows, locale), columns)
  const age = ageText(info.fetchedAt, now.getTime(), localesFor(locale)) ?? t('tray.justNow')
  const last = joined([
    rows.length === total
      ? t('catalogue.count', { count: total }, total)
      : t('catalogue.countOf', { count: rows.length, all: total }),
    partialText(info.partial ?? null),
    !isFetched && t('cli.saved', { age })
  ])
  return `${heading}${table}${last}\n`
}

function columnsOf(rows: readonly ProductRow[], locale: string): TextColumn[] {
  const column = (heading: string, cell: (row: ProductRow) => string | null | undefined): TextColumn => ({
    heading,
    cells: rows.map((row) => cell(row) ?? '')
  })
  return [
    { ...column(t('cli.column.product'), ({ name }) => name), least: 12 },
    { ...column(t('cli.column.tagline'), ({ tagline }) => tagline), least: 12, leaves: 4 },
    { ...column(t('cli.column.label'), ({ label }) => label), least: 8, leaves: 2 },
    {
      ...column(t('cli.column.price'), ({ price }) => price && priceText(t, moneyText(price, locale), price.interval)),
      isRight: true
    },
    {
      ...column(t('cli.column.status'), ({ isAvailable }) =>
        isAvailable === false ? t('catalogue.unavailable') : null
      ),
      leaves: 3
    },
    // Never cut: a part of an ID is of no use.
    { ...column(t('cli.column.id'), ({ key }) => key), leaves: 5 }
  ]
}

/** Of one account's JSON, without its products. */
export const accountHead = ({ account, name }: NamedAccount, { info, total, rows }: SavedProducts): object => ({
  account: name,
  sample: account.kind === 'sample',
  fetchedAt: info.fetchedAt,
  partial: info.partial ?? null,
  total,
  matched: rows.length
})

export const productJson = (row: ProductRow): object => ({
  key: row.key,
  name: row.name,
  tagline: row.tagline,
  label: row.label,
  available: row.isAvailable,
  allowed: row.isAllowed,
  featured: row.isFeatured,
  inMarketplace: row.isInMarketplace,
  weight: row.weight,
  price: row.price ?? null
})
