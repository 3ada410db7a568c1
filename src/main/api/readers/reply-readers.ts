/** Readers of one attempt's reply: lists are read while they arrive, single records when they are complete. */
import type { Json } from '../../../shared/models/json.ts'
import type { InvoiceRecord, ListArrival, ListIntake, Reading } from '../../core/ports/index.ts'
import { INVOICE_LIMITS } from '../http/json-limits.ts'
import { createJsonListReader } from '../http/json-list.ts'
import { badReply, type Reply } from '../http/reply.ts'
import type { Redact } from '../security/redaction.ts'
import { createInvoiceReader, type InvoiceSettings } from './read-invoice.ts'
import { recordIn, type JsonObject } from './records.ts'

export interface Reader<T> {
  /** Takes the body while it arrives; without it, the whole body is read. */
  take?(piece: Uint8Array): Promise<void>
  /** The part of the body that `take` left, at the body's end. */
  rest?(): Promise<Uint8Array>
  read(body: Json, reply: Reply): T
}

export const recordReader = <T>(read: (record: JsonObject) => T): Reader<T> => ({
  read(body, reply) {
    const record = recordIn(body)
    if (!record) throw badReply(reply, 'notAnObject')
    return read(record)
  }
})

export function createProductList(intake: ListIntake, secrets: readonly string[]): Reader<void> {
  let arrival: ListArrival | null = null
  intake.begin({ secrets })
  return {
    // A copy, because a chunk is often a view of a larger buffer with another owner.
    take: async (piece) => intake.take(new Uint8Array(piece)),
    async rest() {
      arrival = await intake.end()
      return arrival.rest
    },
    read(_body, reply) {
      if (arrival === null || arrival.found === null) throw badReply(reply, 'notAList')
      // A list without any product object is no catalogue: it would replace the stored list by an empty one.
      if (arrival.found > 0 && arrival.products === 0) throw badReply(reply, 'notAnObject')
    }
  }
}

/** Reads each invoice as soon as its last byte has arrived, so that other work on the thread gets its turn. */
export function createInvoiceList(settings: InvoiceSettings, redact: Redact): Reader<Reading<InvoiceRecord[]>> {
  let reader = createInvoiceReader(settings, redact)
  const begin = (): void => void (reader = createInvoiceReader(settings, redact))
  const list = createJsonListReader({ begin, known: () => false, add: (one) => reader.add(one) }, INVOICE_LIMITS)
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
