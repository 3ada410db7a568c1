/** Handles one call: parses the input, runs the handler, wraps the result in an envelope. */
import type { Call, Envelope } from '../../shared/ipc/contract.ts'
import { toErrorInfo } from '../../shared/ipc/error.ts'

export type AnyHandler = (input: unknown) => unknown

/** Never rejects: the page gets data or an ErrorInfo. */
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
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (error.code === 'INTERNAL') report(thrown)
    return { ok: false, error }
  }
}
