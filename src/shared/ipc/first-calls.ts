/** The bridge calls that a page makes at its start. The preload sends them as one, while the page's own scripts load. */
import type { Domain, Method } from './contract.ts'

type Call = { [D in Domain]: readonly [domain: D, method: Method<D>, input?: unknown] }[Domain]

/** Catalogue changes on the overview. */
export const OVERVIEW_CHANGES = { period: 'look', visit: null, allFields: false, offset: 0, limit: 4 } as const

/** @param account null: nobody is signed in @param all the invoices of all accounts */
export const firstCalls = (account: string | null, all: boolean): readonly Call[] => [
  ['lock', 'state'],
  ['app', 'info'],
  ['app', 'settings'],
  ['app', 'messages'],
  ['session', 'state'],
  ['app', 'status', { of: account, all }],
  ['accounts', 'amounts'],
  ...(account === null
    ? []
    : ([
        ['invoices', 'overview', { of: all ? null : account }],
        ['catalogue', 'changes', { of: account, ...OVERVIEW_CHANGES }]
      ] as const))
]
