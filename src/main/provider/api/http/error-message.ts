/** The provider's reason in an error body: its words, codes and status, whatever the body's shape. */
import { isSpecificMessage, PROVIDER_MESSAGE_LIMIT } from '../../../../shared/ipc/error.ts'
import { cut } from '../../../../shared/i18n/format.ts'
import { createFields, type FieldsOf } from '../../readers/field-names.ts'
import { isObject, type JsonObject } from '../../readers/records.ts'
import { createRedactor, SHORTEST_SECRET, withoutUserInfo } from '../../readers/security/redaction.ts'
import { hasRequestDetails, isRequestDetails } from '../../readers/security/sanitize.ts'

export interface ErrorMessage {
  message: string | null
  /** In capitals, such as RATE_LIMIT_REACHED, also for rateLimitReached and rate-limit-reached. */
  codes: string[]
  /** The status that the body names, which may differ from the reply's. */
  statedStatus: number | null
  objects: JsonObject[]
}

type Names = readonly string[]

/** Fields with words, the more specific ones first. */
const WORDS: readonly Names[] = [
  ['message', 'msg', 'error_message', 'error_msg', 'err_msg', 'user_message', 'display_message'],
  ['error_description'],
  ['detail'],
  ['details'],
  ['description'],
  ['reason'],
  ['fault_string'],
  ['title'],
  ['error'],
  ['err']
]
/** Fields with several errors, such as one of each field of a form. */
const ERRORS: readonly Names[] = [
  ['errors'],
  ['field_errors'],
  ['validation_errors'],
  ['model_state'],
  ['violations'],
  ['non_field_errors'],
  ['messages']
]
/** Fields with the reason inside `data`. Fewer than WORDS, because `data` may be a record. */
const MESSAGES: readonly Names[] = [...WORDS.slice(0, 2), ['reason'], ['error']]
const CODES: readonly Names[] = [['code'], ['error_code'], ...WORDS]
const DATA: Names = ['data']
const TYPE: Names = ['type']
const STATUS_CODE: Names = ['status_code', 'http_status', 'http_code']
const STATUS: Names = ['status', 'code', 'error_code']

const STATUS_NAMES: ReadonlyMap<string, number> = new Map([
  ['badrequest', 400],
  ['unauthorized', 401],
  ['forbidden', 403],
  ['notfound', 404],
  ['toomanyrequests', 429]
])

const MOST_ERRORS = 20
/** Levels of objects and lists below the body. */
const DEEPEST = 5
/** The body, an error in it, and one more. */
const MOST_NAMED = 3

export function readErrorMessage(body: unknown, secrets: readonly string[] = []): ErrorMessage {
  // Redacted before anything is cut, so that no half of a secret is left.
  const redact = createRedactor(secrets, SHORTEST_SECRET.words)
  const oneLine = (text: string): string | null =>
    hasRequestDetails(text) ? null : lineOf(withoutUserInfo(redact(text)))
  const linesOf = (texts: readonly string[]): string[] => texts.map(oneLine).filter((line) => line !== null)

  const fields = createFields()
  const { fieldReasons, bodyMessages, objects } = textsOf(body, fields)
  const specific = [...new Set(linesOf(fieldReasons).filter(isSpecificMessage))]
  const all = [...linesOf(bodyMessages), ...linesOf(fieldReasons)]
  const one = all.find(isSpecificMessage) ?? all[0] ?? null
  const codes = [...objects.flatMap((object) => codesIn(object, fields)), ...fieldReasons, body].map(codeOf)
  return {
    message: specific.length > 0 ? cut(sentence(specific), PROVIDER_MESSAGE_LIMIT) : one,
    codes: codes.filter((code) => code !== null),
    statedStatus: objects
      .slice(0, MOST_NAMED)
      .reduce<number | null>((status, object) => status ?? statusIn(object, fields), null),
    objects
  }
}

interface Texts {
  /** The reasons of single errors, such as of each field of a form. */
  fieldReasons: string[]
  /** What the body itself says, most specific first. */
  bodyMessages: string[]
  objects: JsonObject[]
}

