/** Streams the product list of one attempt into the intake, and checks the rest of the body. */
import type { Json } from '../../../shared/models/json.ts'
import type { ListArrival, ListIntake } from '../../core/ports/index.ts'
import { badReply, type Reply } from '../http/body.ts'

/** Reads the reply of one attempt. */
export interface Reader<T> {
  /** Takes the body while it arrives; without it, the whole body is read. */
  take?(piece: Uint8Array): Promise<void>
  /** The part of the body that `take` left, at the body's end. */
  rest?(): Promise<Uint8Array>
  read(body: Json, reply: Reply): T
}

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
