import { expect, type Page } from '@playwright/test'
import { calls, type Domain, type Method } from '../../../src/shared/ipc/contract.ts'
import { DEFAULT_PATTERN } from '../../../src/shared/models/pdf-folder.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import { replyOf } from '../../support/replies.ts'
import type { Findings } from '../../support/leaks.ts'
import { note } from './places.ts'

export type CallName = { [D in Domain]: `${D}.${Method<D> & string}` }[Domain]

const CALLS = Object.entries(calls).flatMap(([domain, methods]) =>
  Object.entries(methods).map(([method, { kind }]) => ({ name: `${domain}.${method}` as CallName, kind }))
)
/** All calls of the contract, so that the walk fails until it asks a new one. */
export const CALL_NAMES = CALLS.map(({ name }) => name)
const READ_NAMES = CALLS.filter(({ kind }) => kind === 'read').map(({ name }) => name)

const EACH = 'each record' as const
const PAGE = { offset: 0, limit: 200 }
export const CHOICE = {
  ...{ text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null },
  ...{ sort: 'default', providerSort: '', reverse: false, grouped: false }
}
export const INVOICES = { choice: EVERY_INVOICE, order: NEWEST_FIRST }
/** Inputs of the calls that only read. The others take none. */
const READ_INPUTS: Partial<Record<CallName, object | typeof EACH>> = {
  'connection.problems': { definition: { profile: { path: 'me' } } },
  'catalogue.page': { ...PAGE, ...CHOICE },
  'catalogue.product': EACH,
  'catalogue.seek': { choice: CHOICE, prefix: 'l', from: 0 },
  'catalogue.changes': { offset: 0, limit: 100 },
  'invoices.page': { ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'invoices.invoice': EACH,
  'invoices.totals': INVOICES.choice,
  'invoices.keys': { ...PAGE, ...INVOICES.choice, ...INVOICES.order },
  'pdfFolder.preview': { pattern: DEFAULT_PATTERN },
  'about.licenceText': { key: 'Portside@0.1.0', offset: 0 }
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
  for (const name of READ_NAMES) {
    const input = READ_INPUTS[name] ?? null
    const inputs = input === EACH ? (await keysOf(page, heard, name)).map((key) => ({ key })) : [input]
    for (const one of inputs) {
      const { error } = await ask(page, heard, name, one)
      expect(error?.code, `${name} takes another input`).not.toBe('BAD_REQUEST')
    }
  }
}

async function keysOf(page: Page, heard: Heard, name: CallName): Promise<string[]> {
  const list = `${name.split('.')[0]}.page` as CallName
  const { data } = await ask(page, heard, list, READ_INPUTS[list] as object)
  return (data as { rows: { key: string }[] }).rows.map(({ key }) => key)
}
