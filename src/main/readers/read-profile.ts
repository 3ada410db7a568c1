/**
 * Reads the profile. None of its fields is documented: those with a usual name are grouped under its published one,
 * others keep their own name.
 */
import type { Json } from '../../shared/models/json.ts'
import { PROFILE_GROUPS, type ProfileField, type ProfileGroup, type ProfileView } from '../../shared/models/profile.ts'
import { cut } from '../../shared/i18n/format.ts'
import type { Parsed } from '../core/ports/index.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizer } from './security/sanitize.ts'
import { spellingOf } from './field-names.ts'
import {
  BLOCK_DATES,
  BLOCK_REASONS,
  BLOCKED_NAMES,
  FIRST_NAMES,
  LAST_NAMES,
  PARTS,
  PROFILE_NAMES,
  SECOND_LINES,
  SINGLE_NAMES,
  PERSON_WRAPPERS
} from './profile-vocabulary.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, type JsonObject } from './records.ts'

type Scalar = string | number | boolean
type Field = ProfileView['groups']['other'][number]
type Blocked = NonNullable<ProfileView['blocked']>
const GROUPS = ['person', 'address', 'company', 'account', 'other'] as const

/** Published flags. Every other known field is text. */
const FLAGS: readonly ProfileField[] = ['emailConfirmed', 'phoneNumberConfirmed', 'twoFactorEnabled', 'isAllowed']
const isFlag = (name: ProfileField): boolean => FLAGS.includes(name)

/** Fields of the person that a billing record may have, as published v3 has them. An id there is the record's own. */
const IN_BILLING: readonly ProfileField[] = [
  ...(['fullName', 'email', 'phoneNumber'] as const),
  ...PROFILE_GROUPS.address,
  ...PROFILE_GROUPS.company
]

/** This name looks like a credential, but its object says whether the account is blocked. */
const AUTHORIZATION = 'authorization'
const BLOCKING_FIELDS = ['isDenied', 'deniedReason', 'blockingDateTime']

