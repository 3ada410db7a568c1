/** One call: parse the input, run the handler, put the outcome into an envelope. */
import type { Call, Envelope } from '../../shared/ipc/contract.ts'
import { failureOf } from '../../shared/ipc/error.ts'

export type AnyHandler = (input: unknown) => unknown

/** Never rejects: whatever was sent or thrown, the page gets data or a Failure. */
export async function answer(
  shape: Call,
  handle: AnyHandler,
  sent: unknown[],
  report: (error: unknown) => void
): Promise<Envelope<unknown>> {
  try {
    const input = sent.length <= 1 ? shape.input.safeParse(sent[0]) : null
    if (!input?.success) return { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }
    return { ok: true, data: await handle(input.data) }
  } catch (error) {
    const failure = failureOf(error)
    if (failure.code === 'INTERNAL') report(error)
    return { ok: false, error: failure }
  }
}
