/** The words of paging in a reply, as they stand there: paging.ts says what they mean together. */
import type { Json } from '../../../shared/models/json.ts'
import type { ListEndpoint } from '../../../shared/models/provider.ts'
import { nextLinksIn } from './link-header.ts'
import { plainName } from './names.ts'
import {
  ABOUT_LINK,
  CURRENCIES,
  HEADERS,
  isBeside,
  isContainer,
  isOfOrder,
  isOfPages,
  isOfPaging,
  isOfRecords,
  LINK_INSIDE,
  meaningOf,
  otherHeaderWord,
  type Meaning
} from './paging-words.ts'
import { isObject, type JsonObject } from './records.ts'
import { valueAt, wrapperRank, wrappersIn } from './wrappers.ts'

/** What comes before a reply's body. */
export interface ReplyHead {
  status: number
  header(name: string): string | null
  /** Of the headers, in lower-case letters. */
  names?(): readonly string[]
}

const DEEPEST = 4
const MOST_OBJECTS = 200
const MOST_WORDS = 50
/** Of JSON in the header `X-Pagination`. */
const LONGEST_HEADER = 4096
export const LONGEST_NAME = 64
export const PARTIAL_CONTENT = 206

export interface PagingFacts {
  /** true: a flag says that the list goes on. */
  flags: boolean[]
  /** A word for the next page has a value. */
  hasNext: boolean
  /** A word for the next page has none. */
  hasNoNext: boolean
  links: string[]
  totals: number[]
  /** Beside another word, but money after all if a flag says that there is no more. */
  besideTotals: number[]
  counts: number[]
  /** Without any other word. */
  bareTotals: number[]
  /** Under names of paging that aren't listed. */
  otherCounts: number[]
  hasMorePages: boolean
  isLastPage: boolean
  isPaged: boolean
  isUnclear: boolean
  sizes: number[]
  /** The words that were understood, the first ones. */
  words: { name: string; meaning: Meaning; number: number | null; ends: Ends }[]
}

/** Whether a word says that the list ends. */
type Ends = 'always' | 'onLastPage' | 'never'

/** Where the definition has the list, beside which words may stand, and on the way to it; and where it has the words. */
export type PagingPlaces = Pick<ListEndpoint, 'listAt' | 'pagingAt'>

/**
 * @param body without the list's records
 * @param page how many pages have come, with this one
 */
export function pagingFactsIn(
  body: Json,
  head: ReplyHead,
  page: number,
  { listAt, pagingAt }: PagingPlaces
): PagingFacts {
  const facts: PagingFacts = {
    flags: [],
    hasNext: false,
    hasNoNext: false,
    links: nextLinksIn(head.header('link') ?? ''),
    totals: [],
    besideTotals: [],
    counts: [],
    bareTotals: [],
    otherCounts: [],
    hasMorePages: false,
    isLastPage: false,
    isPaged: false,
    isUnclear: false,
    sizes: [],
    words: []
  }
  collect(body, page, facts)
  // [{"page": 1, "pages": 6}, [the list]]
  if (Array.isArray(body) && listAt !== undefined) {
    for (const element of body.slice(0, MOST_OBJECTS)) collect(element, page, facts)
  }
  const names = listAt?.split('.') ?? []
  for (let end = 1; end < names.length; end += 1) collect(valueAt(body, names.slice(0, end).join('.')), page, facts)
  const pagination = pagingAt === undefined ? null : valueAt(body, pagingAt)
  if (isObject(pagination)) collect({ pagination }, page, facts)
  readHeaders(head, page, facts)
  return facts
}

