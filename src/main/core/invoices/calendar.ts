/** Due days as an iCalendar file (RFC 5545): one all-day event for each open invoice with a due day. */
import { moneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { dayAfter } from '../../../shared/models/day.ts'
import { toPay, type Invoice } from '../../../shared/models/invoice.ts'

/** Octets of a line without its line break (RFC 5545, 3.1). */
const MOST_OCTETS = 75
/** Characters of a text. A number of any length comes from the provider. */
const LONGEST_TEXT = 200

export const isInCalendar = ({ state, dueDay }: Invoice): boolean => state === 'open' && dueDay !== null

interface Calendar {
  header: string
  event: (open: Invoice) => string
  footer: string
}

/**
 * @param account keeps the events of two accounts apart
 * @param locale BCP 47, for the amounts
 */
export function createCalendar(account: string, now: Date, locale: string): Calendar {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return {
    header: textOfLines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Portside//Portside//EN']),
    event: (open) => textOfLines(eventOf(open, account, stamp, locale)),
    footer: textOfLines(['END:VCALENDAR'])
  }
}

const textOfLines = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

function eventOf(open: Invoice, account: string, stamp: string, locale: string) {
  const { key, number, currency, dueDay } = open
  const day = dueDay ?? ''
  const owed = toPay(open)
  const amount = owed === null ? null : moneyText({ amount: owed, currency }, locale)
  const invoice = number === null ? t('invoices.headingPlain') : t('invoices.heading', { number })
  // The same invoice has the same id in each export, so a calendar updates its event.
  const id = encodeURIComponent(key.slice(0, LONGEST_TEXT).toWellFormed())
  return [
    'BEGIN:VEVENT',
    `UID:${id}@${account}.portside`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${dayAfter(day, 1).replaceAll('-', '')}`,
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
