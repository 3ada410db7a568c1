import { expect, type Page } from '@playwright/test'
import { calls, type Domain, type Method } from '../../../src/shared/ipc/contract.ts'
import { OVERVIEW_CHANGES } from '../../../src/shared/ipc/first-calls.ts'
import { DEFAULT_PATTERN } from '../../../src/shared/models/pdf-folder.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import { mismatches, replyType } from '../../support/reply-types.ts'
import type { Findings } from '../../support/leaks.ts'
import { note } from './places.ts'

export type CallName = { [D in Domain]: `${D}.${Method<D> & string}` }[Domain]

const CALLS = Object.entries(calls).flatMap(([domain, methods]) =>
  Object.entries(methods).map(([method, { kind }]) => ({ name: `${domain}.${method}` as CallName, kind }))
)
/** All calls of the contract, so that the walk fails until it asks a new one. */
export const CALL_NAMES = CALLS.map(({ name }) => name)
const READ_NAMES = CALLS.filter(({ kind }) => kind === 'read').map(({ name }) => name)

const PAGE = { offset: 0, limit: 200 }
export const CHOICE = {
  ...{ text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null },
  ...{ sort: 'default', providerSort: '', reverse: false, grouped: false }
}
export const INVOICES = { choice: EVERY_INVOICE, order: NEWEST_FIRST }
type OfRecord = (key: string) => object
/** Inputs of the calls that only read. The others take none. @param of an account's id */
const readInputs = (of: string): Partial<Record<CallName, object | OfRecord>> => ({
  'connection.problems': { definition: { profile: { path: 'me' } } },
  'connection.statuses': { of },
  'connectionCheck.report': { of },
  'profile.read': { of },
  'catalogue.page': { of, ...PAGE, ...CHOICE },
  'catalogue.product': (key) => ({ of, key }),
  'catalogue.seek': { of, choice: CHOICE, prefix: 'l', from: 0 },
  'catalogue.labels': { of },
  'catalogue.sortOrders': { of },
  'catalogue.changes': { of, ...OVERVIEW_CHANGES, period: 'month', allFields: true, limit: 100 },
  'catalogue.progress': { of },
  'plans.page': { of, offset: 0, limit: 100 },
  'invoices.page': { of, ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'invoices.overview': { of },
  'invoices.invoice': (key) => ({ key }),
  'invoices.totals': { of, ...INVOICES.choice },
  'invoices.keys': { of, ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'invoices.months': { of },
  'invoices.previewForAccountant': { accounts: [of], from: null, to: null },
  'pdfFolder.preview': { of, pattern: DEFAULT_PATTERN },
  'about.licenceText': { key: 'Portside@0.1.0', offset: 0 },
  'app.status': { of, all: false }
})

export interface Answer {
  ok: boolean
  data?: unknown
  error?: { code: string }
}

export interface Heard {
  findings: Findings
  /** Each answer has the type that the contract says. The compiler that is asked takes a second to start. */
  isTyped: boolean
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
  if (answer.ok && heard.isTyped) expect(mismatches(answer.data, replyType(domain, method)), name).toEqual([])
  return answer
}

/** Asks every call that only reads, for each record where it is of one. */
export async function askAllThatReads(page: Page, heard: Heard): Promise<void> {
  const of = await openId(page, heard)
  const allInputs = readInputs(of)
  for (const name of READ_NAMES) {
    const input = allInputs[name] ?? null
    const inputs = typeof input === 'function' ? (await keysOf(page, heard, name, of)).map(input as OfRecord) : [input]
    for (const one of inputs) {
      const { error } = await ask(page, heard, name, one)
      expect(error?.code, `${name} takes another input`).not.toBe('BAD_REQUEST')
    }
  }
}

/** The id of the account that is shown. */
export async function openId(page: Page, heard: Heard): Promise<string> {
  const { data } = await ask(page, heard, 'session.state', null)
  return (data as { account: { id: string } }).account.id
}

async function keysOf(page: Page, heard: Heard, name: CallName, of: string): Promise<string[]> {
  const list = `${name.split('.')[0]}.page` as CallName
  const { data } = await ask(page, heard, list, readInputs(of)[list] as object)
  return (data as { rows: { key: string }[] }).rows.map(({ key }) => key)
}
