/** The product list of one try: its body goes into the intake, and what is left of it tells whether it may be trusted. */
import type { Json } from '../../../shared/models/json.ts'
import type { ListArrival, ListIntake } from '../../core/ports/index.ts'
import { badReply, type Reply } from '../http/body.ts'

/** Reads the reply of one try. */
export interface Reader<T> {
  /** Takes the body while it comes; without it, the body is gathered. */
  take?(piece: Uint8Array): Promise<void>
  /** The body is at its end: what `take` left to be read as a whole. */
  rest?(): Promise<Uint8Array>
  read(body: Json, reply: Reply): T
}

export function createProductList(intake: ListIntake, secrets: readonly string[]): Reader<void> {
  let arrival: ListArrival | null = null
  intake.begin({ secrets })
  return {
    // A copy: a piece is often cut from a larger buffer, and where it came from it may be somebody's still.
    take: async (piece) => intake.take(new Uint8Array(piece)),
    async rest() {
      arrival = await intake.end()
      return arrival.rest
    },
    read(_body, reply) {
      if (arrival === null || arrival.found === null) throw badReply(reply, 'notAList')
      // A list of nothing but strays is no catalogue; taken for one, it would put an empty list in place of what is stored.
      if (arrival.found > 0 && arrival.products === 0) throw badReply(reply, 'notAnObject')
    }
  }
}