export function readProfile(record: JsonObject, redact: Redact, trace?: RecordTrace): Parsed<ProfileView> {
  const notes = new Notes()
  const sanitize = createSanitizer(notes, redact)
  const { rest, blocking } = splitAuthorization(unwrapped(record))
  const said = sanitize(blocking)
  const denied = blockIn(said)
  const raw = sanitize(rest)
  const fields = new Fields({ ...raw, ...(denied ? {} : beneath(AUTHORIZATION, said)) })
  const onFound = trace?.(raw)
  const blocked = denied ?? flaggedBlock(fields)
  const groups: ProfileView['groups'] = { person: [], address: [], company: [], account: [], other: [] }

  for (const [group, names] of Object.entries(PROFILE_GROUPS) as [ProfileGroup, readonly ProfileField[]][]) {
    for (const name of names) {
      const found = valueFor(name, fields)
      if (found === null) continue
      const { path, value } = found
      onFound?.([name], path, typeof value !== 'object')
      if (typeof value === 'object') {
        notes.add('wrongType', path)
        groups.other.push({ name: path, value: JSON.stringify(value) })
        continue
      }
      if (isPublished(name, path) && typeof value !== (isFlag(name) ? 'boolean' : 'string'))
        notes.add('wrongType', name)
      groups[group].push({ name, value: converted(name, value) })
    }
  }
  for (const path of fields.takenPaths()) onFound?.([], path, true)
  for (const { path, value } of fields.rest()) {
    const shown = shownValue(value)
    if (shown !== null) groups.other.push({ name: path, value: shown })
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

/** Vultr's profile is {"account": {…}}. */
function unwrapped(record: JsonObject): JsonObject {
  const [only, ...others] = Object.entries(record)
  const isWrapper = only !== undefined && others.length === 0 && PERSON_WRAPPERS.has(spellingOf(only[0]))
  return isWrapper && isObject(only[1]) ? only[1] : record
}

const beneath = (name: string, held: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(held).map(([inner, value]) => [`${name}.${inner}`, value]))

/** Published fields have a known type. By another name, such as `phone`, a number is as good as a text. */
const isPublished = (name: ProfileField, path: string): boolean => path === name || path === `billingDetails.${name}`

function converted(name: ProfileField, value: Scalar): Scalar {
  if (isFlag(name)) return flagOf(value) ?? value
  return (name === 'registeredAt' ? timeOf(value) : null) ?? value
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
function blockIn({ isDenied, deniedReason, blockingDateTime }: JsonObject): Blocked | null {
  const reason = reasonOf(deniedReason)
  const since = timeOf(blockingDateTime)
  const isBlocked = flagOf(isDenied) ?? (reason !== null || since !== null)
  return isBlocked ? { reason, since } : null
}

const reasonOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? cut(value.trim(), LONGEST_VALUE) || null : null

/** Only a flag blocks: a reason or a date may be of a block that was lifted. */
function flaggedBlock(fields: Fields): Blocked | null {
  const flags = fields.all(BLOCKED_NAMES).filter(({ value }) => flagOf(value) === true)
  if (flags.length === 0) return null
  fields.drop(flags)
  return { reason: reasonOf(fields.take(BLOCK_REASONS)?.value), since: timeOf(fields.take(BLOCK_DATES)?.value) }
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

interface Entry {
  /** As the provider names it, with the objects around it. */
  path: string
  /** Its spelling, with the PARTS around it, but not the PERSON_WRAPPERS. */
  name: string
  depth: number
  value: Json
}

const DEEPEST = 4

function entriesOf(record: JsonObject, around = { path: '', name: '', depth: 0 }): Entry[] {
  const depth = around.depth + 1
  return Object.entries(record).flatMap(([given, value]) => {
    const spelling = spellingOf(given)
    const path = around.path + given
    const part = PARTS.get(spelling)
    if (isObject(value) && depth < DEEPEST && (part !== undefined || PERSON_WRAPPERS.has(spelling))) {
      const name = part === undefined ? around.name : `${around.name}${part}.`
      return entriesOf(value, { path: `${path}.`, name, depth })
    }
    return [{ path, name: around.name + spelling, depth, value }]
  })
}

/** The fields of a profile, of which known ones are taken. */
class Fields {
  readonly #entries: Set<Entry>
  readonly #byName: ReadonlyMap<string, Entry[]>

  constructor(record: JsonObject) {
    const entries = entriesOf(record)
    this.#entries = new Set(entries)
    // Of two equal names the outer one counts.
    this.#byName = Map.groupBy(
      entries.toSorted((one, other) => one.depth - other.depth),
      ({ name }) => name
    )
  }

  /** Fields with a value, in order of trust. */
  all(names: readonly string[]): Entry[] {
    return names
      .flatMap((name) => this.#byName.get(spellingOf(name)) ?? [])
      .filter((entry) => this.#entries.has(entry) && entry.value !== null && entry.value !== '')
  }

  first(names: readonly string[]): Entry | null {
    return this.all(names).find(({ value }) => typeof value !== 'object') ?? null
  }

  /** The first field with a value that isn't an object, or the object of the published name. Others with another value stay. */
  take(names: readonly string[]): Entry | null {
    const all = this.all(names)
    const found = this.first(names) ?? all.find(({ path }) => path === names[0]) ?? null
    if (found !== null) this.drop(all.filter(({ value }) => value === found.value))
    return found
  }

  drop(entries: readonly Entry[]): void {
    for (const entry of entries) this.#entries.delete(entry)
  }

  /** Also parts of a name or an address. */
  takenPaths(): string[] {
    const all = [...this.#byName.values()].flat()
    return all.filter((entry) => !this.#entries.has(entry)).map(({ path }) => path)
  }

  rest(): Iterable<Entry> {
    return this.#entries
  }
}

type Found = Pick<Entry, 'path' | 'value'>

function valueFor(name: ProfileField, fields: Fields): Found | null {
  const places = (names: readonly string[]): readonly string[] =>
    IN_BILLING.includes(name) ? [...names, ...names.map((one) => `billing.${one}`)] : names
  if (name === 'fullName') return nameIn(fields, places)
  const found = fields.take(places(PROFILE_NAMES[name]))
  if (name !== 'address' || !found || typeof found.value === 'object') return found
  return joined(found, fields.take(places(SECOND_LINES)), ', ')
}

/** The name as a whole, else its two parts, else what there is. Parts of it aren't shown again. */
function nameIn(fields: Fields, places: (names: readonly string[]) => readonly string[]): Found | null {
  const [first, last, single] = [FIRST_NAMES, LAST_NAMES, SINGLE_NAMES].map((names) => fields.first(places(names)))
  const both = first && last ? joined(first, last, ' ') : null
  const name = fields.take(places(PROFILE_NAMES.fullName)) ?? both ?? single ?? first ?? last ?? null
  if (name === null) return null
  const text = String(name.value)
  const parts = fields.all(places([...FIRST_NAMES, ...LAST_NAMES, ...SINGLE_NAMES]))
  const isPart = ({ value }: Found): boolean =>
    value === name.value || text.startsWith(`${String(value)} `) || text.endsWith(` ${String(value)}`)
  fields.drop(parts.filter(isPart))
  return name
}

function joined(one: Found, other: Found | null, separator: string): Found {
  const isText = other !== null && typeof other.value !== 'object'
  return isText ? { path: one.path, value: `${one.value as Scalar}${separator}${other.value}` } : one
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
