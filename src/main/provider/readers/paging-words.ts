/**
 * The words of paging: names beside a list, and headers. They were seen at the providers of test/fixtures/provider-replies.json, in
 * large public APIs and in common API guidelines. Names are compared without case and separators.
 */
import { plainName, words } from './names.ts'

const setOf = (...rows: string[]): ReadonlySet<string> => new Set(words(...rows))

/** Objects that may hold paging words. */
const CONTAINERS = setOf(
  'meta metadata metainfo metainformation responsemetadata info additionaldata links cursor cursors resultinfo listinfo',
  'pagination paginationinfo paginationmetadata paging pager paginator pageinfo pagecontext pagemeta page pages',
  'view hydraview'
)

export type Meaning = keyof typeof NAMES

const NAMES = {
  /** Whether the list goes on. So does a name that begins like `has_more`. */
  more: [
    'more morerecords moreresults moreitems moreitemsincollection moreavailable istruncated truncated incompleteresults'
  ],
  isLast: [
    'islast islastpage done isdone complete iscomplete endoflist isendoflist eof iseof isend isfinal isfinished nomore',
    'isexhausted nomoredata nomoreresults nomorerecords nomoreitems nomorepages reachedend endreached'
  ],
  /** The same, but a number is something else. */
  end: ['end final finished exhausted'],
  /** Says that the list is a part; false says nothing of the pages. */
  part: ['partial ispartial limitreached islimitreached incomplete isincomplete hasbeentruncated wastruncated'],
  /** How many records or pages follow. */
  remaining: [
    'remainingitems remainingrecords remainingresults remainingpages',
    'itemsremaining recordsremaining resultsremaining pagesremaining itemsleft recordsleft pagesleft'
  ],
  /** The same, but it may also be how many requests are left. */
  left: ['remaining left remainingcount'],
  /** A flag, the last page's number, or a link to it. */
  last: ['last lastpage lastpagenumber'],
  next: [
    'next nexturl nexturi nexthref nextlink nextpage nextpageurl nextpageuri nextpagelink nextrecordsurl odatanextlink',
    'hydranext'
  ],
  cursor: [
    'nextcursor nextoffset nextpagetoken nexttoken nextpagecursor nextmarker nextkey nextstart',
    'continuationtoken continuation lastevaluatedkey nextsearchafter nextpagestate'
  ],
  /** A cursor if it is a text; an object is a container. */
  textCursor: ['cursor'],
  /** The number of records before the page, but a cursor if it is another text. */
  offset: ['offset'],
  /** The same, or a day. */
  start: ['skip startindex startat'],
  page: ['currentpage current page pagenumber pageindex'],
  pages: ['pages totalpages totalpage pagecount pagescount pagestotal numpages numberofpages totalpagecount'],
  size: ['perpage pagesize limit take itemsperpage resultsperpage recordsperpage pagelimit pagelength'],
  /** Always the number of records. */
  totalCount: [
    'totalcount totalresults totalitems totalrecords totalelements totalentries totalsize totalrows totalhits',
    'totalresources recordstotal odatacount numfound hydratotalitems'
  ],
  /** May as well be the number of records of this page. */
  count: ['count results itemcount'],
  /** May be money. */
  total: ['total']
} as const

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (Object.keys(NAMES) as Meaning[]).flatMap((meaning) => words(...NAMES[meaning]).map((name) => [name, meaning]))
)

/** @param name plain */
export const meaningOf = (name: string): Meaning | null =>
  MEANINGS.get(name) ?? (/^has(more|next)/.test(name) ? 'more' : null)

/** Beside a link, in its object. */
export const ABOUT_LINK = setOf(
  'href url uri rel relation method type mediatype title label name class templated active disabled verb'
)
/** In an object in a link's place. */
export const LINK_INSIDE = setOf('href url uri')
export const CURRENCIES = setOf('currency currencycode')
/** These stand beside a list in pages, too. */
const BESIDE = setOf('previous prev startnumber numreturned startposition maxresults')

const MAY_BE_MONEY = new Set<Meaning>(['totalCount', 'count', 'total', 'end', 'part', 'remaining', 'left'])

/** With one of these beside it, `total` is no money. @param name plain */
export function isBeside(name: string): boolean {
  const meaning = meaningOf(name)
  return BESIDE.has(name) || !(meaning === null || MAY_BE_MONEY.has(meaning))
}

