/** Due days as an iCalendar file (RFC 5545): one all-day event for each open invoice with a due day. */
import { moneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import { dayAfter } from '../../../shared/models/day.ts'
import { toPay, type Invoice } from '../../../shared/models/invoice.ts'

/** Octets of a line without its line break (RFC 5545, 3.1). */
const MOST_OCTETS = 75
/** Characters of a text. A number of any length comes from the provider. */
const LONGEST_TEXT = 200
/** The last day with a date of four digits for its year. */
const LAST_DAY = '9999-12-31'

export const isInCalendar = ({ state, dueDay }: Invoice): boolean => state === 'open' && dueDay !== null

/** Who owes: the ids of the events come from what every computer knows of the account. */
export interface CalendarOwner {
  baseUrl: string
  email: string | null
  profile: ProfileView | null
  /** This computer's own id, for an account that has neither an email nor an id of the provider. */
  id: string
}

export interface CalendarOptions {
  now: Date
  /** BCP 47, for the amounts. */
  locale: string
  sha256: (text: string) => string
}

const textOfLines = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

export const CALENDAR_HEADER = textOfLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Portside//Portside//EN'])
export const CALENDAR_FOOTER = textOfLines(['END:VCALENDAR'])

/** @returns what makes an event of an owner's invoice. Each export gives it the same id, so a calendar updates its event. */
export function calendarEvents(owner: CalendarOwner, options: CalendarOptions): (open: Invoice) => string {
  const { now, locale, sha256 } = options
  const account = accountOf(owner)
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return (open) => textOfLines(eventOf(open, idOf(account, open.key, sha256), stamp, locale))
}

type AccountId = readonly [origin: string, kind: string, id: string]

/** The email comes first: it never changes, while a profile may be missing when the file is saved. */
function accountOf({ baseUrl, email, profile, id }: CalendarOwner): AccountId {
  const { origin } = new URL(baseUrl)
  if (email !== null) return [origin, 'email', email.toLowerCase()]
  const known = profile?.groups.account.find(({ name }) => name === 'customerId' || name === 'id')
  return known ? [origin, 'provider', String(known.value)] : [origin, 'local', id]
}

const idOf = (account: AccountId, key: string, sha256: CalendarOptions['sha256']): string =>
  sha256(JSON.stringify([...account, key])).slice(0, 40)

function eventOf(open: Invoice, id: string, stamp: string, locale: string) {
  const { number, currency, dueDay } = open
  const day = dueDay ?? ''
  const owed = toPay(open)
  const amount = owed === null ? null : moneyText({ amount: owed, currency }, locale)
  const invoice = number === null ? t('invoices.headingPlain') : t('invoices.heading', { number })
  return [
    'BEGIN:VEVENT',
    `UID:${id}@portside`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    // Without an end, the event has one day (RFC 5545, 3.6.1).
    ...(day < LAST_DAY ? [`DTEND;VALUE=DATE:${dayAfter(day, 1).replaceAll('-', '')}`] : []),
    `SUMMARY:${textOf(amount === null ? t('calendar.due', { invoice }) : t('calendar.dueAmount', { invoice, amount }))}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT'
  ]
}

/** Escapes what separates values, and drops control characters: a text can't add a line. */
const textOf = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)

/** Continues a long line on the next one, after a space, without splitting a character. */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line
  let [octets, text] = [0, '']
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return text
}
