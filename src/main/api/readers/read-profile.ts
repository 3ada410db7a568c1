/** Reads the profile. None of its fields is documented: published names are grouped, others keep their own name. */
import type { Json } from '../../../shared/models/json.ts'
import { PROFILE_GROUPS, type ProfileGroup, type ProfileView } from '../../../shared/models/account.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { Reading } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import { createSanitizer } from '../security/sanitize.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import { createNotes, isObject, type JsonObject } from './records.ts'

type Scalar = string | number | boolean
type Field = ProfileView['groups']['other'][number]
const GROUPS = ['person', 'address', 'company', 'account', 'other'] as const

const ALSO: Record<string, readonly string[]> = { registeredAt: ['registrationDateTime'] }

/** v3 nests address and company in this object. */
const NESTED = 'billingDetails'

/** Published flags. Every other known field is text. */
const FLAGS = ['emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']

/** This name looks like a credential, but its object says whether the account is blocked. */
const AUTHORIZATION = 'authorization'
const BLOCKING_FIELDS = ['isDenied', 'deniedReason', 'blockingDateTime']

export function readProfile(record: JsonObject, redact: Redact): Reading<ProfileView> {
  const notes = createNotes()
  const sanitize = createSanitizer(notes, redact)
  const { rest, blocking } = splitAuthorization(record)
  const fields = flatten(sanitize(rest))
  const said = sanitize(blocking)
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

  for (const group of GROUPS) groups[group] = groups[group].slice(0, MOST_FIELDS).map(shortened)
  const all = notes.list()
  const known = [...groups.person, ...groups.account]
  const email = textOf(known, 'email')
  return {
    value: {
      title: bit(textOf(known, 'fullName') ?? textOf(known, 'userName') ?? email),
      email: bit(email),
      groups,
      ...(blocked && { blocked }),
      dropped: all.reduce((sum, { kind, count }) => sum + (kind === 'credentialDropped' ? count : 0), 0)
    },
    notes: all
  }
}

function splitAuthorization(record: JsonObject): { rest: JsonObject; blocking: JsonObject } {
  const { [AUTHORIZATION]: given, ...others } = record
  if (given === undefined || !isObject(given)) return { rest: record, blocking: {} }
  const entries = Object.entries(given)
  const isBlocking = ([name]: [string, Json]): boolean => BLOCKING_FIELDS.includes(name)
  const more = Object.fromEntries(entries.filter((entry) => !isBlocking(entry)))
  const rest = Object.keys(more).length === 0 ? others : { ...others, [AUTHORIZATION]: more }
  return { rest, blocking: Object.fromEntries(entries.filter(isBlocking)) }
}

/** null: not blocked. Without a flag, a reason or a date means blocked. */
function blockIn({ isDenied, deniedReason, blockingDateTime }: JsonObject): NonNullable<ProfileView['blocked']> | null {
  const reason = typeof deniedReason === 'string' ? cut(deniedReason.trim(), LONGEST_VALUE) || null : null
  const since = timeOf(blockingDateTime)
  const isBlocked = flagOf(isDenied) ?? (reason !== null || since !== null)
  return isBlocked ? { reason, since } : null
}

const MOST_FIELDS = 200
const LONGEST_VALUE = 2000
const LONGEST_NAME = 100
const LONGEST_TITLE = 320

const bit = (text: string | null): string | null => text && cut(text, LONGEST_TITLE)

const shortened = ({ name, value }: Field): Field => ({
  name: cut(name, LONGEST_NAME),
  value: typeof value === 'string' ? cut(value, LONGEST_VALUE) : value
})

function flatten(record: JsonObject): Map<string, Json> {
  const fields = new Map<string, Json>()
  for (const [name, value] of Object.entries(record)) {
    if (name !== NESTED || !isObject(value)) fields.set(name, value)
    else for (const [inner, held] of Object.entries(value)) fields.set(`${NESTED}.${inner}`, held)
  }
  return fields
}

/** Takes the first name with a value out of `other`; null if there is none. */
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
