import type { IpcMainInvokeEvent, WebContents } from 'electron'
import type { z } from 'zod'
import type { Domain, Envelope, Method } from '../../shared/ipc/contract.ts'
import { toErrorInfo } from '../../shared/ipc/error.ts'

/** Reads `senderFrame` synchronously: after a navigation it is null or detached. */
export function isOwnPage(event: IpcMainInvokeEvent, own: WebContents | null, origin: string): boolean {
  const frame = event.senderFrame
  if (!frame || !own || own.isDestroyed() || event.sender !== own) return false
  if (frame.detached || frame.parent !== null) return false
  const page = URL.parse(frame.url)
  return page !== null && `${page.protocol}//${page.host}` === origin && page.pathname === '/index.html'
}

const ALLOWED_WHILE_LOCKED: { readonly [D in Domain]?: readonly Method<D>[] } = {
  // While locked, the lock itself rejects the last two.
  lock: ['state', 'now', 'unlock', 'unlockBySystem', 'setPin', 'turnOff'],
  // For the lock screen. They contain no personal data.
  app: ['info', 'settings'],
  // For a forgotten PIN.
  accounts: ['eraseEverything']
}

export function isAllowedWhileLocked(domain: string, method: string): boolean {
  const methods: Partial<Record<string, readonly string[]>> = ALLOWED_WHILE_LOCKED
  return methods[domain]?.includes(method) ?? false
}

export type AnyHandler = (input: unknown) => unknown

export async function answer(
  inputSchema: z.ZodType,
  handle: AnyHandler,
  sent: unknown[],
  report: (error: unknown) => void
): Promise<Envelope<unknown>> {
  try {
    const input = sent.length <= 1 ? inputSchema.safeParse(sent[0]) : null
    if (!input?.success) return { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }
    return { ok: true, data: await handle(input.data) }
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (error.code === 'INTERNAL') report(thrown)
    return { ok: false, error }
  }
}
