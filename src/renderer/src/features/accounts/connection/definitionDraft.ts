/** A definition while it is edited, as JSON. The form's fields read and write members of the same text. */
import { isStatus, statusKey, UNKNOWN_PROVIDER, type Connection } from '../../../../../shared/models/connection.ts'
import { DEFAULTS, type Authorization, type ProviderDefinition } from '../../../../../shared/models/provider.ts'
import type { TrialEndpoint } from '../../../../../shared/models/provider-trial.ts'
import { baseOf, definitionOf, statedMembers } from '../../../../../shared/providers/definition.ts'

/** As typed: any JSON, until main has found no problem in it. */
export type Members = Readonly<Record<string, unknown>>

export interface Draft {
  /** An unknown one has to be replaced before the draft can be used. */
  provider: Connection['provider']
  /** Empty, or the user name that belongs to the account and not to the definition. */
  user: string
  text: string
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** null: the text isn't the JSON of an object. */
export function membersIn(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export const textOf = (members: Members): string => JSON.stringify(members, null, 2)

const objectAt = (members: Members, name: string): Members => {
  const value = members[name]
  return isObject(value) ? value : {}
}

/** The whole definition. Of an unknown provider, what the connection says. */
export function draftOf(connection: Connection): Draft {
  const { user = '', provider } = connection
  const own = provider === UNKNOWN_PROVIDER ? { ...connection, provider: null } : connection
  // Without a name, the host stands for it.
  const { name, ...others } = statedMembers(own)
  const named = own.provider === null ? own.name : name
  return { provider, user, text: textOf({ ...(named !== undefined && { name: named }), ...others }) }
}

/** @param value undefined: the member goes */
export function withMember(draft: Draft, members: Members, name: string, value: unknown): Draft {
  return { ...draft, text: textOf({ ...members, [name]: value }) }
}

/** JSON whose objects have their names in order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part
  )
const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** The connection that a draft stands for, without what is as in the definition that it is based on. Unchecked. */
export function connectionOf({ provider, user }: Draft, members: Members): Connection {
  const { $schema: _s, portside: _p, version: _v, baseUrl, ...stated } = members
  const base = new Map<string, unknown>(Object.entries(baseOf({ provider })))
  const changes = Object.entries({ ...DEFAULTS, ...stated }).filter(([name, value]) => !isSame(value, base.get(name)))
  return {
    provider,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : '',
    ...(user.trim() !== '' && { user: user.trim() }),
    ...Object.fromEntries(changes)
  }
}

/** The same changes over another definition; one's own says everything itself. */
export function withProvider(draft: Draft, members: Members, provider: Draft['provider']): Draft {
  if (provider === null) return { ...draft, provider }
  const connection = connectionOf(draft, members)
  const before = baseOf(draft).baseUrl
  // The address of another definition isn't this one's.
  const isOwnAddress = connection.baseUrl !== '' && connection.baseUrl !== before
  const baseUrl = isOwnAddress ? connection.baseUrl : (baseOf({ provider }).baseUrl ?? connection.baseUrl)
  return draftOf({ ...connection, provider, baseUrl })
}

/** Whether two connections mean the same, whether or not they spell out the definition's values. */
export const sameConnection = (one: Connection, other: Connection): boolean =>
  isSame([one.provider, one.user ?? null, definitionOf(one)], [other.provider, other.user ?? null, definitionOf(other)])

/** As far as it can be read. */
export const authorizationIn = (members: Members): { scheme: string; name: string; prefix: string; user: string } => {
  const { scheme = 'Bearer', name = '', prefix = '', user = '' } = objectAt(members, 'authorization')
  return { scheme: String(scheme), name: String(name), prefix: String(prefix), user: String(user) }
}

/** Another scheme keeps the name of the header or parameter. */
export function withScheme(members: Members, scheme: Authorization['scheme']): Authorization {
  const { name } = authorizationIn(members)
  return scheme === 'header' || scheme === 'query' ? { scheme, name } : { scheme }
}

const PLACES = {
  invoices: 'invoiceFields',
  products: 'productFields',
  profile: 'profileFields',
  plans: 'planFields',
  subscription: 'subscriptionFields'
} as const satisfies Record<TrialEndpoint, keyof ProviderDefinition>

/** Where a definition says that a field stands. */
export const fieldPlaces = (
  definition: ProviderDefinition,
  endpoint: TrialEndpoint
): Readonly<Partial<Record<string, string>>> => definition[PLACES[endpoint]]

/** @param place null: where the usual names find it */
export function withFieldPlace(
  draft: Draft,
  members: Members,
  endpoint: TrialEndpoint,
  field: string,
  place: string | null
): Draft {
  const { [field]: _, ...others } = objectAt(members, PLACES[endpoint])
  const places = place === null ? others : { ...others, [field]: place }
  return withMember(draft, members, PLACES[endpoint], Object.keys(places).length > 0 ? places : undefined)
}

/** The endpoint's reply is one record, and no list. */
export function isOneRecord(definition: Members | ProviderDefinition, endpoint: TrialEndpoint): boolean {
  const stated: unknown = new Map<string, unknown>(Object.entries(definition)).get(endpoint)
  return endpoint === 'profile' || (isObject(stated) && 'recordAt' in stated)
}

/** @param place of the list, or of the one record; empty: the reply itself */
export function withPlace(draft: Draft, members: Members, endpoint: TrialEndpoint, place: string): Draft {
  const name = isOneRecord(members, endpoint) ? 'recordAt' : 'listAt'
  const { [name]: _, ...others } = objectAt(members, endpoint)
  return withMember(draft, members, endpoint, place === '' ? others : { ...others, [name]: place })
}

/** Of the form: the text has no place for two equal statuses or an empty one. */
export interface StatusRow {
  id: number
  status: string
  /** A state, or what else the text says. */
  state: string
}

let rows = 0
export const newRow = (status = '', state = 'open'): StatusRow => ({ id: (rows += 1), status, state })

export const statusRowsIn = (members: Members): StatusRow[] =>
  Object.entries(objectAt(members, 'statuses')).map(([status, state]) => newRow(status, String(state)))

const statusesIn = (rows: readonly StatusRow[]): Members =>
  Object.fromEntries(rows.flatMap(({ status, state }) => (status.trim() === '' ? [] : [[status.trim(), state]])))

export const areStatusesOf = (rows: readonly StatusRow[], members: Members): boolean =>
  isSame(statusesIn(rows), objectAt(members, 'statuses'))

export function withStatusRows(draft: Draft, members: Members, rows: readonly StatusRow[]): Draft {
  const statuses = statusesIn(rows)
  return withMember(draft, members, 'statuses', Object.keys(statuses).length > 0 ? statuses : undefined)
}

export type RowProblems = Partial<Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>>

export function rowProblemsIn(rows: readonly StatusRow[]): RowProblems {
  const found: RowProblems = {}
  const seen = new Set<string>()
  for (const { id, status } of rows) {
    const key = statusKey(status)
    if (key === '') found[id] = 'statusEmpty'
    else if (seen.has(key)) found[id] = 'statusTwice'
    else if (!isStatus(status.trim())) found[id] = 'statusLong'
    seen.add(key)
  }
  return found
}
