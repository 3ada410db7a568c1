/** Recognises an error that came with a status of success: an envelope that says so and holds no data. */
import { isSpecificMessage } from '../../../shared/ipc/error.ts'
import { createFields } from '../../readers/field-names.ts'
import { flagOf } from '../../readers/read-scalars.ts'
import { plainName, words } from '../../readers/names.ts'
import { isObject } from '../../readers/records.ts'
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

/** Whether a body without records says that something went wrong. With records, the same fields may be about them. */
export function isRefusal(body: unknown): boolean {
  if (!isObject(body)) return false
  const find = createFields()(body)
  const has = (names: Names, isWanted: (value: unknown) => boolean): boolean =>
    find(names, (value) => (isWanted(value) ? true : null)).value !== null
  const isNo = (value: unknown): boolean =>
    value === false || value === 0 || (typeof value === 'string' && ['false', 'no', '0'].includes(plainName(value)))
  const isFailure = (value: unknown): boolean =>
    typeof value === 'string' && (FAILED.has(plainName(value)) || REFUSED.has(plainName(value)))
  const isErrorCode = (value: unknown): boolean =>
    isFailure(value) || (typeof value === 'number' && value >= LOWEST_ERROR_CODE)
  return (
    has(FLAGS, isNo) ||
    OUTCOMES.some((names) => has(names, (value) => value === false || isFailure(value))) ||
    [...ERRORS, ...FAULTS].some((names) => has(names, isError)) ||
    has(IS_ERROR, (value) => value === true || value === 1) ||
    has(CODE, isErrorCode)
  )
}
const FAULTS: readonly Names[] = [['error_code'], ['err_code'], ['fault'], ['exception'], ['err']]
const IS_ERROR: Names = ['is_error', 'has_error', 'has_errors']
const CODE: Names = ['code', 'status_code']

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
