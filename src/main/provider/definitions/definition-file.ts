/** Provider definitions in files. A file may come from anybody: docs/providers.md says what it can't do. */
import type { Connection } from '../../../shared/models/connection.ts'
import { holdsCredential, pathHoldsCredential } from '../../../shared/models/credential-text.ts'
import { statedMembers } from '../../../shared/providers/definition.ts'
import { AppError, FILE_REASONS, FORM_REASONS, type ErrorInfo, type PartReason } from '../../../shared/ipc/error.ts'
import { jsonFileText, parseJsonFile, shownName } from './json-file.ts'
import { definitionFileSchema, FILE_VERSION } from './definition-schema.ts'

type Place = readonly PropertyKey[]

/** A path may have a UUID in it: it has a rule of its own. */
const isPath = (place: Place): boolean => ['path', 'fallbackPath'].includes(String(place.at(-1)))

const USER = 'authorization.user'

/**
 * A whole definition, without what says nothing.
 * @param connection with a normalised base URL
 * @throws BAD_REQUEST (found 'fileCredential') for a credential in a path or text
 */
export function toDefinitionFile(connection: Connection): { name: string; text: string } {
  const file = { portside: 'provider', version: FILE_VERSION, ...statedMembers(connection) }
  throwFirst(credentialsIn(file))
  // Windows doesn't allow the colon of a host in file names.
  const host = new URL(connection.baseUrl).host.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^-+|-+$/g, '')
  return { name: `portside-${host}.json`, text: jsonFileText(file) }
}

/**
 * The base URL is empty if the file has null: the owner enters it.
 * @param normalise the base URL
 * @throws BAD_REQUEST (found 'newerFile', 'file', or one of the others that begin so, with the part)
 */
export function parseDefinitionFile(text: string, normalise: (baseUrl: string) => string): Connection {
  const file = parseJsonFile(text, 'file')
  if (!isDefinition(file)) throw new AppError('BAD_REQUEST', { found: 'file' })
  if (typeof file.version === 'number' && file.version > FILE_VERSION) {
    throw new AppError('BAD_REQUEST', { found: 'newerFile' })
  }
  const read = definitionFileSchema().safeParse(file)
  if (!read.success) throw errorOf(read.error.issues[0], file)
  throwFirst(credentialsIn(read.data))
  const { $schema: _s, portside: _p, version: _v, baseUrl, ...parts } = read.data
  return { provider: null, baseUrl: baseUrl === null ? '' : usableBaseUrl(baseUrl, normalise), ...parts }
}

/**
 * Everything that can't be used in a definition that is being edited. The page checks the address itself, and without a name the
 * host stands for it.
 */
export function definitionProblems(definition: object): ErrorInfo[] {
  const whole = { name: '-', ...definition, baseUrl: null }
  const read = definitionFileSchema().safeParse(whole)
  const errors = read.success ? [...credentialsIn(read.data)] : read.error.issues.map((issue) => errorOf(issue, whole))
  // The page asks about a user name that may be a key, and nothing is sent or exported before.
  return errors.map(({ info }) => info).filter(({ found, part }) => !(found === 'fileCredential' && part === USER))
}

function isDefinition(file: unknown): file is { version?: unknown } {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return false
  if ('portside' in file) return file.portside === 'provider'
  return 'name' in file && 'baseUrl' in file
}

function usableBaseUrl(baseUrl: string, normalise: (baseUrl: string) => string): string {
  try {
    return normalise(baseUrl)
  } catch (error) {
    if (error instanceof AppError) throw errorAt('filePart', ['baseUrl'], { reason: 'address' })
    throw error
  }
}

type Issue = Extract<
  ReturnType<ReturnType<typeof definitionFileSchema>['safeParse']>,
  { success: false }
>['error']['issues'][number]

function errorOf(issue: Issue | undefined, file: unknown): AppError {
  const place = issue?.path ?? []
  if (issue?.code === 'unrecognized_keys') {
    if (nameOf(place) === 'signIn' && issue.keys.includes('renewal'))
      return errorAt('filePart', [...place, 'renewal'], { reason: 'noRenewal' })
    const names = issue.keys.slice(0, MOST_NAMED).map((name) => nameOf([...place, name]))
    return new AppError('BAD_REQUEST', { found: 'fileUnknown', part: names.join(', ') })
  }
  const value = partAt(file, place)
  if (typeof value === 'string' && isPath(place) && pathHoldsCredential(value)) {
    return errorAt('fileCredential', place)
  }
  return value === undefined ? errorAt('fileMissing', place) : errorAt('filePart', place, issue && whyOf(issue))
}

/** The schema's reason, or that of a value of another type. */
function whyOf(issue: Issue): ErrorInfo['why'] {
  if (issue.code === 'invalid_key') return whyIn(issue.issues[0]?.message ?? '')
  const values = 'values' in issue ? issue.values : 'options' in issue ? issue.options : undefined
  if (Array.isArray(values)) return { reason: 'oneOf', values: values.map(String).join(', ') }
  const expected = issue.code === 'invalid_type' ? TYPES[issue.expected] : undefined
  return whyIn(issue.message) ?? (expected && { reason: expected })
}
const TYPES: Readonly<Record<string, PartReason>> = { object: 'object', record: 'object', string: 'text' }

function whyIn(message: string): ErrorInfo['why'] {
  const [name, least, most] = message.split(':')
  const reason = [...FORM_REASONS, ...FILE_REASONS].find((one) => one === name)
  return reason && { reason, ...(least && { least }), ...(most && { most }) }
}

/** @returns undefined if nothing is there: JSON has no undefined */
function partAt(file: unknown, place: Place): unknown {
  let value = file
  for (const name of place) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<PropertyKey, unknown>)[name]
  }
  return value
}

/** Of the unknown parts of one object. */
const MOST_NAMED = 3
const nameOf = (place: Place): string => place.map((name) => shownName(String(name))).join('.')

/** The error names the part and quotes no value. */
const errorAt = (found: ErrorInfo['found'], place: Place, why?: ErrorInfo['why']): AppError =>
  new AppError('BAD_REQUEST', {
    found,
    part: nameOf(place),
    ...(why && { why })
  })

function throwFirst([error]: Iterable<AppError>): void {
  if (error) throw error
}

/** In a text other than a path, whose ids look the same. */
export const textsHoldCredential = (value: object): boolean => !credentialsIn(value).next().done

function* credentialsIn(value: unknown, place: Place = []): Generator<AppError> {
  if (typeof value === 'string' && holdsCredential(value) && !isPath(place)) {
    yield errorAt('fileCredential', place)
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (holdsCredential(name)) yield errorAt('fileCredential', [...place, name])
    else yield* credentialsIn(part, [...place, name])
  }
}
