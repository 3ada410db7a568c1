/**
 * What a reply says about the rest of its list. These words were seen at the providers of test/fixtures/provider-replies.json and
 * in common API guidelines. Names are compared without case and separators.
 */
import type { PartialList } from '../../shared/models/freshness.ts'
import type { Json } from '../../shared/models/json.ts'
import { nextLinksIn } from './link-header.ts'
import { plainName, words } from './names.ts'
import { isObject, type JsonObject } from './records.ts'
import { objectAround, valueAt, wrapperRank } from './wrappers.ts'

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
  /** The number of records that a page has, if the reply states it. */
  size: number | null
  /** Where the next page is: the reply's own URL, of the same origin and path as the request. */
  next: URL | null
  /** What the reply has at the place that the definition names. */
  cursor: string | null
}

const setOf = (...rows: string[]): ReadonlySet<string> => new Set(words(...rows))

/** Objects that may hold paging words. */
const CONTAINERS = setOf(
  'meta metadata responsemetadata pagination paginationinfo paging paginator pager links pageinfo pagecontext page pages',
  'cursor cursors'
)
const FLAGS = setOf('hasmore hasmorepage hasmorepages hasmoreitems hasnextpage hasnext istruncated')
/** false: the list goes on. */
const LAST_FLAGS = setOf('islast islastpage last')
const LINKS = setOf('next nexturl nexturi nexthref nextlink nextpage nextpageurl nextpagelink odatanextlink')
const CURSORS = setOf('nextcursor nextoffset nextpagetoken nexttoken nextpagecursor continuationtoken')
/** In an object in a link's place. */
const LINK_INSIDE = setOf('href url uri')
const CURRENT_PAGE = setOf('currentpage current page pagenumber pageindex')
const LAST_PAGE = setOf('lastpage last totalpages pagecount pagestotal numpages')
/** Those that are the last page's number: the others count pages. */
const LAST_NUMBER = setOf('lastpage last')
/** Always the number of records. */
const TOTALS = setOf(
  'totalcount totalresults totalitems totalrecords totalelements totalentries recordstotal odatacount'
)
/** {"total": 300, "invoices": […]} may be money. They count in a container, or beside any paging word (isBeside). */
const BARE_TOTALS = setOf('total count results itemcount')
const BESIDE = setOf(
  'limit page pages offset perpage pagesize next previous prev skip take startnumber numreturned startposition maxresults'
)
const isPageSize = (name: string): boolean => ['perpage', 'pagesize', 'limit'].includes(name)
const isBeside = (name: string): boolean =>
  [BESIDE, FLAGS, LINKS, CURSORS, CURRENT_PAGE, LAST_PAGE].some((set) => set.has(name))

const DEEPEST = 4
const MOST_OBJECTS = 200
const LONGEST_NAME = 64
export const LONGEST_URL = 2048

interface Facts {
  flags: boolean[]
  /** A word for the next page has a value. */
  hasNext: boolean
  /** A word for the next page has none. */
  hasNoNext: boolean
  links: string[]
  totals: number[]
  /** They count unless a flag says that there is no more. */
  bareTotals: number[]
  hasMorePages: boolean
  isLastPage: boolean
  sizes: number[]
}

interface PageRequest {
  url: URL
  /** How many pages have come, with this one: some providers number them from 0. */
  page: number
  /** Of the list, if the definition names it: the words may stand beside it. */
  listAt?: string | undefined
  /** Of the cursor, if the definition names it. */
  cursorAt?: string | undefined
}

/**
 * @param body without the list's records
 * @param link the `Link` header
 */
export function pagingIn(body: Json, link: string | null, { url, page, listAt, cursorAt }: PageRequest): ReplyPaging {
  const facts: Facts = {
    flags: [],
    hasNext: false,
    hasNoNext: false,
    links: [],
    totals: [],
    bareTotals: [],
    hasMorePages: false,
    isLastPage: false,
    sizes: []
  }
  collect(body, page, facts)
  const around = listAt === undefined ? body : objectAround(body, listAt)
  if (around !== body) collect(around, page, facts)
  facts.links.push(...nextLinksIn(link ?? ''))
  // Paddle names a next page always, and says in has_more whether there is one.
  const isLast = facts.flags.includes(false) && !facts.flags.includes(true)
  const hasNext = !isLast && (facts.hasNext || facts.links.length > 0)
  const sureTotal = largest(facts.totals)
  const total = isLast ? sureTotal : largest([...facts.totals, ...facts.bareTotals])
  const more = hasNext || facts.flags.includes(true) || facts.hasMorePages
  return {
    more,
    isLast,
    ends: isLast || (!more && (facts.hasNoNext || facts.isLastPage)),
    total,
    isTotalSure: total === sureTotal,
    size: facts.sizes.length === 0 ? null : Math.min(...facts.sizes),
    cursor: cursorAt === undefined ? null : cursorIn(valueAt(body, cursorAt)),
    next: hasNext ? (facts.links.map((text) => nextUrl(text, url)).find((one) => one !== null) ?? null) : null
  }
}

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

