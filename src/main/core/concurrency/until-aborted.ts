/**
 * Settles as the work does, or rejects once the signal aborts: some work doesn't listen to its signal. The default error is
 * no AppError, because only the caller knows whether the abort means CANCELLED or TIMEOUT.
 */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  createError: () => Error = () => new Error('aborted')
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(createError())
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
