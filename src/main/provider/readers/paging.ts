/** What a reply says about the rest of its list. */
import type { PartialList } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import {
  isSomething,
  LONGEST_NAME,
  PARTIAL_CONTENT,
  pagingFactsIn,
  type PagingFacts,
  type PagingPlaces,
  type ReplyHead
} from './paging-facts.ts'
import { isContainer, type Meaning } from './paging-words.ts'
import { isObject } from './records.ts'
import { DEEPEST_WRAPPER, valueAt, wrappersIn } from './wrappers.ts'

export interface ReplyPaging {
  /** The reply says that its list goes on. */
  more: boolean
  /** A flag says that this is the last page. */
  isLast: boolean
  /** That flag, a link without a target, or the page's number says so. */
  ends: boolean
  /** The number of records that the whole list has, if the reply states it. */
  total: number | null
  /** False: `total` may as well be the number of records of this page. */
  isTotalSure: boolean
  /** False: `total` is a count, which may as well be that of this page. */
  isTotal: boolean
  /** The number of records that a page has, if the reply states it. */
  size: number | null
  /** The reply has a page's number or an offset, or a word of paging that isn't understood. */
  isPaged: boolean
  isUnclear: boolean
  /** A `total` that may be the number of records, or money. */
  bareTotal: number | null
  /** Other numbers of records that the reply states: the largest. */
  otherCount: number
  /** The status is 206: a part of the list. */
  isPart: boolean
  /** By name: the word for the number of records, and the word that may say that the list ends. */
  words: { total: string | null; end: string | null }
  /** Where the next page is: the reply's own URL, of the same origin and path as the request. */
  next: URL | null
  /** What the reply has at the place that the definition names. */
  cursor: string | null
}

export const LONGEST_URL = 2048

interface PageRequest {
  url: URL
  /** How many pages have come, with this one: some providers number them from 0. */
  page: number
  /** Of the list, if the definition names it: the words may stand beside it. */
  listAt?: string | undefined
  /** Of the words, if the definition names it. */
  pagingAt?: string | undefined
  /** Of the cursor, if the definition names it. */
  cursorAt?: string | undefined
}

/** @param body without the list's records */
export function pagingIn(body: Json, head: ReplyHead, { url, page, cursorAt, ...places }: PageRequest): ReplyPaging {
  const facts = pagingFactsIn(body, head, page, places)
  // Paddle names a next page always, and says in has_more whether there is one.
  const isLast = facts.flags.includes(false) && !facts.flags.includes(true)
  const cursor = cursorAt === undefined ? null : valueAt(body, cursorAt)
  // One that is no text, such as a key of DynamoDB, can't be sent, but it says that there is more.
  const hasOtherCursor = cursorIn(cursor) === null && isSomething(cursor)
  const hasNext = !isLast && (facts.hasNext || facts.links.length > 0 || hasOtherCursor)
  const sureTotal = largest(facts.totals)
  const ownTotal = isLast ? sureTotal : largest([...facts.totals, ...facts.besideTotals])
  const total = largest([...(ownTotal === null ? [] : [ownTotal]), ...facts.counts])
  const more = hasNext || facts.flags.includes(true) || facts.hasMorePages
  return {
    more,
    isLast,
    ends: isLast || (!more && (facts.hasNoNext || facts.isLastPage)),
    total,
    isTotalSure: total === sureTotal,
    isTotal: total === ownTotal,
    size: facts.sizes.length === 0 ? null : Math.min(...facts.sizes),
    isPaged: facts.isPaged,
    isUnclear: facts.isUnclear,
    bareTotal: largest(facts.bareTotals),
    otherCount: largest(facts.otherCounts) ?? 0,
    isPart: head.status === PARTIAL_CONTENT,
    words: wordsIn(facts, total ?? largest(facts.bareTotals)),
    cursor: cursorIn(cursor),
    next: hasNext ? (facts.links.map((text) => nextUrl(text, url)).find((one) => one !== null) ?? null) : null
  }
}