function collect(body: Json, page: number, facts: Facts): void {
  let left = MOST_OBJECTS
  const visit = (object: JsonObject, isContainer: boolean, depth: number): void => {
    left -= 1
    const values = byPlainName(object)
    readWords(values, isContainer, page, facts)
    for (const [name, value] of values) {
      if (left <= 0 || depth >= DEEPEST) return
      const isInner = CONTAINERS.has(name)
      if (Array.isArray(value)) {
        if (name === 'links') left -= readLinkList(value.slice(0, left), facts)
      } else if (isObject(value) && (isInner || (!isContainer && wrapperRank(name) !== null))) {
        visit(value, isInner, depth + 1)
      }
    }
  }
  if (isObject(body)) visit(body, false, 1)
}

function byPlainName(object: JsonObject): Map<string, Json> {
  const values = new Map<string, Json>()
  for (const [name, value] of Object.entries(object)) {
    if (name.length <= LONGEST_NAME) values.set(plainName(name), value)
  }
  return values
}

function readWords(values: ReadonlyMap<string, Json>, isContainer: boolean, page: number, facts: Facts): void {
  const names = [...values.keys()]
  const isBesideOther = names.some(isBeside)
  const isPaged = names.some((name) => CURRENT_PAGE.has(name))
  let current: number | null = null
  let last: number | null = null
  for (const [name, value] of values) {
    const number = wholeNumber(value)
    if (FLAGS.has(name) && value !== null) facts.flags.push(!isNo(value))
    if (LAST_FLAGS.has(name) && typeof value === 'boolean') facts.flags.push(!value)
    if (CURSORS.has(name)) readCursor(value, facts)
    if (LINKS.has(name)) readLink(value, facts)
    if (CURRENT_PAGE.has(name)) current ??= number
    if (LAST_PAGE.has(name) || (name === 'pages' && (isPaged || isContainer || names.some(isPageSize)))) last ??= number
    if (number === null) continue
    if (isPageSize(name) && number > 0) facts.sizes.push(number)
    if (TOTALS.has(name) || (isContainer && BARE_TOTALS.has(name))) facts.totals.push(number)
    else if (isBesideOther && BARE_TOTALS.has(name)) facts.bareTotals.push(number)
  }
  // Counted from 0, the first page is 0, and the number of the last page is one less than the number of pages.
  const isFromZero = current !== null && current === page - 1
  const at = current === null || (isFromZero && !names.some((name) => LAST_NUMBER.has(name))) ? page : current
  if (last === null) return
  facts.hasMorePages ||= at < last
  facts.isLastPage ||= at >= last
}

function readCursor(value: Json, facts: Facts): void {
  if (isSomething(value)) facts.hasNext = true
  else facts.hasNoNext = true
}

function readLink(value: Json, facts: Facts): void {
  const inside = isObject(value) ? Object.entries(value).find(([name]) => LINK_INSIDE.has(plainName(name))) : undefined
  const link = inside ? inside[1] : value
  readCursor(link, facts)
  if (!isSomething(link)) return
  if (typeof link === 'string') facts.links.push(link)
}

const isNextRel = (rel: Json): boolean => typeof rel === 'string' && rel.trim().toLowerCase() === 'next'

/** [{"rel": "next", "href": "…"}] @returns how many objects it has */
function readLinkList(list: readonly Json[], facts: Facts): number {
  const links = list.filter(isObject)
  for (const link of links) if (isNextRel(link['rel'] ?? null)) readLink(link, facts)
  return links.length
}

/** A word that isn't one of these may be anything: then the list goes on. */
const isNo = (value: Json): boolean =>
  value === false ||
  value === 0 ||
  (typeof value === 'string' && ['', '0', 'false', 'no', 'null', 'none'].includes(value.trim().toLowerCase()))

/** An object or a list, too: it may be the next page's query. */
const isSomething = (value: Json): boolean =>
  value === true ||
  (typeof value === 'object' && value !== null && Object.values(value).some((one) => one !== null && one !== '')) ||
  (typeof value === 'number' && value > 0) ||
  (typeof value === 'string' && !['', '0', 'null', 'false'].includes(value.trim().toLowerCase()))

function wholeNumber(value: Json): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}

/** Only the query may differ from the request, so that the credential stays where the user sends it. */
function nextUrl(text: string, request: URL): URL | null {
  const url = text.length <= LONGEST_URL ? URL.parse(text, request.href) : null
  if (!url || url.origin !== request.origin || url.pathname !== request.pathname) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.href.length > LONGEST_URL) return null
  return url.search === request.search ? null : url
}
