/** The calls that a page makes at its start. The preload sends them as one, while the page's own scripts load. */
import type { Domain, Method } from './contract.ts'

type Call = { [D in Domain]: readonly [domain: D, method: Method<D>, input?: unknown] }[Domain]

/** Catalogue changes on the overview. */
export const OVERVIEW_CHANGES = { offset: 0, limit: 4 }

export const FIRST_CALLS: readonly Call[] = [
  ['lock', 'state'],
  ['app', 'info'],
  ['app', 'settings'],
  ['app', 'messages'],
  ['session', 'state'],
  ['app', 'status'],
  ['invoices', 'overview'],
  ['accounts', 'amounts'],
  ['catalogue', 'changes', OVERVIEW_CHANGES]
]
