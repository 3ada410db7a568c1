/**
 * The pages of a list: which one is fetched next, and whether what came is the whole list. The definition's paging decides, and
 * without one the links in the replies.
 */
import type { PartialList } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { ListEndpoint, Paging } from '../../../shared/models/provider.ts'
import type { TrialClaim } from '../../../shared/models/provider-trial.ts'
import type { ReplyHead } from './paging-facts.ts'
import { LONGEST_URL, mayGoOn, pagingIn, partialOf, statesNoRecords, type ReplyPaging } from './paging.ts'

const MOST_PAGES = 100

/** What came with one page. */
export interface Page {
  /** Elements of its list, with those that are no records. */
  found: number
  /** With those that came on an earlier page. */
  records: number
  repeated: number
  /** Of its last record. */
  lastId: string | null
  isEmptyBody: boolean
  says: ReplyPaging
}

export class PageSequence {
  readonly #paging: Paging | undefined
  /** Of the list and the words of paging in a reply. */
  readonly #places: Pick<ListEndpoint, 'listAt' | 'pagingAt'>
  readonly #mostPages: number
  readonly #first: URL
  /** Of the latest page. */
  #url: URL
  #pages = 0
  /** Elements on all pages. */
  #elements = 0
  /** Records, without those that came on an earlier page. */
  #found = 0
  /** The latest page says that another one follows. */
  #isPromised = false
  #wasFull = false
  /** The latest page has fewer records than asked for, or than an earlier one. */
  #wasShort = false
  #largest = 0
  #more = false
  #total: number | null = null
  /** Under another name: the largest. */
  #otherCount = 0
  /** The word of the latest page that says that the list ends there. */
  #endWord: string | null = null

  /** @param endpoint of the definition @param mostPages fewer for one request only */
  constructor(url: URL, { paging, listAt, pagingAt }: Omit<ListEndpoint, 'path'> = {}, mostPages = MOST_PAGES) {
    this.#paging = paging
    this.#places = { listAt, pagingAt }
    this.#mostPages = mostPages
    this.#first = firstPage(url, paging)
    this.#url = this.#first
  }

  get first(): URL {
    return this.#first
  }

  get pages(): number {
    return this.#pages
  }

