/** What notifications are about: events, from the saved data of one topic, and how they are said. */
import { cut } from '../../../shared/i18n/format.ts'
import type { Day } from '../../../shared/models/day.ts'
import type { AccountStorage } from '../../ports/index.ts'

export interface NewsEvent {
  /** The event is new while none of these ids was notified. */
  eventIds: string[]
  /** Events with the same one are notified together or not at all: others wait until it is another, such as that of another day. */
  limitId?: string
}

export interface Notice {
  title: string
  body: string
  /** Of the invoice that it opens; null: it opens the list. */
  key: string | null
  /** Ids of its events. */
  eventIds: string[]
}

export interface NoticeContext {
  today: Day
  locale: string
  /** False hides amounts, numbers and account names, because lock screens show notifications. */
  details: boolean
  account: string | null
}

export interface FoundEvents<Event extends NewsEvent> {
  events: Event[]
  /** Ids that are recorded with the events, and say nothing by themselves. */
  others: string[]
  /** Ids of what isn't so any more: it may be news again. */
  over: string[]
}

export interface NewsSource<Event extends NewsEvent> {
  topic: 'invoices' | 'plans'
  /** @param dueSoonDays as the setting of that name */
  find(storage: AccountStorage, today: Day, dueSoonDays: number): Promise<FoundEvents<Event>>
  /** Those to notify of. @param unnotified ids of events and of `others` */
  newsOf(events: readonly Event[], unnotified: readonly string[]): Event[]
  /** @param news at least one */
  noticesOf(news: readonly Event[], context: NoticeContext): Notice[]
}

/** JSON keeps ids distinct for any provider text. */
export const idOf = (...parts: string[]): string => JSON.stringify(parts)

/** In characters. Systems cut longer texts at different lengths. */
export const LONGEST_NOTICE = 120
const MOST_SINGLE = 3

/** How the events of one topic are said. */
export interface NoticeTexts<Event> {
  single: (event: Event) => Omit<Notice, 'eventIds'>
  /** Of one notice for many events: its title, and how many there are of each kind. */
  title: () => string
  counts: () => string[]
}

/** One notice per event, or one together if they are many. */
export function noticesFor<Event extends NewsEvent>(
  events: readonly Event[],
  { account, details }: NoticeContext,
  { single, title, counts }: NoticeTexts<Event>
): Notice[] {
  const eventIds = events.flatMap((event) => event.eventIds)
  const body = [...counts(), ...(details && account !== null ? [account] : [])].join(' · ')
  const notices =
    events.length > MOST_SINGLE
      ? [{ title: title(), body, key: null, eventIds }]
      : events.map((event) => ({ ...single(event), eventIds: event.eventIds }))
  return notices.map((notice) => ({ ...notice, body: cut(notice.body, LONGEST_NOTICE) }))
}

/** @param say of how many there are */
export const countsOf = <Kind extends string>(
  kinds: readonly Kind[],
  events: readonly { kind: Kind }[],
  say: (kind: Kind, n: number) => string
): string[] =>
  kinds
    .map((kind) => ({ kind, n: events.filter((event) => event.kind === kind).length }))
    .filter(({ n }) => n > 0)
    .map(({ kind, n }) => say(kind, n))
