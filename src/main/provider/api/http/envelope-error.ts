/** Recognises an error that came with a status of success: an envelope that says so and holds no data. */
import { isSpecificMessage } from '../../../../shared/ipc/error.ts'
import { createFields } from '../../readers/field-names.ts'
import { flagOf } from '../../readers/read-scalars.ts'
import { plainName, words } from '../../readers/names.ts'
import { isOfPaging, meaningOf } from '../../readers/paging-words.ts'
import { isObject, type JsonObject } from '../../readers/records.ts'
import { readErrorMessage } from './error-message.ts'

interface EnvelopeError {
  /** null: the body names none. */
  status: number | null
}

type Names = readonly string[]

const FLAGS: Names = ['success', 'ok', 'succeeded', 'is_success', 'successful']
const OUTCOMES: readonly Names[] = [['status'], ['result'], ['state']]
const ERRORS: readonly Names[] = [['error'], ['errors']]
const DATA: readonly Names[] = [['data'], ['result'], ['response']]
const STATUS_CODE: Names = ['status_code']
const REASONS: Names = ['message', 'msg', 'error', 'errors', 'error_message']
/** Without any of these, a body needs no further look. */
const SIGNS: readonly Names[] = [FLAGS, ...OUTCOMES, ...ERRORS, STATUS_CODE, ['code']]

/** Names of an envelope, in lower-case letters. An object with any other is a record, whatever its status. */
const ENVELOPE: ReadonlySet<string> = new Set(
  words(
    'success ok succeeded issuccess successful status result state response data error errors err code errorcode',
    'statuscode httpstatus httpcode message msg messages errormessage errormsg errmsg errordescription detail details',
    'reason title type description fielderrors validationerrors modelstate violations meta requestdetails requestid',
    'traceid timestamp time servertime path instance jsonrpc version call method debug help hint'
  )
)
const FAILED: ReadonlySet<string> = new Set(words('error err fail failed failure exception ko nok notok denied'))
/** Words for no error. */
const FINE: ReadonlySet<string> = new Set(['', ...words('0 false no none null ok success noerror')])

/** null: the body is data, or says nothing of an error. */
export function findEnvelopeError(body: unknown): EnvelopeError | null {
  if (!isObject(body)) return null
  const find = createFields()(body)
  const has = (names: Names, isWanted: (value: unknown) => boolean): boolean =>
    find(names, (value) => (isWanted(value) ? true : null)).value !== null
  if (!SIGNS.some((names) => has(names, () => true))) return null
  const flag = find(FLAGS, flagOf).value
  if (flag === true) return null
  const isFailed = flag === false
  const { message, statedStatus } = readErrorMessage(body)
  const error: EnvelopeError = { status: statedStatus !== null && statedStatus >= 400 ? statedStatus : null }

  const isRpc = Object.hasOwn(body, 'jsonrpc')
  // An emptied list and a count of 0 are no data.
  const more = Object.keys(body).filter(
    (name) => !isEmpty(body[name]) && !ENVELOPE.has(plainName(name)) && !(isRpc && name === 'id')
  )
  if (isFailed && (more.length === 0 || (message !== null && !more.some((name) => isData(body[name]))))) return error

  const isOutcome = (value: unknown): boolean => typeof value === 'string' && FAILED.has(plainName(value))
  const failedOutcome = OUTCOMES.some((names) => has(names, isOutcome))
  const data = DATA.some((names) => has(names, (value) => isData(value) && !(failedOutcome && isReasons(value))))
  if (data) return null
  if (error.status !== null && has(STATUS_CODE, () => true) && Object.keys(body).some((name) => REASONS.includes(name)))
    return error
  if (more.length > 0) return null
  return error.status !== null || failedOutcome || ERRORS.some((names) => has(names, isError)) ? error : null
}

const REFUSED: ReadonlySet<string> = new Set(
  words('unauthorized unauthenticated forbidden expired invalid rejected blocked suspended')
)
const LOWEST_ERROR_CODE = 400
const HIGHEST_STATUS = 599