function collect(body: Json, page: number, facts: PagingFacts): void {
  let left = MOST_OBJECTS
  /** @returns whether a word was understood */
  const visit = (object: JsonObject, place: Surroundings, depth: number): boolean => {
    left -= 1
    const members = membersOf(object)
    let isUnderstood = readWords(members, place, page, facts)
    for (const { name, plain, value } of members) {
      const isLinks = plain === 'links' || plain === 'link'
      if (Array.isArray(value) && isLinks) {
        facts.isUnclear ||= value.length > left
        left -= readLinkList(value.slice(0, Math.max(0, left)), facts)
      }
      const isInner = isContainer(name) && !isTarget(plain)
      if (Array.isArray(value) && isInner && !isLinks) {
        facts.isUnclear ||= value.length > 0 && (value.length > left || depth >= DEEPEST)
        const inside = { isInside: true, isOfPages: isOfPages(plain) }
        for (const one of value.slice(0, Math.max(0, left))) {
          if (isObject(one) && depth < DEEPEST) isUnderstood = visit(one, inside, depth + 1) || isUnderstood
        }
      }
      if (!isObject(value)) continue
      // A wrapper leads to a list. An object without one is a record, whose limit is something else.
      const isWrapper = !place.isInside && wrapperRank(name) !== null && wrappersIn(value).length > 0
      if (!isInner && !isWrapper) continue
      if (left <= 0 || depth >= DEEPEST) {
        facts.isUnclear = true
        break
      }
      const inside = { isInside: isInner, isOfPages: isInner && isOfPages(plain) }
      if (visit(value, inside, depth + 1)) isUnderstood = true
      else if (isOfPaging(name) && hasForward(value)) facts.isUnclear = true
    }
    return isUnderstood
  }
  if (isObject(body)) visit(body, { isInside: false, isOfPages: false }, 1)
}

/** What the next page is, also as an object. */
const isTarget = (plain: string): boolean => ['next', 'cursor'].includes(meaningOf(plain) ?? '')

/** Whether an object has something that is neither about the order nor leads back, such as {"after": "abc"}. */
const hasForward = (object: JsonObject, depth = 1): boolean =>
  membersOf(object).some(
    ({ name, value }) =>
      isSomething(value) && !isOfOrder(name) && (!isObject(value) || depth >= DEEPEST || hasForward(value, depth + 1))
  )

interface Member {
  /** As it came. */
  name: string
  plain: string
  value: Json
}

const membersOf = (object: JsonObject): Member[] =>
  Object.entries(object).flatMap(([name, value]) =>
    name.length > LONGEST_NAME ? [] : [{ name, plain: plainName(name), value }]
  )

function readHeaders({ status, header, names }: ReplyHead, page: number, facts: PagingFacts): void {
  const members: Member[] = []
  for (const [name, word] of HEADERS) {
    const value = header(name)
    if (value !== null) members.push({ name: word, plain: plainName(word), value: value.trim() })
  }
  for (const name of names?.() ?? []) {
    if (HEADERS.has(name) || name.length > LONGEST_NAME) continue
    const value = header(name)?.trim() ?? ''
    const word = otherHeaderWord(name, value)
    if (word !== null) members.push({ name: word, plain: plainName(word), value })
  }
  readWords(members, { isInside: true, isOfPages: false }, page, facts)
  const json = header('x-pagination')?.trim() ?? ''
  const pagination = json.length > LONGEST_HEADER ? null : parsed(json)
  if (isObject(pagination)) collect({ pagination }, page, facts)
  else if (json !== '') facts.isUnclear = true
  readRange(header('content-range')?.trim() ?? '', facts)
  if (status === PARTIAL_CONTENT) facts.isPaged = true
}

