/** What goes wrong inside the app, on standard error: where it happened, never what was in it. */

/**
 * An error's message may quote an answer, an address or a secret, so only its kind and its stack frames are written.
 */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  const [head, stack] = [`${error.name}: ${error.message}\n`, error.stack ?? '']
  return stack.startsWith(head) ? `${error.name}\n${stack.slice(head.length)}` : error.name
}

export function report(error: unknown): void {
  process.stderr.write(`portside: ${describe(error)}\n`)
}

export function reportUncaughtErrors(): void {
  // A reader that went away, such as a closed terminal, makes each write an error event. Unheard, that would be an uncaught
  // error again, which is written again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}
