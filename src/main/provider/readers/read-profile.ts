/**
 * Reads the profile. None of its fields is documented: those with a usual name are grouped under its published one,
 * others keep their own name. The places that a provider's definition states come first.
 */
import type { Json } from '../../../shared/models/json.ts'
import type { ProfileSettings } from '../../../shared/providers/definition.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import {
  PROFILE_GROUPS,
  type ProfileField,
  type ProfileGroup,
  type ProfileView
} from '../../../shared/models/profile.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { Parsed } from '../../ports/index.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizerInSteps } from './security/sanitize.ts'
import { createFieldsOf, spellingOf, type Find, type OnFound } from './field-names.ts'
import { readBalance, type PathValue } from './profile-balance.ts'
import {
  BLOCK_DATES,
  BLOCK_REASONS,
  BLOCKED_NAMES,
  BLOCKED_WORDS,
  FIRST_NAMES,
  LAST_NAMES,
  PARTS,
  PROFILE_NAMES,
  SECOND_LINES,
  SINGLE_NAMES,
  STATUS_NAMES,
  PERSON_WRAPPERS
} from './profile-vocabulary.ts'
import { flagOf, stateFlagOf, timeOf } from './read-scalars.ts'
import { plainName } from './names.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, type JsonObject } from './records.ts'
import { isSameName } from './wrappers.ts'

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

const BY_NAMES_ALONE: ProfileSettings = {
  ...{ profileFields: {}, dates: null, currency: null },
  ...{ amountUnit: 'major', amountUnits: {}, accountBalance: 'credit' }
}

/** For inSlices: a profile may have a hundred thousand fields. */
export function* readProfile(
  given: JsonObject,
  redact: Redact,
  settings = BY_NAMES_ALONE,
  trace?: RecordTrace
): Generator<void, Parsed<ProfileView>, void> {
  const notes = new Notes()
  const sanitize = createSanitizerInSteps(notes, redact)
  const { record, wrapper } = unwrapped(given)
  const { rest, blocking } = splitAuthorization(record)
  const said = yield* sanitize(blocking)
  const denied = blockIn(said)
  const raw = yield* sanitize(rest)
  const fields = yield* Fields.create(raw, denied ? {} : beneath(AUTHORIZATION, said))
  const find = (yield* createFieldsOf(raw))(raw)
  const stated = statedIn(find, settings.profileFields, wrapper)
  const onFound = trace?.(raw)
  const balance = takeBalance({ find, fields, stated, settings }, { notes, onFound })
  yield
  fields.dropAt(new Set([...stated].flatMap(([name, { path }]) => (name === 'balance' ? [] : path))))
  const blocked = denied ?? blockOf(fields, stated)
  const groups: ProfileView['groups'] = { person: [], address: [], company: [], account: [], other: [] }

  for (const [group, names] of Object.entries(PROFILE_GROUPS) as [ProfileGroup, readonly ProfileField[]][]) {
    for (const name of names) {
      yield
      const found = valueFor(name, fields, stated)
      if (found === null) {
        const empty = onFound && fields.emptyAt(PROFILE_NAMES[name])
        if (empty) onFound([name], empty, false)
        continue
      }
      const { path, value } = found
      onFound?.([name], path, typeof value !== 'object')
      if (typeof value === 'object') {
        notes.add('wrongType', path)
        groups.other.push({ name: path, value: JSON.stringify(value) })
        continue
      }
      const isStated = stated.has(name)
      const shown = converted(name, { path, value }, { isStated, dates: settings.dates })
      if (isStated && isFlag(name) && typeof shown !== 'boolean') notes.add('wrongType', path)
      if (!isStated && isPublished(name, path) && typeof value !== (isFlag(name) ? 'boolean' : 'string'))
        notes.add('wrongType', name)
      groups[group].push({ name, value: shown })
    }
  }
  if (onFound) for (const path of fields.takenPaths()) onFound([], path, true)
  for (const { path, value } of fields.rest()) {
    if (groups.other.length >= MOST_FIELDS) break
    yield
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
      ...(balance && { balance }),
      dropped: all.reduce((sum, { kind, count }) => sum + (kind === 'credentialDropped' ? count : 0), 0)
    },
    notes: all
  }
}

