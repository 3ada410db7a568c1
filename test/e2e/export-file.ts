/** An export of invoices through the bridge, and the tables that it writes. */
import { expect, type Page } from '@playwright/test'
import type { Envelope, Input, Output } from '../../src/shared/ipc/contract.ts'
import { parseCsv } from '../support/csv.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../src/shared/models/invoice.ts'
import { shownAccount } from './ui.ts'

type Wanted = Omit<Input<'invoices', 'exportFile'>, 'of'>
export type Exported = Envelope<Output<'invoices', 'exportFile'>>

export const wanted = (kind: Wanted['kind'], choice: Partial<Wanted['choice']> = {}): Wanted => ({
  kind,
  choice: { ...EVERY_INVOICE, ...choice },
  order: NEWEST_FIRST,
  keys: null
})

/** Of the account that is shown. */
export async function exportFile(page: Page, asked: Wanted): Promise<Exported> {
  const of = await shownAccount(page)
  return page.evaluate((what) => window.portside.invoices.exportFile(what), { of, ...asked })
}

function rows(csv: Uint8Array | undefined, separator: string): string[][] {
  const text = Buffer.from(csv ?? []).toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return parseCsv(text.slice(1), separator)
}

export function table(csv: Uint8Array | undefined, separator = ','): Record<string, string>[] {
  const [head = [], ...lines] = rows(csv, separator)
  return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])))
}
