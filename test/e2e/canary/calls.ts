import { expect, type Page } from '@playwright/test'
import { calls, type Domain, type Method } from '../../../src/shared/ipc/contract.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import { replyOf } from '../../support/replies.ts'
import type { Findings } from '../../support/leaks.ts'
import { note } from './places.ts'

export type CallName = { [D in Domain]: `${D}.${Method<D> & string}` }[Domain]

/** All calls of the contract, so that the walk fails until it asks a new one. */
export const CALL_NAMES = Object.entries(calls).flatMap(([domain, methods]) =>
  Object.keys(methods).map((method) => `${domain}.${method}` as CallName)
)

const EACH = 'each record' as const
const PAGE = { offset: 0, limit: 200 }
export const CHOICE = {
  ...{ text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null },
  ...{ sort: 'default', providerSort: '', reverse: false, grouped: false }
}
export const INVOICES = { choice: EVERY_INVOICE, order: NEWEST_FIRST }
/** Calls that change nothing, with their inputs. */
const READING: Partial<Record<CallName, object | typeof EACH | null>> = {
  'session.state': null,
  'accounts.amounts': null,
  'lock.state': null,
  'connection.statuses': null,
  'connectionCheck.report': null,
  'profile.read': null,
  'catalogue.page': { ...PAGE, ...CHOICE },
  'catalogue.product': EACH,
  'catalogue.seek': { choice: CHOICE, prefix: 'l', from: 0 },
  'catalogue.labels': null,
  'catalogue.sortOrders': null,
  'catalogue.changes': { offset: 0, limit: 100 },
  'catalogue.progress': null,
  'invoices.page': { ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'invoices.invoice': EACH,
  'invoices.totals': INVOICES.choice,
  'invoices.keys': { ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'invoices.months': null,
  'invoices.overview': null,
  'invoices.exportProgress': null,
  'app.info': null,
  'app.settings': null,
  'app.desktop': null,
  'app.status': null
}

export interface Answer {
  ok: boolean
  data?: unknown
  error?: { code: string }
}

export interface Heard {
  findings: Findings
  asked: Set<CallName>
}

/** Asks one call and keeps what it answers. @param input null for a call that takes none */
export async function ask(page: Page, heard: Heard, name: CallName, input: object | null): Promise<Answer> {
  heard.asked.add(name)
  const [domain = '', method = ''] = name.split('.')
  const answer = await page.evaluate(
    (asked) => {
      const bridge = window.portside as unknown as Record<string, Record<string, (input?: unknown) => Promise<Answer>>>
      const call = bridge[asked.domain]?.[asked.method]
      if (!call) throw new Error(`The bridge has no ${asked.domain}.${asked.method}.`)
      return asked.input === null ? call() : call(asked.input)
    },
    { domain, method, input }
  )
  note(heard.findings, 'what the bridge answers', JSON.stringify(answer))
  if (answer.ok) expect(replyOf(domain, method).safeParse(answer.data).error, name).toBeUndefined()
  return answer
}

/** Asks every call that only reads, for each record where it is of one. */
export async function askAllThatReads(page: Page, heard: Heard): Promise<void> {
  for (const [name, input] of Object.entries(READING) as [CallName, object | typeof EACH | null][]) {
    if (input !== EACH) await ask(page, heard, name, input)
    else for (const key of await keysOf(page, heard, name)) await ask(page, heard, name, { key })
  }
}

async function keysOf(page: Page, heard: Heard, name: CallName): Promise<string[]> {
  const list = `${name.split('.')[0]}.page` as CallName
  const { data } = await ask(page, heard, list, READING[list] as object)
  return (data as { rows: { key: string }[] }).rows.map(({ key }) => key)
}
