/** Recognises a refusal that came with a status of success: an envelope that says so and holds no data. */
import { isSpecificMessage } from '../../../shared/ipc/error.ts'
import { createFields } from '../readers/field-names.ts'
import { flagOf } from '../readers/read-scalars.ts'
import { isObject } from '../readers/records.ts'
import { readErrorMessage } from './error-message.ts'

/** `isNamed`: the body names the status; otherwise it is that of a request that was refused. */
interface Refusal {
  status: number
  isNamed: boolean
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
  (
    'success ok succeeded issuccess successful status result state response data error errors err code errorcode ' +
    'statuscode httpstatus httpcode message msg messages errormessage errormsg errmsg errordescription detail details ' +
    'reason title type description fielderrors validationerrors modelstate violations meta requestdetails requestid ' +
    'traceid timestamp time servertime path instance jsonrpc version call method debug help hint'
  ).split(' ')
)
const FAILED: ReadonlySet<string> = new Set('error err fail failed failure exception ko nok notok denied'.split(' '))
/** Words for no error. */
const FINE: ReadonlySet<string> = new Set(['', ...'0 false no none null ok success noerror'.split(' ')])

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** null: the body is data, or says nothing of an error. */
export function refusalIn(body: unknown): Refusal | null {
  if (!isObject(body)) return null
  const find = createFields()(body)
  const has = (names: Names, isWanted: (value: unknown) => boolean): boolean =>
    find(names, (value) => (isWanted(value) ? true : null)).value !== null
  if (!SIGNS.some((names) => has(names, () => true))) return null
  const flag = find(FLAGS, flagOf).value
  if (flag === true) return null
  const isFailed = flag === false
  const { words, named } = readErrorMessage(body)
  const refusal = named !== null && named >= 400 ? { status: named, isNamed: true } : { status: 400, isNamed: false }

  const isRpc = Object.hasOwn(body, 'jsonrpc')
  // An emptied list and a count of 0 are no data.
  const more = Object.keys(body).filter(
    (name) => !isEmpty(body[name]) && !ENVELOPE.has(lettersOf(name)) && !(isRpc && name === 'id')
  )
  if (isFailed && (more.length === 0 || (words !== null && !more.some((name) => isData(body[name]))))) return refusal

  const isOutcome = (value: unknown): boolean => typeof value === 'string' && FAILED.has(lettersOf(value))
  const failedOutcome = OUTCOMES.some((names) => has(names, isOutcome))
  const data = DATA.some((names) => has(names, (value) => isData(value) && !(failedOutcome && isReasons(value))))
  if (data) return null
  if (refusal.isNamed && has(STATUS_CODE, () => true) && Object.keys(body).some((name) => REASONS.includes(name)))
    return refusal
  if (more.length > 0) return null
  return refusal.isNamed || failedOutcome || ERRORS.some((names) => has(names, isError)) ? refusal : null
}

const isEmpty = (value: unknown): boolean => (typeof value === 'object' ? !isData(value) : !value)

/** Records; an emptied list is none. */
const isData = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** Instead of data: what is wrong with each field. */
const isReasons = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string' && isSpecificMessage(one))

const isError = (value: unknown): boolean =>
  typeof value === 'string'
    ? !FINE.has(lettersOf(value))
    : typeof value === 'number'
      ? value !== 0
      : value === true || isData(value)
