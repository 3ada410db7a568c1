/** Reads each invoice as soon as its last byte has arrived, so that other work on the thread gets its turn. */
import type { InvoiceRecord, Reading } from '../../core/ports/index.ts'
import { badReply } from '../http/body.ts'
import { createJsonListReader } from '../http/json-list.ts'
import { BRIEF, MOST_PARTS, MOST_PARTS_OF_RECORD, MOST_RECORDS } from '../http/json-limits.ts'
import type { Reader } from './product-list.ts'
import { createInvoiceReader, type InvoiceSettings } from './read-invoice.ts'
import type { Redact } from '../security/redaction.ts'

/** `read` returns the invoices after the rest of the body has proved valid. */
export function createInvoiceList(settings: InvoiceSettings, redact: Redact): Reader<Reading<InvoiceRecord[]>> {
  let reader = createInvoiceReader(settings, redact)
  const list = createJsonListReader(
    {
      begin() {
        reader = createInvoiceReader(settings, redact)
      },
      known: () => false,
      add: (record) => reader.add(record)
    },
    {
      parts: MOST_PARTS.invoices,
      partsOfRecord: MOST_PARTS_OF_RECORD.invoices,
      records: MOST_RECORDS.invoices,
      brief: BRIEF.invoices
    }
  )
  return {
    take: async (piece) => list.write(piece),
    rest: async () => list.rest(),
    read(body, reply) {
      const found = list.found()
      const isShape = typeof body === 'object' && body !== null
      if (found === null) throw badReply(reply, isShape ? 'unknownShape' : 'notAList')
      const reading = reader.end()
      if (found > 0 && reading.value.length === 0) throw badReply(reply, 'unknownShape')
      return reading
    }
  }
}