/** What a code or a word for the outcome says if nothing is wrong. */
const FINE_WORDS =
  /\b(ok|okay|success|successful|successfully|succeeded|completed?|done|fine|normal|accepted|approved|retrieved|fetched|listed|loaded|processed|true|yes|warning)\b/
const NOT_FINE = /\b(not|no|un\w*|part\w*|fail\w*|errors?)\b/
/** The same in other languages. */
const FINE_ELSEWHERE =
  /成功|正常|성공|успе(шно|х)|[eé]xito|sucesso|(^|[^a-z])succ[eè]s(?![a-z])|erfolg|ba[sş]ar[iı]l[iı]|basar[iı]yla/
const NOT_FINE_ELSEWHERE =
  /[不未非]成功|[不非]正常|没有?成功|失[败敗]|异常|異常|실패|성공하지|(не|без) ?успе|(sin|sem|sans|sans aucun|ohne|nicht) ([eé]xito|sucesso|succ|erfolg)|erfolglos/
const NOTHING =
  /^(no ?(error|data|content|record|result|invoice|order|product|item|row|entrie)s?( found| available)?|none|null|empty)$/
/** Who says that nothing failed. */
const NO_FAILURE =
  /\b(no|0|zero|without|ohne|keine?|aucune?|sans) ([a-z]+ )?(errors?|fail\w*|exceptions?|fehler|erreurs?)\b|\b(errors?|fail\w*|exceptions?|invalid|denied|fehler|erreurs?) ?[:=] ?0\b/gi