/** In order of trust. */
const TOTALS: readonly Meaning[] = ['totalCount', 'total', 'count']
const ENDS: readonly Meaning[] = [
  ...(['more', 'isLast', 'end', 'last', 'next', 'cursor', 'textCursor', 'offset', 'pages', 'page'] as const)
]

function wordsIn({ words, isLastPage }: PagingFacts, total: number | null): ReplyPaging['words'] {
  const first = (meanings: readonly Meaning[], isWanted: (word: PagingFacts['words'][number]) => boolean) =>
    meanings.flatMap((meaning) => words.filter((word) => word.meaning === meaning && isWanted(word)))[0]?.name ?? null
  return {
    total: first(TOTALS, ({ number }) => number === total),
    end: first(ENDS, ({ ends }) => ends === 'always' || (ends === 'onLastPage' && isLastPage))
  }
}

/**
 * Whether a list of one page may be a part, although the reply doesn't say so.
 * @param found the elements that came @param records those that may be records: null is none
 */
export function mayGoOn(says: ReplyPaging, found: number, records = found): boolean {
  const { total, size, bareTotal } = says
  if (says.otherCount > records) return true
  if (says.ends || (total === records && says.isTotalSure)) return false
  // Records that contradict it show that it is no number of records.
  const isContradicted = (total !== null && total < records) || (bareTotal !== null && bareTotal !== records)
  if (says.isUnclear || isContradicted) return true
  if (found === 0 || (total === records && says.isTotal)) return false
  return size === null ? says.isPaged : found >= size
}

/**
 * Whether a reply without a list says that there are no records, such as {"invoices": null, "count": 0}.
 * @param places where the definition has the list and the words of paging
 * @param came how many records the pages before had: a count may be theirs
 */
export function statesNoRecords(body: Json, head: ReplyHead, places: PagingPlaces = {}, came = 0): boolean {
  const { listAt } = places
  const facts = pagingFactsIn(body, head, 1, places)
  const numbers = [facts.totals, facts.besideTotals, facts.counts, facts.bareTotals, facts.otherCounts].flat()
  const hasMore = facts.hasNext || facts.hasMorePages || facts.links.length > 0 || facts.flags.includes(true)
  if (facts.isUnclear || head.status === PARTIAL_CONTENT) return false
  if (numbers.length === 0 || hasMore || numbers.some((number) => number > came)) return false
  if (listAt !== undefined) return isEmpty(valueAt(body, listAt))
  // Without the list's name, a total alone may be money.
  return hasEmptyPlace(body, 0) || (numbers.length > facts.bareTotals.length && !hasData(body))
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether the place of a list is empty. */
function hasEmptyPlace(body: Json, depth: number): boolean {
  if (!isObject(body) || depth > DEEPEST_WRAPPER) return false
  return wrappersIn(body).some((name) => isEmpty(body[name] ?? null) || hasEmptyPlace(body[name] ?? null, depth + 1))
}

/** Whether an object has something else than scalars and words of paging. */
const hasData = (body: Json): boolean =>
  isObject(body)
    ? Object.entries(body).some(
        ([name, value]) =>
          typeof value === 'object' && !isEmpty(value) && !(name.length <= LONGEST_NAME && isContainer(name))
      )
    : body !== null

const largest = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : Math.max(...numbers))

function cursorIn(value: Json): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return isSomething(value) ? String(value) : null
}

/** @param found the records that came, with those that can't be read @param received those that can */
export function partialOf(
  { more, total }: Pick<ReplyPaging, 'more' | 'total'>,
  found: number,
  received: number
): PartialList | null {
  const whole = total !== null && total > found ? total : null
  return more || whole !== null ? { received, total: whole } : null
}

/** Only the query may differ from the request, so that the credential stays where the user sends it. */
function nextUrl(text: string, request: URL): URL | null {
  const url = text.length <= LONGEST_URL ? URL.parse(text, request.href) : null
  if (!url || url.origin !== request.origin || url.pathname !== request.pathname) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.href.length > LONGEST_URL) return null
  return url.search === request.search ? null : url
}