/** Vultr's profile is {"account": {…}}. */
function unwrapped(given: JsonObject): { record: JsonObject; wrapper: string | null } {
  const [name, ...others] = Object.keys(given)
  const held = name === undefined ? undefined : given[name]
  const isWrapper = name !== undefined && others.length === 0 && PERSON_WRAPPERS.has(spellingOf(name))
  return isWrapper && isObject(held) ? { record: held, wrapper: name } : { record: given, wrapper: null }
}

/** Fields with a value at the place that the definition states. */
type Stated = ReadonlyMap<ProfileField | 'balance', PathValue>

/** @param wrapper a place may begin with it */
function statedIn(find: Find, places: ProfileSettings['profileFields'], wrapper: string | null): Stated {
  const stated = new Map<ProfileField | 'balance', PathValue>()
  for (const [name, place] of Object.entries(places) as [ProfileField | 'balance', string | undefined][]) {
    if (place === undefined) continue
    const names = wrapper === null ? [place] : [place, withoutFirst(place, wrapper)]
    const { value, place: path } = find(names, (given) => given)
    if (value !== null && path !== null) stated.set(name, { path, value })
  }
  return stated
}

interface ProfileSource {
  find: Find
  fields: Fields
  stated: Stated
  settings: ProfileSettings
}

function takeBalance(
  { find, fields, stated, settings }: ProfileSource,
  { notes, onFound }: { notes: Notes; onFound: OnFound | undefined }
): Money | null {
  const source = { find, all: (names: readonly string[]) => fields.all(names), stated: stated.get('balance') ?? null }
  const { balance, amountPath, currencyPath, unreadable } = readBalance(source, settings)
  for (const path of unreadable) {
    notes.add('wrongType', path)
    onFound?.(['balance'], path, false)
  }
  if (amountPath !== null) {
    fields.dropAt(new Set([amountPath]))
    onFound?.(['balance'], amountPath, true)
  }
  if (currencyPath !== null) onFound?.([], currencyPath, true)
  return balance
}

function withoutFirst(place: string, name: string): string {
  const dot = place.indexOf('.')
  return dot > 0 && isSameName(place.slice(0, dot), name) ? place.slice(dot + 1) : place
}

const beneath = (name: string, held: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(held).map(([inner, value]) => [`${name}.${inner}`, value]))

/** Published fields have a known type. By another name, such as `phone`, a number is as good as a text. */
const isPublished = (name: ProfileField, path: string): boolean => path === name || path === `billingDetails.${name}`

function converted(
  name: ProfileField,
  { path, value }: { path: string; value: Scalar },
  { isStated, dates }: { isStated: boolean; dates: ProfileSettings['dates'] }
): Scalar {
  if (isFlag(name)) return (isStated ? statedFlag(path, value) : flagOf(value)) ?? value
  return (name === 'registeredAt' ? timeOf(value, dates) : null) ?? value
}

/** A flag or a word. A name such as `suspended` says the opposite of the field. */
function statedFlag(path: string, value: Json): boolean | null {
  const flag = stateFlagOf(value)
  const denies = BLOCKED.has(spellingOf(path.slice(path.lastIndexOf('.') + 1)))
  return flag !== null && denies ? !flag : flag
}
const BLOCKED: ReadonlySet<string> = new Set(BLOCKED_NAMES.map(spellingOf))

