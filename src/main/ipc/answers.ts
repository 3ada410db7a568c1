import type { z } from 'zod/mini'
import {
  rejection,
  type Domain,
  type Envelope,
  type FirstAnswers,
  type Handlers,
  type Method
} from '../../shared/ipc/contract.ts'
import { toErrorInfo } from '../../shared/ipc/error.ts'
import { firstCalls } from '../../shared/ipc/first-calls.ts'
import type { Clock } from '../ports/index.ts'
import { bytesOf, inputOf, mostBytesOf } from './inputs.ts'

const ALLOWED_WHILE_LOCKED: { readonly [D in Domain]?: readonly Method<D>[] } = {
  // While locked, the lock itself rejects the last two.
  lock: ['state', 'lock', 'unlock', 'unlockBySystem', 'setPin', 'turnOff'],
  // For the lock screen. Personal are the data folder's path, which can have the system user's name, the proxy and the threshold.
  app: ['info', 'settings', 'messages'],
  // For a forgotten PIN.
  accounts: ['eraseEverything']
}

function isAllowedWhileLocked(domain: string, method: string): boolean {
  const methods: Partial<Record<string, readonly string[]>> = ALLOWED_WHILE_LOCKED
  return methods[domain]?.includes(method) ?? false
}

/** Answers that take longer, such as one that needs a locked keychain, are left out: the page asks for them again. */
const LATE_MS = 100

/** What all unanswered bridge calls hold together: a page could send calls without end, and some take minutes. */
export const HELD_BYTES = 16 * 1024 * 1024
/** What a bridge call holds besides its input, such as its promises. Measured: 0.5 to 2 kB. */
const CALL_BYTES = 4096

const REFUSED: Envelope<never> = { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }

export interface AnswerParts {
  handlers: Handlers
  locked: () => boolean
  /** The account that was shown last, and whether all accounts' invoices were. */
  shown: () => Pick<FirstAnswers, 'account' | 'all'>
  after: Clock['after']
  report: (error: unknown) => void
}

/** Main's answers to the page's bridge calls: checked input, the lock, errors as data. Loaded after the window is there. */
export class CallAnswers {
  readonly #parts: AnswerParts
  #heldBytes = 0

  constructor(parts: AnswerParts) {
    this.#parts = parts
  }

  async answerCall(domain: string, method: string, sent: unknown[]): Promise<Envelope<unknown>> {
    const { handlers, locked, report } = this.#parts
    // The mapped type Handlers guarantees the function and its input type.
    const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[domain]?.[method]
    if (!handle) throw new Error(`no handler for ${domain}.${method}`)
    const isAllowed = (): boolean => !locked() || isAllowedWhileLocked(domain, method)
    if (!isAllowed()) return rejection('APP_LOCKED')
    const bytes = CALL_BYTES + bytesOf(sent, mostBytesOf(domain, method))
    if (this.#heldBytes + bytes > HELD_BYTES) return REFUSED
    this.#heldBytes += bytes
    try {
      const reply = await answer(inputOf(domain, method), handle, sent, report)
      // The app may have been locked meanwhile.
      return isAllowed() ? reply : rejection('APP_LOCKED')
    } finally {
      this.#heldBytes -= bytes
    }
  }

  async answerFirstCalls(): Promise<FirstAnswers> {
    const { locked, shown, after } = this.#parts
    const { account, all } = shown()
    const calls = firstCalls(account, all)
    const late = Promise.withResolvers<null>()
    const cancelTimer = after(LATE_MS, () => late.resolve(null))
    const answers = await Promise.all(
      calls.map(([domain, method, ...sent]) => Promise.race([this.answerCall(domain, method, sent), late.promise]))
    )
    cancelTimer()
    const isLocked = locked()
    const said = answers.map((reply, index) => {
      const [domain = '', method = ''] = calls[index] ?? []
      return isLocked && !isAllowedWhileLocked(domain, method) ? null : reply
    })
    return { account: isLocked ? null : account, all, answers: said }
  }
}

type AnyHandler = (input: unknown) => unknown

export async function answer(
  inputSchema: z.ZodMiniType,
  handle: AnyHandler,
  sent: unknown[],
  report: (error: unknown) => void
): Promise<Envelope<unknown>> {
  try {
    const input = sent.length <= 1 ? inputSchema.safeParse(sent[0]) : null
    if (!input?.success) return REFUSED
    return { ok: true, data: await handle(input.data) }
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (error.code === 'INTERNAL') report(thrown)
    return { ok: false, error }
  }
}