/** "items 0-24/66"; "*": nobody knows how many. Bytes are those of the body. */
function readRange(range: string, facts: PagingFacts): void {
  if (range === '' || /^bytes\b/i.test(range)) return
  const text = range.slice(range.lastIndexOf('/') + 1)
  const total = wholeNumber(text)
  if (total !== null) facts.totals.push(total)
  else if (text === '*') facts.isPaged = true
  else facts.isUnclear = true
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

interface Surroundings {
  /** In a container. */
  isInside: boolean
  /** The container's name is one of paging: `meta` may have anything. */
  isOfPages: boolean
}

/** The words of one object. */
interface Place extends Surroundings {
  hasOther: boolean
  hasTotal: boolean
  isOfRate: boolean
  isBesideOther: boolean
  isMoney: boolean
  hasPage: boolean
  current: number | null
  last: number | null
  isLastNumber: boolean
}

/** @returns whether one was understood */
function readWords(members: readonly Member[], around: Surroundings, page: number, facts: PagingFacts): boolean {
  const place: Place = {
    ...around,
    hasOther: members.some(({ plain }) => !['remaining', 'left', null].includes(meaningOf(plain))),
    hasTotal: members.some(({ plain }) => ['totalCount', 'total'].includes(meaningOf(plain) ?? '')),
    isOfRate: members.some(({ plain }) => plain.startsWith('reset')),
    isBesideOther: members.some(({ plain }) => isBeside(plain)),
    isMoney: members.some(({ plain }) => CURRENCIES.has(plain)),
    hasPage: members.some(({ plain }) => ['page', 'offset', 'start'].includes(meaningOf(plain) ?? '')),
    current: null,
    last: null,
    isLastNumber: false
  }
  let hasUnderstood = false
  for (const member of members) {
    const meaning = meaningIn(member, place)
    if (meaning !== null && readWord(meaning, member.value, place, facts)) {
      hasUnderstood = true
      if (facts.words.length < MOST_WORDS) {
        facts.words.push({
          name: member.name,
          meaning,
          number: numberIn(member.value),
          ends: endsIn(meaning, member.value)
        })
      }
    } else readUnknown(member, meaning, place, facts)
  }
  readPageNumbers(place, page, facts)
  return hasUnderstood
}

function meaningIn({ plain }: Member, { isInside, hasPage }: Place): Meaning | null {
  if (plain === 'size' && hasPage) return 'size'
  return plain === 'start' && isInside ? 'start' : meaningOf(plain)
}

/** @returns whether the value says something about the list */
function readWord(meaning: Meaning, value: Json, place: Place, facts: PagingFacts): boolean {
  switch (meaning) {
    case 'more':
      if (value !== null) facts.flags.push(isSomething(value))
      return true
    case 'isLast':
    case 'end':
    case 'last': {
      const flag = flagIn(value, meaning === 'isLast')
      if (flag !== null) facts.flags.push(!flag)
      return flag !== null || (meaning === 'last' && readLast(value, place))
    }
    case 'part':
      if (flagIn(value, true) !== true) return false
      facts.flags.push(true)
      return true
    case 'left':
      // Of requests, unless it stands among words of pages. A total says it better.
      if (!place.isOfPages || place.hasTotal) return false
      return readRemaining(wholeNumber(value) ?? 0, place, facts)
    case 'remaining':
      return readRemaining(wholeNumber(value) ?? 0, place, facts)
    case 'next':
      readLink(value, facts)
      return true
    case 'cursor':
      readCursor(value, facts)
      return true
    case 'textCursor':
      return readTextCursor(value, facts)
    case 'offset':
    case 'start':
      if (wholeNumber(value) === null) return meaning === 'offset' && readTextCursor(value, facts)
      facts.isPaged = true
      return true
    case 'page':
    case 'pages':
    case 'size':
    case 'totalCount':
    case 'count':
    case 'total':
      return readNumber(meaning, numberIn(value), place, facts)
  }
}

/** Beside a currency, or the time of a reset, it is credit or requests, and perhaps beside a total alone. */
function readRemaining(number: number, place: Place, facts: PagingFacts): boolean {
  if (number === 0 || place.isMoney || place.isOfRate || !(place.isInside || place.hasOther)) return false
  if (place.isInside || place.isBesideOther) facts.flags.push(true)
  else facts.isUnclear = true
  return true
}

/** What a word that is understood says of the end. */
function endsIn(meaning: Meaning, value: Json): Ends {
  switch (meaning) {
    case 'more':
      return value === null || isSomething(value) ? 'never' : 'always'
    case 'isLast':
    case 'end':
    case 'last': {
      const flag = flagIn(value, meaning === 'isLast')
      return flag === null ? 'onLastPage' : flag ? 'always' : 'never'
    }
    case 'next':
      return isSomething(targetIn(value)) ? 'never' : 'always'
    case 'cursor':
    case 'textCursor':
    case 'offset':
      return isSomething(value) || wholeNumber(value) !== null ? 'never' : 'always'
    default:
      return meaning === 'pages' || meaning === 'page' ? 'onLastPage' : 'never'
  }
}

type NumberMeaning = Extract<Meaning, 'page' | 'pages' | 'size' | 'totalCount' | 'count' | 'total'>

function readNumber(meaning: NumberMeaning, number: number | null, place: Place, facts: PagingFacts): boolean {
  if (number === null) return false
  if (meaning === 'page') place.current ??= number
  else if (meaning === 'pages') place.last ??= number
  else if (meaning === 'totalCount') facts.totals.push(number)
  else if (meaning === 'count') facts.counts.push(number)
  else if (meaning === 'size') {
    if (number > 0) facts.sizes.push(number)
  } else if (!place.isMoney) {
    const { isInside, isBesideOther } = place
    ;(isInside ? facts.totals : isBesideOther ? facts.besideTotals : facts.bareTotals).push(number)
  }
  return true
}

/** A text may be a link to the last page. */
function readLast(value: Json, place: Place): boolean {
  const number = wholeNumber(value)
  if (number === null) return typeof value === 'string' && /[/?]/.test(value)
  place.last ??= number
  place.isLastNumber = true
  return true
}

function readPageNumbers({ current, last, isLastNumber }: Place, page: number, facts: PagingFacts): void {
  // No pages: whether that is right is for the records to say.
  if (last === null || (last === 0 && !isLastNumber)) {
    facts.isPaged ||= current !== null || last !== null
    return
  }
  // Counted from 0, the first page is 0, and the number of the last page is one less than the number of pages.
  const isFromZero = current !== null && current === page - 1
  const at = current === null || (isFromZero && !isLastNumber) ? page : current
  facts.hasMorePages ||= at < last
  facts.isLastPage ||= at >= last
}

/** Whether a total that is no number of records may be an amount. */
const mayBeAmount = (value: Json, place: Place): boolean =>
  place.isMoney ||
  !(place.isInside || place.isBesideOther) ||
  isObject(value) ||
  (Number.isFinite(value) && !Number.isInteger(value))

/** A word of paging that isn't listed, or has a value that says nothing. */
function readUnknown({ name, value }: Member, meaning: Meaning | null, place: Place, facts: PagingFacts): void {
  // Some flag says whether the list ends.
  if (typeof value === 'boolean' && place.isOfPages && meaning === null && !isOfOrder(name)) facts.isUnclear = true
  if (isNo(value) || !isOfPaging(name) || (meaning === 'total' && mayBeAmount(value, place))) return
  // As a container, it is visited.
  if (isObject(value) && meaning !== 'totalCount') return
  if (Array.isArray(value) && value.length === 0) return
  const number = wholeNumber(value)
  if (number !== null && isOfRecords(name)) facts.otherCounts.push(number)
  else facts.isUnclear = true
}

/** {"offset": "itr/rec"} is a cursor. @returns false for a container, and for a number that is no cursor */
function readTextCursor(value: Json, facts: PagingFacts): boolean {
  if ((typeof value === 'object' && value !== null) || Number(value) < 0) return false
  readCursor(value, facts)
  return true
}

/** Also of {"total": {"value": 52}}. */
const numberIn = (value: Json): number | null =>
  wholeNumber(isObject(value) ? (value['value'] ?? value['count'] ?? null) : value)

function readCursor(value: Json, facts: PagingFacts): void {
  if (isSomething(value)) facts.hasNext = true
  else facts.hasNoNext = true
}

/** The link in an object, or what else it has of the next page: {"href": null, "page": 2}. */
function targetIn(value: Json): Json {
  if (!isObject(value)) return value
  const members = membersOf(value)
  const link = members.find(({ plain, value }) => LINK_INSIDE.has(plain) && isSomething(value))
  return link?.value ?? members.some(({ plain, value }) => !ABOUT_LINK.has(plain) && isSomething(value))
}

function readLink(value: Json, facts: PagingFacts): void {
  const link = targetIn(value)
  readCursor(link, facts)
  if (typeof link === 'string' && isSomething(link)) facts.links.push(link)
}

/** Also one of several: "next last", or ["next"] (Siren). */
const isNextRel = (rel: Json): boolean =>
  Array.isArray(rel)
    ? rel.some((one) => typeof one === 'string' && isNextRel(one))
    : typeof rel === 'string' && rel.length <= LONGEST_NAME && rel.toLowerCase().trim().split(/\s+/).includes('next')

/** [{"rel": "next", "href": "…"}], or FHIR's [{"relation": "next", "url": "…"}] @returns how many objects it has */
function readLinkList(list: readonly Json[], facts: PagingFacts): number {
  const links = list.filter(isObject)
  for (const link of links) if (isNextRel(link['rel'] ?? link['relation'] ?? null)) readLink(link, facts)
  return links.length
}

const NO = new Set(['', '0', 'false', 'no', 'null', 'none'])
const FLAGS = new Map([
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false]
])

const isNo = (value: Json): boolean =>
  value === null || value === false || value === 0 || (typeof value === 'string' && NO.has(value.trim().toLowerCase()))

/** @returns null: the value is none of a flag */
function flagIn(value: Json, mayBeNumber: boolean): boolean | null {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''
  return mayBeNumber && (text === '0' || text === '1') ? text === '1' : (FLAGS.get(text) ?? null)
}

/** An object or a list, too: it may be the next page's query. A text that isn't a plain no may be anything: then the list goes on. */
export const isSomething = (value: Json): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((one) => one !== null && one !== '')
    : typeof value === 'number'
      ? value > 0
      : !isNo(value)

function wholeNumber(value: Json): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
}