function splitAuthorization(record: JsonObject): { rest: JsonObject; blocking: JsonObject } {
  if (!Object.hasOwn(record, AUTHORIZATION)) return { rest: record, blocking: {} }
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

/** Only a flag, a status or a stated place blocks: a reason or a date may be of a block that was lifted. */
function blockOf(fields: Fields, stated: Stated): Blocked | null {
  const allowed = stated.get('isAllowed')
  const flags = fields.all(BLOCKED_NAMES).filter(({ value }) => flagOf(value) === true)
  const isBlocked =
    flags.length > 0 ||
    (allowed !== undefined && statedFlag(allowed.path, allowed.value) === false) ||
    fields.all(STATUS_NAMES).some(({ value }) => isBlockedWord(value))
  if (!isBlocked) return null
  fields.drop(flags)
  return { reason: reasonOf(fields.take(BLOCK_REASONS)?.value), since: timeOf(fields.take(BLOCK_DATES)?.value) }
}

const isBlockedWord = (value: Json): boolean =>
  typeof value === 'string' && value.length <= LONGEST_NAME && BLOCKED_WORDS.has(plainName(value))

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

function* entriesOf(record: JsonObject, around = { path: '', name: '', depth: 0 }): Generator<Entry, void, void> {
  const depth = around.depth + 1
  for (const given of Object.keys(record)) {
    const value = record[given] ?? null
    const spelling = spellingOf(given)
    const path = around.path + given
    const part = PARTS.get(spelling)
    if (isObject(value) && depth < DEEPEST && (part !== undefined || PERSON_WRAPPERS.has(spelling))) {
      const name = part === undefined ? around.name : `${around.name}${part}.`
      yield* entriesOf(value, { path: `${path}.`, name, depth })
    } else {
      yield { path, name: around.name + spelling, depth, value }
    }
  }
}

/** Between two yields. */
const ENTRIES_OF_STEP = 32

/** The fields of a profile, of which known ones are taken. */
class Fields {
  readonly #entries = new Set<Entry>()
  readonly #byName = new Map<string, Entry[]>()

  /** @param beside replaces fields of the record with these names */
  static *create(record: JsonObject, beside: JsonObject): Generator<void, Fields, void> {
    const fields = new Fields()
    const all = Object.keys(beside).length === 0 ? record : { ...record, ...beside }
    for (const entry of entriesOf(all)) {
      fields.#add(entry)
      if (fields.#entries.size % ENTRIES_OF_STEP === 0) yield
    }
    // Of two equal names the outer one counts.
    for (const same of fields.#byName.values()) if (same.length > 1) same.sort((one, other) => one.depth - other.depth)
    return fields
  }

  #add(entry: Entry): void {
    this.#entries.add(entry)
    const same = this.#byName.get(entry.name)
    if (same) same.push(entry)
    else this.#byName.set(entry.name, [entry])
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

  dropAt(paths: ReadonlySet<string>): void {
    if (paths.size === 0) return
    for (const entry of this.#entries) if (paths.has(entry.path)) this.#entries.delete(entry)
  }

  /** The path of the first field without a value. */
  emptyAt(names: readonly string[]): string | undefined {
    const found = names.flatMap((name) => this.#byName.get(spellingOf(name)) ?? [])
    return found.find(({ value }) => value === null || value === '')?.path
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

function valueFor(name: ProfileField, fields: Fields, stated: Stated): PathValue | null {
  const places = (names: readonly string[]): readonly string[] =>
    IN_BILLING.includes(name) ? [...names, ...names.map((one) => `billing.${one}`)] : names
  const given = stated.get(name) ?? null
  if (name === 'fullName') return nameIn(fields, places, given)
  if (given !== null) return given
  const found = fields.take(places(PROFILE_NAMES[name]))
  if (name !== 'address' || !found || typeof found.value === 'object') return found
  return joined(found, fields.take(places(SECOND_LINES)), ', ')
}

/** The name as a whole, else its two parts, else what there is. Parts of it aren't shown again. */
function nameIn(
  fields: Fields,
  places: (names: readonly string[]) => readonly string[],
  stated: PathValue | null
): PathValue | null {
  const [first, last, single] = [FIRST_NAMES, LAST_NAMES, SINGLE_NAMES].map((names) => fields.first(places(names)))
  const both = first && last ? joined(first, last, ' ') : null
  const name = stated ?? fields.take(places(PROFILE_NAMES.fullName)) ?? both ?? single ?? first ?? last ?? null
  if (name === null || typeof name.value === 'object') return name
  const text = String(name.value)
  const parts = fields.all(places([...FIRST_NAMES, ...LAST_NAMES, ...SINGLE_NAMES]))
  const isPart = ({ value }: PathValue): boolean =>
    value === name.value || text.startsWith(`${String(value)} `) || text.endsWith(` ${String(value)}`)
  fields.drop(parts.filter(isPart))
  return name
}

function joined(one: PathValue, other: PathValue | null, separator: string): PathValue {
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