/** The name of each header is a prefix and a word, whose value is that of the word in a container. */
const PREFIXES = words('x- x-pagination- x-paging- x-wp- pagination-')
const HEADER_WORDS = words(
  'total total-count total-items total-records total-results total-elements count totalpages total-pages page-count pages',
  'page current-page last-page per-page page-size limit offset has-more has-next has-next-page',
  'next next-page next-page-url next-link next-cursor next-page-token next-token cursor'
)
/** By their names, in the order in which they are read. */
export const HEADERS: ReadonlyMap<string, string> = new Map([
  ...PREFIXES.flatMap((prefix) => HEADER_WORDS.map((word) => [`${prefix}${word}`, word] as const)),
  ...words('total-count next-page next-cursor').map((name) => [name, name] as const)
])

/** Those of requests or of the server, such as their number or the largest page, are of every reply: few others count. */
const OTHER_NEXT =
  /^x-([a-z]+-)?next-(page|batch|cursor|token|offset|marker|link|url|uri|href|key|start|records?)(-(token|id|key|url|link))?$/
const OTHER_TOTAL =
  /^x-(total-(number-of-)?(record|item|result|row|entr|element|invoice)[a-z]*(-count)?|(record|item|result|row|entr|element|invoice)[a-z]*-(total|count|total-count))$/

/** The word in a header's name that isn't listed: of `X-Results-Total`. null: it isn't of paging. @param name in lower-case letters */
export function otherHeaderWord(name: string, value: string): string | null {
  if (/^(x-[a-z-]*)?continuation(-[a-z-]*)?$/.test(name)) return value === '' ? null : 'continuation'
  if (OTHER_NEXT.test(name)) return value === '' || Number(value) <= 0 ? null : name.slice(2)
  if (!/^\d+$/.test(value)) return null
  return name === 'total' ? name : OTHER_TOTAL.test(name) ? name.slice(2) : null
}

/** What is beside these is about one record, a time or money, such as `next_billing_date` and `timezone_offset`. */
const FOREIGN = /time|utc|gmt|zone|date|billing|payment|invoiceid|invoicenumber|amount|credit|rate|quota/
/** The part of the list that has come, or one before it. */
const BACKWARD = setOf('prev previous first self current before back')
/** Unmistakable in any name. */
const STRONG = /cursor|offset|paginat|paging|nextpage|hasmore|continuation|skiptoken|scrollid|bookmark/
/** Only among companions, such as `next_batch_id`: `next_invoice` is something else. */
const WEAK = setOf('page pages next after total count counts more limit skip')
const COMPANIONS = setOf(
  'is has of the in all any no num number nr index last size per max min start end from to token key id ids',
  'url uri href link links path marker batch chunk set query request list collection available remaining left rest',
  'records items results rows entries elements objects documents hits invoices products orders transactions',
  'record item result row entry element object approximate estimated exact overall full whole found matched matching'
)
/** A count of these is one of records. */
const COUNTED = setOf('invoice product order transaction')

const isCountWord = (word: string): boolean => ['count', 'counts', 'total'].includes(word)

/** `nextPage_id` → next, page, id. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')

const isBackward = (parts: readonly string[]): boolean =>
  parts.some((word) => BACKWARD.has(word)) && !parts.some((word) => word === 'next' || word === 'more')

/** Whether the name is one of what came before. @param name at most 64 characters */
const leadsBack = (name: string): boolean => isBackward(wordsOf(name))

/** Whether the name is one of paging, also if nobody listed it. @param name at most 64 characters */
export function isOfPaging(name: string): boolean {
  const plain = plainName(name)
  const parts = wordsOf(name)
  if (FOREIGN.test(plain) || isBackward(parts)) return false
  if (STRONG.test(plain)) return true
  const isCount = parts.some(isCountWord)
  return (
    parts.some((word) => WEAK.has(word)) &&
    parts.every((word) => WEAK.has(word) || COMPANIONS.has(word) || (isCount && COUNTED.has(word)))
  )
}

/** Whether an object of this name may hold paging words: one of totals or limits may hold money. @param name at most 64 characters */
export const isContainer = (name: string): boolean =>
  CONTAINERS.has(plainName(name)) ||
  (isOfPaging(name) && !wordsOf(name).some((word) => isCountWord(word) || word === 'limit'))

/** Whether a container has nothing but words of paging. @param name plain */
export const isOfPages = (name: string): boolean =>
  /^page|^pag(er|ing)|paginat|paging|cursor|^(list|result)info/.test(name)

/** Whether the name of something of paging is about the order, or about what came before. @param name at most 64 characters */
export const isOfOrder = (name: string): boolean =>
  leadsBack(name) || /sort|order|^asc|^desc|reverse|estimat|approx|exact|cache|enabled|paginated/.test(plainName(name))

/** Whether a number of this name is one of records, although nobody listed it. @param name of paging */
export const isOfRecords = (name: string): boolean => {
  const parts = wordsOf(name)
  return parts.some(isCountWord) && !parts.some((word) => word === 'page' || word === 'pages')
}
