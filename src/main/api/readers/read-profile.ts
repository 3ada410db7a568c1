/** The profile: no field of it is documented. Published names are grouped, the rest is kept under its own name. */
import type { Json } from '../../../shared/models/json.ts'
import { PROFILE_GROUPS, type ProfileGroup, type ProfileView } from '../../../shared/models/profile.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { Reading } from '../../core/ports/index.ts'
import { createSanitizer, type JsonObject } from '../security/sanitize.ts'
import { isObject } from './list-envelope.ts'
import { createNotes } from './reading-issues.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import type { Redact } from '../security/redaction.ts'

type Scalar = string | number | boolean
type Field = ProfileView['groups']['other'][number]

/** Other published names of a field: v2 says registrationDateTime. */
const ALSO: Record<string, readonly string[]> = { registeredAt: ['registrationDateTime'] }

/** v3 keeps the address and the company in here. */
const NESTED = 'billingDetails'

/** Published flags; every other known field is a text. */
const FLAGS = ['emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']

/** Under a name that looks like a credential, a user's summary says whether the account is blocked. */
const AUTHORIZATION = 'authorization'
const BLOCKING_FIELDS = ['isDenied', 'deniedReason', 'blockingDateTime']

export function readProfile(record: JsonObject, redact: Redact): Reading<ProfileView> {
  const notes = createNotes()
  const cleanse = createSanitizer(notes, redact)
  const { rest, blocking } = splitAuthorization(record)
  const fields = flatten(cleanse(rest))
  const said = cleanse(blocking)
  const blocked = blockIn(said)
  if (!blocked) for (const [name, value] of Object.entries(said)) fields.set(`${AUTHORIZATION}.${name}`, value)
  const groups: ProfileView['groups'] = { person: [], address: [], company: [], account: [], other: [] }

  for (const [group, names] of Object.entries(PROFILE_GROUPS) as [ProfileGroup, readonly string[]][]) {
    for (const name of names) {
      const value = take(fields, name)
      if (value === null) continue
      if (typeof value === 'object') {
        notes.add('wrongType', name)
        groups.other.push({ name, value: JSON.stringify(value) })
        continue
      }
      if (typeof value !== (FLAGS.includes(name) ? 'boolean' : 'string')) notes.add('wrongType', name)
      groups[group].push({ name, value })
    }
  }
  for (const [name, value] of fields) {
    const shown = shownValue(value)
    if (shown !== null) groups.other.push({ name, value: shown })
  }

  const known = [...groups.person, ...groups.account]
  const email = textOf(known, 'email')
  return {
    value: {
      title: bit(textOf(known, 'fullName') ?? textOf(known, 'userName') ?? email),
      email: bit(email),
      groups: bounded(groups),
      ...(blocked && { blocked }),
      dropped: notes.count('credentialDropped')
    },
    notes: notes.list()
  }
}

/** What else is under that name stays there, and is removed as a credential. */
function splitAuthorization(record: JsonObject): { rest: JsonObject; blocking: JsonObject } {
  const { [AUTHORIZATION]: given, ...others } = record
  if (given === undefined || !isObject(given)) return { rest: record, blocking: {} }
  const entries = Object.entries(given)
  const isBlocking = ([name]: [string, Json]): boolean => BLOCKING_FIELDS.includes(name)
  const more = Object.fromEntries(entries.filter((entry) => !isBlocking(entry)))
  const rest = Object.keys(more).length === 0 ? others : { ...others, [AUTHORIZATION]: more }
  return { rest, blocking: Object.fromEntries(entries.filter(isBlocking)) }
}

/** null: the account isn't blocked. Without the flag, a reason or a date says that it is. */
function blockIn({ isDenied, deniedReason, blockingDateTime }: JsonObject): NonNullable<ProfileView['blocked']> | null {
  const reason = typeof deniedReason === 'string' ? cut(deniedReason.trim(), LONGEST_VALUE) || null : null
  const since = timeOf(blockingDateTime)
  const isBlocked = flagOf(isDenied) ?? (reason !== null || since !== null)
  return isBlocked ? { reason, since } : null
}

/** No page shows more; a profile this large is no profile. */
const MOST_FIELDS = 200
const LONGEST_VALUE = 2000
const LONGEST_NAME = 100
const LONGEST_TITLE = 320

const bit = (text: string | null): string | null => text && cut(text, LONGEST_TITLE)

function bounded(groups: ProfileView['groups']): ProfileView['groups'] {
  const short = (fields: Field[]): Field[] =>
    fields.slice(0, MOST_FIELDS).map(({ name, value }) => ({
      name: cut(name, LONGEST_NAME),
      value: typeof value === 'string' ? cut(value, LONGEST_VALUE) : value
    }))
  return {
    person: short(groups.person),
    address: short(groups.address),
    company: short(groups.company),
    account: short(groups.account),
    other: short(groups.other)
  }
}

/** Top-level fields by name; those of the nested object as `billingDetails.city`. */
function flatten(record: JsonObject): Map<string, Json> {
  const fields = new Map<string, Json>()
  for (const [name, value] of Object.entries(record)) {
    if (name !== NESTED || !isObject(value)) fields.set(name, value)
    else for (const [inner, held] of Object.entries(value)) fields.set(`${NESTED}.${inner}`, held)
  }
  return fields
}

/** Takes the first of a field's names that has something, out of what is left for `other`; null when there is none. */
function take(fields: Map<string, Json>, name: string): Scalar | Json[] | JsonObject | null {
  let found: Json = null
  for (const candidate of [name, ...(ALSO[name] ?? []), `${NESTED}.${name}`]) {
    const value = fields.get(candidate)
    if (value === undefined) continue
    if (found === null && value !== null && value !== '') found = value
    else if (value !== null && value !== '' && value !== found) continue
    fields.delete(candidate)
  }
  return found
}

function shownValue(value: Json): Scalar | null {
  if (value === null || value === '') return null
  if (typeof value !== 'object') return value
  return Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

function textOf(fields: Field[], name: string): string | null {
  const value = fields.find((field) => field.name === name)?.value
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
