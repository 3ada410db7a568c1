/** Fetches the records of the endpoints `plans` and `subscription`: a list with its pages, or one object. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { PartialList } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import { MOST_PLANS } from '../../../shared/models/plan.ts'
import type { PlansEndpoint } from '../../../shared/models/provider.ts'
import type { Validators } from '../../ports/index.ts'
import { limitsAfter, MOST_PARTS_OF_BODY, type ListLimits } from '../readers/json/json-limits.ts'
import { JsonListReader, parseRecord, recordsById } from '../readers/json/json-list.ts'
import type { PageSequence } from '../readers/page-sequence.ts'
import type { ReplyPaging } from '../readers/paging.ts'
import { isObject } from '../readers/records.ts'
import { valueAt } from '../readers/wrappers.ts'
import { followPages } from './follow-pages.ts'
import { valueOf, type BodyReader, type JsonAnswer } from './http/json-requests.ts'
import { badReply } from './http/reply.ts'

export interface PlanReply {
  records: readonly Json[]
  partial: PartialList | null
  /** Of a whole reply of one page. */
  validators: Validators | null
}

/** A list of orders may have every one since the account began. */
const MOST_RECEIVED = 20_000

const LIMITS: ListLimits = {
  parts: MOST_PARTS_OF_BODY,
  partsOfRecord: 20_000,
  records: MOST_RECEIVED,
  brief: { records: MOST_RECEIVED, bytes: 2 }
}

/** The reply is one object. An empty one, null and an empty body say that there is none. */
export const objectReader = (recordAt: string): BodyReader<Json[]> => {
  const objectIn = (body: Json): Json => (recordAt === '.' ? body : valueAt(body, recordAt))
  const isNone = (value: Json): boolean =>
    value === null || (typeof value === 'object' && Object.keys(value).length === 0)
  return {
    found: (body) => (isNone(objectIn(body)) ? 0 : isObject(objectIn(body)) ? 1 : null),
    read(body, reply) {
      const record = objectIn(body)
      if (isNone(record)) return []
      if (!isObject(record)) throw badReply(reply, 'notAnObject')
      return [record]
    }
  }
}

interface PlanPage {
  records: readonly Json[]
  isEmptyBody: boolean
  parts: number
  says: ReplyPaging
}

export class PagedPlans {
  readonly sequence: PageSequence
  readonly #listAt: string | undefined
  /** Place of the id, for a cursor that is the id of the last record. */
  readonly #idAt: string | undefined
  readonly #records: Json[] = []
  readonly #marks = new Set<string>()
  #found = 0
  #parts = 0

  constructor({
    sequence,
    listAt,
    idAt
  }: { sequence: PageSequence; idAt: string | undefined } & Pick<PlansEndpoint, 'listAt'>) {
    this.sequence = sequence
    this.#listAt = listAt
    this.#idAt = idAt
  }

  /** For one attempt. */
  page(): BodyReader<PlanPage> {
    const limits = limitsAfter(LIMITS, { parts: this.#parts, records: this.#found })
    let records: Json[] = []
    let bytes = 0
    const sink = { restart: () => void (records = []), add: (record: Buffer) => void records.push(parseRecord(record)) }
    const list = new JsonListReader(sink, limits, this.#listAt)
    return {
      found: (body, reply) => list.found ?? (this.sequence.hasNoRecords(body, reply) ? 0 : null),
      write: async (chunk) => {
        bytes += chunk.byteLength
        list.write(chunk)
      },
      rest: async () => list.rest,
      read: (body, reply) => {
        const byId = list.found === null ? recordsById(body, limits, this.#listAt) : null
        const isNone = bytes === 0 || this.sequence.hasNoRecords(body, reply)
        if (list.found === null && byId === null && !isNone) throw badReply(reply, 'notAList')
        const says = this.sequence.read(body, reply)
        return { records: byId ?? records, isEmptyBody: bytes === 0, parts: list.parts, says }
      }
    }
  }

  /** @returns the URL of the page to fetch next */
  join({ records, isEmptyBody, parts, says }: PlanPage): URL | null {
    // Equal ones on one page are two plans.
    const fresh = records.filter((record) => !this.#marks.has(JSON.stringify(record)))
    for (const record of fresh) this.#marks.add(JSON.stringify(record))
    this.#records.push(...fresh.slice(0, MOST_PLANS - this.#records.length))
    this.#found += records.length
    this.#parts += parts
    const last = records.at(-1)
    const id = last === undefined || this.#idAt === undefined ? null : valueAt(last, this.#idAt)
    const lastId = typeof id === 'string' || typeof id === 'number' ? String(id) : null
    const found = records.length
    const repeated = found - fresh.length
    const next = this.sequence.join({ found, records: found, repeated, lastId, isEmptyBody, says })
    if (this.#records.length < MOST_PLANS || (next === null && this.#found <= MOST_PLANS)) return next
    this.sequence.stop()
    return null
  }

  get records(): readonly Json[] {
    return this.#records
  }
}

/**
 * If a later page can't be fetched, the pages before it are the result, as a part of the list.
 * @param fetchPage null: nothing has changed since the stored plans
 */
export async function fetchPlanPages(
  list: PagedPlans,
  fetchPage: (url: URL) => Promise<JsonAnswer<PlanPage> | null>,
  isTimeLeft: () => boolean
): Promise<PlanReply | null> {
  const { sequence } = list
  const answer = await fetchPage(sequence.first)
  if (answer === null) return null
  const next = list.join(answer.value)
  await followPages(sequence, next, isTimeLeft, async (url) => list.join(valueOf(await fetchPage(url))))
  const { records } = list
  const partial = sequence.partial(records.length)
  return { records, partial, validators: sequence.pages === 1 && partial === null ? answer.validators : null }
}

/**
 * The provider answered this endpoint alone with an error: a status from 400 to 499, or an error in a body. A 401 isn't one: it is
 * about the token. Nor are errors of the server, the network and the reading, which may be over at the next call.
 */
export function isEndpointRefused(error: unknown): boolean {
  const { code, status = 0, found } = toErrorInfo(error)
  if (code !== 'FORBIDDEN' && code !== 'NOT_FOUND' && code !== 'BAD_REPLY') return false
  return status >= 400 ? status < 500 : status > 0 && found === undefined
}