function textsOf(body: unknown, fields: FieldsOf): Texts {
  const fieldReasons: string[] = []
  const bodyMessages: string[] = []
  const objects: JsonObject[] = []
  const isFull = (): boolean => fieldReasons.length >= MOST_ERRORS || objects.length >= MOST_ERRORS

  /** @param field the name of the field that the value is about */
  const visit = (value: unknown, depth: number, field: string | null): void => {
    if (isFull() || depth > DEEPEST) return
    if (typeof value === 'string') fieldReasons.push(withField(value, field))
    else if (Array.isArray(value)) for (const one of value.slice(0, MOST_ERRORS)) visit(one, depth + 1, field)
    else if (isObject(value)) visitError(value, depth)
  }
  /** An object with words says nothing else: its other fields may repeat the request. */
  const visitError = (error: JsonObject, depth: number): void => {
    const { messages, hasMore } = visitFields(error, depth)
    const best = messages.find(isSpecificMessage) ?? messages[0]
    if (best !== undefined) fieldReasons.push(best)
    else if (!hasMore) visitEach(error, depth, (value) => typeof value !== 'string' || isSpecificMessage(value))
  }
  const visitEach = (object: JsonObject, depth: number, isWanted: (value: unknown) => boolean): void => {
    for (const [name, value] of Object.entries(object)) {
      if (isFull()) return
      if (!isRequestDetails(name) && isWanted(value)) visit(value, depth + 1, name)
    }
  }
  const visitFields = (object: JsonObject, depth: number): { messages: string[]; hasMore: boolean } => {
    objects.push(object)
    const find = fields(object)
    const messages: string[] = []
    let hasMore = false
    for (const names of [...ERRORS, ...WORDS]) {
      const { value } = find(names, (found) => (typeof found === 'number' || typeof found === 'boolean' ? null : found))
      if (typeof value === 'string' && !ERRORS.includes(names)) messages.push(value)
      else if (value !== null) {
        hasMore = true
        visit(value, depth + 1, null)
      }
    }
    visitData(find(DATA, (found) => found).value, depth)
    return { messages, hasMore }
  }
  /** Data is no error, but some providers put the reason there. */
  const visitData = (data: unknown, depth: number): void => {
    for (const one of Array.isArray(data) ? data.slice(0, MOST_ERRORS) : [data]) {
      if (!isObject(one) || isFull() || depth > DEEPEST) continue
      const find = fields(one)
      const said = MESSAGES.map((names) => find(names, textIn).value).find((text) => text !== null)
      if (said === undefined) continue
      objects.push(one)
      fieldReasons.push(said)
    }
  }

  if (!isObject(body)) {
    if (typeof body === 'string') bodyMessages.push(body)
    else visit(body, 0, null)
    return { fieldReasons, bodyMessages, objects }
  }
  const { messages } = visitFields(body, 0)
  bodyMessages.push(...messages)
  if (messages.length > 0 || fieldReasons.length > 0) return { fieldReasons, bodyMessages, objects }
  const { value: data } = fields(body)(DATA, (found) => found)
  if (typeof data === 'string') bodyMessages.push(data)
  else if (isObject(data)) visitEach(data, 1, (value) => typeof value !== 'string' || isSpecificMessage(value))
  else visitEach(body, 0, (value) => typeof value === 'object')
  return { fieldReasons, bodyMessages, objects }
}

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Some reasons need their field's name: "email is too short". */
function withField(text: string, field: string | null): string {
  if (field === null || field === 'base' || !/^[\w .-]{1,40}$/.test(field)) return text
  const isRest = /^\p{Ll}/u.test(text) && codeOf(text) === null && !text.toLowerCase().includes(field.toLowerCase())
  return isRest ? `${field} ${text}` : text
}

const sentence = (lines: readonly string[]): string =>
  lines.reduce((whole, line) => `${whole}${/[.!?。]$/.test(whole) ? '' : ';'} ${line}`)

function codesIn(object: JsonObject, fields: FieldsOf): unknown[] {
  const find = fields(object)
  const type = find(TYPE, textIn).value
  const last = type !== null && type.length < 500 ? type.split(/[/#:]/).findLast((part) => part !== '') : null
  return [...CODES.map((names) => find(names, textIn).value), last]
}

function codeOf(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > 64 || !/^[a-z][a-z0-9]*([_.-][a-z0-9]+)*$/i.test(given)) return null
  return given
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toUpperCase()
}

function statusIn(object: JsonObject, fields: FieldsOf): number | null {
  const find = fields(object)
  const named = (value: unknown): number | null =>
    typeof value === 'string'
      ? (STATUS_NAMES.get(value.toLowerCase().replace(/[^a-z]/g, '')) ?? httpStatus(value))
      : httpStatus(value)
  return find(STATUS_CODE, named).value ?? find(STATUS, httpStatus).value
}

/** Smaller and larger numbers are the provider's own. */
function httpStatus(value: unknown): number | null {
  const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
  return typeof status === 'number' && status >= 100 && status < 600 ? status : null
}

function lineOf(text: string): string | null {
  if (/^\s*</.test(text)) return null
  const line = text
    .slice(0, PROVIDER_MESSAGE_LIMIT * 4)
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return line === '' ? null : cut(line, PROVIDER_MESSAGE_LIMIT)
}
