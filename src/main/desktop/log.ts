/** Writes errors to standard error: where they occurred, never their content. */

/** An error's message may quote a response, a URL or a secret, so only its name and stack frames are written. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return `thrown ${typeof error}`
  const [head, stack] = [`${error.name}: ${error.message}\n`, error.stack ?? '']
  return stack.startsWith(head) ? `${error.name}\n${stack.slice(head.length)}` : error.name
}

export function report(error: unknown): void {
  process.stderr.write(`portside: ${describe(error)}\n`)
}

export function reportUncaughtErrors(): void {
  // After the reader has gone, such as a closed terminal, each write emits an error event. Without a listener that is an
  // uncaught error, which is written again.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
}