/** A clause about what may come. */
const CONDITION = /\b(if|whenever|unless|when (a|any|your) payment)\b[^.,:;!]*/gi
const RECORDS = String.raw`(invoices?|orders?|records?|results?|items?|products?|rows?|entries|documents?|data|bills?|payments?)`
/** Who says that there are no records, or none of a kind, says why after a colon or a full stop. */
const NO_RECORDS = new RegExp(
  String.raw`^\W*(nothing\b|not (too )?many\b|((you|we) (do not|don['’]t) have|(there|you) (are|have) no|no|0|zero)( (any|yet)\b)*( [a-z]+)? ${RECORDS}\b)` +
    String.raw`((?!\b(because|due to|as)\b)[^.,:;!])*`,
  'i'
)
const LATER = /\b(please )?(try|check) again\b[^.!]*/i
/** Messages of failures by the status that would have said so. A word for one may also be about a record. */
const FAILURES: readonly [status: number, words: RegExp][] = [
  [
    429,
    /^\W*too many\b|\btoo many (\w+ )?(requests|calls|attempts|queries|connections)\b|\brate.?limit|\bthrottl|\bslow down\b|\bquota (is |was )?exceeded\b/i
  ],
  [
    500,
    /\b(internal|server) error\b|\b(busy|overloaded|time-?out|timed out)\b|\btry again (later|soon|shortly|in)\b|\bunavailable( right now| at the moment| at this time)?\W*$|\b(service|server|system|api|temporarily|currently) (is )?unavailable\b/i
  ],
  [
    403,
    /\b(forbidden|denied|not allowed)\b|\b(no|not have|n['’]t have|lack|need|insufficient|missing|without) ([a-z]+ )?permissions?\b|\bpermissions? (is |are )?(required|missing|insufficient|errors?)\b/i
  ],
  [
    400,
    /\b(unable to|went wrong|could not)\b|(?<!\b(that|which|have|had) )\bfailed\W*$|^\W*maintenance\b|\b(under|in|for|undergoing) maintenance\b/i
  ],
  [
    400,
    /(^|[.:;,!] ?|\b(is|are|was|were|has|have|an?) )([\p{L}\d']+ ){0,2}?(errors?|exceptions?|fail(ed|ure|s)?|invalid(?! page)|\p{L}{0,20}fehler|erreurs?)(?! (payment|invoice|order|record|charge)s?\b)(?!\p{L})/iu
  ]
]

/** The status of the failure that a text, or a code such as INTERNAL_ERROR, is about; null: it may be about none. */
export function failureStatus(text: string): number | null {
  const whole = spaced(text.slice(0, LONGEST_MESSAGE)).replace(NO_FAILURE, '').replace(CONDITION, '')
  const rest = whole.replace(NO_RECORDS, '')
  const said = rest === whole ? whole : rest.replace(LATER, '')
  return FAILURES.find(([, words]) => words.test(said))?.[0] ?? null
}
const LONGEST_MESSAGE = 1000

/** In a code, these are a failure whatever is beside them. */
const FAILURE_IN_CODE =
  /err(or)?s?\b|\berr|fail|exception|denied|invalid|unauthori|unauthenticated|forbidden|expired|throttl|rate ?limit|limit (reached|exceeded)|too many|quota|busy|unavailable|time ?out|\b(not ok|nok|ko|rejected|blocked|suspended)\b/

/** `noDataFound` and NO_DATA_FOUND as words. */
const spaced = (text: string): string => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[\s_.-]+/g, ' ')

function isFine(text: string): boolean {
  const said = spaced(text.slice(0, LONGEST_MESSAGE)).trim().toLowerCase()
  if (NOT_FINE_ELSEWHERE.test(said)) return false
  return NOTHING.test(said) || (FINE_WORDS.test(said) && !NOT_FINE.test(said)) || FINE_ELSEWHERE.test(said)
}

/**
 * Where a body without records says that something went wrong: the body, or an object for that in it. With records, the same
 * fields may be about them.
 */
export function refusalIn(body: unknown): JsonObject | null {
  if (!isObject(body)) return null
  const inside = Object.entries(body).flatMap(([name, value]) =>
    name.length <= LONGEST_NAME && OUTCOME_OBJECTS.has(plainName(name)) && isObject(value) ? [value] : []
  )
  return [body, ...inside].find(isRefusal) ?? null
}
const LONGEST_NAME = 64
const OUTCOME_OBJECTS: ReadonlySet<string> = new Set(
  words('meta metadata responsemetadata status responsestatus header head responseheader result response')
)

function isRefusal(object: JsonObject): boolean {
  const find = createFields()(object)
  const has = (names: Names, isWanted: (value: unknown) => boolean): boolean =>
    find(names, (value) => (isWanted(value) ? true : null)).value !== null
  const isNo = (value: unknown): boolean =>
    value === false ||
    value === 0 ||
    (typeof value === 'string' && ['false', 'no', 'n', '0'].includes(plainName(value)))
  const isFailure = (value: unknown): boolean =>
    typeof value === 'string' && (FAILED.has(plainName(value)) || REFUSED.has(plainName(value)))
  const isSure =
    has(FLAGS, (value) => flagOf(value) === true) ||
    OUTCOMES.some((names) => has(names, (value) => typeof value === 'string' && isFine(value)))
  const saysFine =
    isSure || [...CODES, MESSAGE].some((names) => has(names, (value) => typeof value === 'string' && isFine(value)))
  const isRecord = Object.keys(object).some((name) => isOfRecord(name, object[name]))
  const isErrorNumber = (code: number): boolean =>
    code < 0 ? !isSure : code >= LOWEST_ERROR_CODE && !(code > HIGHEST_STATUS && saysFine)
  const isErrorCode = (value: unknown, isPlainCode: boolean): boolean => {
    if (typeof value === 'number') return isErrorNumber(value)
    if (typeof value !== 'string') return value === false
    if (isFailure(value)) return true
    const code = value.slice(0, LONGEST_MESSAGE).trim()
    if (code === '' || isSure || isFine(code) || isOfList(code))
      return !isRecord && isErrorNumber(numberOfCode(code) ?? 0)
    if (FAILURE_IN_CODE.test(spaced(code).toLowerCase())) return true
    if (isRecord) return false
    // Nobody knows what other words are about: of a list, or why there is none.
    return isErrorNumber(numberOfCode(code) ?? (isPlainCode && !saysFine && /^[\w.-]+$/.test(code) ? Infinity : 0))
  }
  return (
    has(FLAGS, isNo) ||
    OUTCOMES.some((names) => has(names, (value) => value === false || isFailure(value))) ||
    [...ERRORS, ...FAULTS].some((names) => has(names, isError)) ||
    has(IS_ERROR, (value) => value === true || value === 1) ||
    CODES.some((names) => has(names, (value) => isErrorCode(value, !OTHER_CODES.includes(names)))) ||
    (!saysFine && has(MESSAGE, (value) => typeof value === 'string' && failureStatus(value) !== null))
  )
}
const FAULTS: readonly Names[] = [['error_code'], ['err_code'], ['errno'], ['fault'], ['exception'], ['err']]
const IS_ERROR: Names = ['is_error', 'has_error', 'has_errors', 'timed_out', 'failed']
const MESSAGE: Names = ['message', 'msg', 'error_message', 'err_msg', 'return_msg', 'ret_msg', 'result_message']
/** A text in these may be anything: a state, a link or an identifier. */
const OTHER_CODES: readonly Names[] = [['ret'], ['ack'], ['stat']]
const CODES: readonly Names[] = [
  ...[['code'], ['status_code'], ['ret_code'], ['return_code'], ['result_code']],
  ...[['response_code'], ['resp_code'], ['api_code'], ...OTHER_CODES]
]
const ENVELOPE_CODES: ReadonlySet<string> = new Set(
  [...CODES, ...FAULTS, IS_ERROR, MESSAGE].flat().map((name) => plainName(name))
)

/** Whether a code says what was asked for, or that there is none, such as INVOICE_LIST and INVOICES_EMPTY. */
function isOfList(code: string): boolean {
  const parts = spaced(code).toLowerCase().split(' ')
  return (
    parts.every((word) => CALL_WORDS.has(word) || LIST_WORDS.has(word)) && parts.some((word) => LIST_WORDS.has(word))
  )
}
const CALL_WORDS: ReadonlySet<string> = new Set(
  words('ok no get fetch find read query search show all my found of for user customer account')
)
const LIST_WORDS: ReadonlySet<string> = new Set(
  words(
    'list lists empty index data invoice invoices order orders record records result results item items product products',
    'row rows entry entries document documents bill bills'
  )
)

/** 200 of "HTTP 200", "I_200" and "200.0". */
function numberOfCode(code: string): number | null {
  const [, after, alone] = /^(?:[a-z]{1,8}[\s._:-]{0,2}(\d{1,15})|(-?\d{1,15}))(?:\.0{1,5})?$/i.exec(code) ?? []
  const digits = after ?? alone
  return digits === undefined ? null : Number(digits)
}

/** Whether the object has something that no envelope has: then its code may be its own, such as a customer's. */
function isOfRecord(name: string, value: unknown): boolean {
  if (isEmpty(value) || name.length > LONGEST_NAME) return false
  const plain = plainName(name)
  return !(
    ENVELOPE.has(plain) ||
    ENVELOPE_CODES.has(plain) ||
    OUTCOME_OBJECTS.has(plain) ||
    isOfPaging(name) ||
    meaningOf(plain)
  )
}

const isEmpty = (value: unknown): boolean => (typeof value === 'object' ? !isData(value) : !value)

/** Records; an emptied list is none. */
const isData = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Instead of data: what is wrong with each field. */
const isReasons = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string' && isSpecificMessage(one))

const isError = (value: unknown): boolean =>
  typeof value === 'string'
    ? !FINE.has(plainName(value))
    : typeof value === 'number'
      ? value !== 0
      : value === true || isData(value)
