/** `--self-test`: runs checks one after another, each within a time, and reports them as one line of JSON. */
import type { TerminalAnswer } from '../launch/terminal.ts'
import type { Watchdog } from '../watchdog.ts'

/** Fails by an error. @param signal aborts when the check's time is over */
export type Check = (signal: AbortSignal) => unknown

/** The error of a check that can't be made here, which is no failure. Its message says why. */
export class Skipped extends Error {}

export interface SelfTestParts {
  /** In this order. */
  checks: Record<string, Check>
  /** Of each check. */
  limitMs: number
  /** What the report says beside the checks. Read after each one. */
  facts: () => object
  watchdog: Pick<Watchdog, 'endAfter'>
}

/** A check that blocks the process gets this much longer before the watchdog ends it. */
const GRACE_MS = 5000

export async function selfTest({ checks, limitMs, facts, watchdog }: SelfTestParts): Promise<TerminalAnswer> {
  const results: Record<string, string> = {}
  for (const [name, check] of Object.entries(checks)) {
    watchdog.endAfter(limitMs + GRACE_MS, textOf({ ...results, [name]: 'The app was stuck.' }, facts()))
    results[name] = await attempt(check, limitMs)
  }
  return { exitCode: isOk(results) ? 0 : 1, text: textOf(results, facts()) }
}

const SKIPPED = 'skipped: '

const isOk = (results: Record<string, string>): boolean =>
  Object.values(results).every((result) => result === 'ok' || result.startsWith(SKIPPED))

const textOf = (checks: Record<string, string>, facts: object): string =>
  `${JSON.stringify({ ok: isOk(checks), checks, ...facts })}\n`

async function attempt(check: Check, limitMs: number): Promise<string> {
  const control = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`No result within ${limitMs / 1000} seconds.`)
    late.reject(error)
    control.abort(error)
  }, limitMs)
  try {
    await Promise.race([runCheck(check, control.signal), late.promise])
    return 'ok'
  } catch (error) {
    if (error instanceof Skipped) return SKIPPED + error.message
    // The test has no account data, so its messages are safe to print.
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'failed'
  } finally {
    clearTimeout(timer)
  }
}

/** Also an error that is thrown at once becomes a rejection. */
const runCheck = async (check: Check, signal: AbortSignal): Promise<unknown> => check(signal)

export function expectSame(actual: string | null, expected: string): void {
  if (actual !== expected) throw new Error(`${expected} was expected, not ${actual}.`)
}