  /** @param body of the next page, without its records */
  read(body: Json, head: ReplyHead): ReplyPaging {
    const cursorAt = this.#paging?.by === 'cursor' ? this.#paging.cursorAt : undefined
    return pagingIn(body, head, { url: this.#url, page: this.#pages + 1, ...this.#places, cursorAt })
  }

  /** Whether the next page, which has no list, says that it has no records. @param body of it */
  hasNoRecords(body: Json, head: ReplyHead): boolean {
    return statesNoRecords(body, head, this.#places, this.#found)
  }

  /** @returns the URL of the page to fetch next; null: the list has ended, or can't be followed */
  join(page: Page): URL | null {
    const { found, records, repeated, isEmptyBody, says } = page
    this.#pages += 1
    this.#elements += found
    // An element that is no record, such as null, reaches no total.
    this.#found += records - repeated
    this.#otherCount = Math.max(this.#otherCount, says.otherCount)
    if (says.total !== null) this.#total = Math.max(this.#total ?? 0, says.total)
    const isNew = records > repeated
    const isRepeated = !isNew && found > 0
    const goesOn = isNew && this.#goesOn(page)
    const next = goesOn && this.#pages < this.#mostPages ? this.#next(page) : null
    this.#more =
      says.more ||
      (goesOn && next === null) ||
      (next === null && (this.#found < this.#otherCount || this.#mayGoOn(page))) ||
      // Some lists end with an empty page, but not with no page.
      (this.#isPromised && (isEmptyBody || isRepeated)) ||
      // The provider may not know the page's parameter. Later, it repeats its last page instead of an empty one.
      (this.#pages === 2 && this.#wasFull && isRepeated)
    this.#isPromised = says.more
    this.#endWord = this.#endWordOf(page)
    const size = this.#sizeOf(says)
    this.#wasFull = size !== null && found >= size
    this.#wasShort = found < (this.#pages === 1 ? (size ?? 0) : this.#largest)
    this.#largest = Math.max(this.#largest, found)
    if (next !== null) this.#url = next
    return next
  }

  /**
   * Whether the list has ended where the provider has answered the next page with this status, because nothing has promised that page.
   * 400 and 422 may as well refuse a number that is too high, so they end a list only after a short page.
   */
  endsBefore(status: number | undefined): boolean {
    const isCounted = this.#paging?.by === 'page' || this.#paging?.by === 'offset'
    if (!isCounted || this.#isPromised || this.#isTotalMissed || status === undefined) return false
    return [404, 410, 416].includes(status) || (this.#wasShort && [400, 422].includes(status))
  }

  /** The next page can't be fetched. */
  stop(): void {
    this.#more = true
  }

  /** @param received the records that can be read @returns null: the list came whole */
  partial(received: number): PartialList | null {
    return partialOf({ more: this.#more, total: this.#total }, this.#found, received)
  }

  /** How it is known that the list ends with the latest page, if it came whole. */
  get end(): TrialClaim['end'] {
    if (this.#endWord !== null) return { by: 'word', word: this.#endWord }
    return { by: this.#paging?.by === 'none' ? 'definition' : 'silent' }
  }

  #endWordOf({ says }: Page): string | null {
    const isCounted =
      this.#total === null ? says.bareTotal === this.#found : says.isTotal && this.#found === this.#total
    return (isCounted ? says.words.total : null) ?? (says.ends ? says.words.end : null)
  }

  /** Whether a page with new records is followed by another one. */
  #goesOn(page: Page): boolean {
    const { says } = page
    const paging = this.#paging
    if (paging?.by === 'none') return false
    if (paging === undefined || paging.by === 'link') return says.next !== null
    if (paging.by === 'cursor' && paging.cursorAt !== undefined) return says.cursor !== null && !says.isLast
    if (says.more || this.#isTotalMissed) return true
    return !says.ends && !this.#isTotalReached(page)
  }

  /** Whether nothing says that a list without a next page is whole. */
  #mayGoOn({ found, records, repeated, says }: Page): boolean {
    const isReached = this.#total !== null && this.#found >= this.#total
    if (says.isPart && !isReached && (this.#pages === 1 || records > repeated)) return true
    // The page before has named this one.
    if (this.#pages > 1) return false
    const paging = this.#paging
    if (paging === undefined) return mayGoOn(says, found, records)
    // A definition says how its lists go on. A link or a cursor may have a name that isn't known.
    const isNamed = paging.by === 'link' || (paging.by === 'cursor' && paging.cursorAt !== undefined)
    return isNamed && says.isUnclear && !says.ends
  }

  get #isTotalMissed(): boolean {
    return this.#found < Math.max(this.#total ?? 0, this.#otherCount)
  }

  /** Records beyond the total show that it isn't one. */
  #isTotalReached({ found, says: { total, isTotalSure } }: Page): boolean {
    return this.#found === total && (isTotalSure || total !== found)
  }

  /** Records that a page should have: the size that was asked for may be above the provider's own. */
  #sizeOf({ size }: ReplyPaging): number | null {
    const asked = this.#paging && this.#paging.by !== 'none' ? this.#paging.size : undefined
    return asked !== undefined && size !== null ? Math.min(asked, size) : (asked ?? size)
  }

  #next({ lastId, says }: Page): URL | null {
    const paging = this.#paging
    switch (paging?.by) {
      case 'page':
        return this.#pageAt(paging.parameter, String((paging.first ?? FIRST) + this.#pages))
      case 'offset':
        return this.#pageAt(paging.parameter, String(this.#elements))
      case 'cursor':
        return this.#pageAt(paging.parameter, paging.cursorAt === undefined ? lastId : says.cursor)
      default:
        return says.next
    }
  }

  /** @returns null without a value, or with the one that the latest page had */
  #pageAt(parameter: string, value: string | null): URL | null {
    // A cursor may be megabytes long, and escaping makes it longer.
    if (value === null || value.length > LONGEST_URL) return null
    const url = new URL(this.#first)
    url.searchParams.set(parameter, value)
    return url.href.length > LONGEST_URL || url.href === this.#url.href ? null : url
  }
}

const FIRST = 1

function firstPage(list: URL, paging: Paging | undefined): URL {
  const url = new URL(list)
  if (paging === undefined || paging.by === 'none') return url
  if (paging.sizeParameter !== undefined && paging.size !== undefined) {
    url.searchParams.set(paging.sizeParameter, String(paging.size))
  }
  if (paging.by === 'page') url.searchParams.set(paging.parameter, String(paging.first ?? FIRST))
  if (paging.by === 'offset') url.searchParams.set(paging.parameter, '0')
  return url
}
