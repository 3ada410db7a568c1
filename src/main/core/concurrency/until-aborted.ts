/** For work that ignores its signal. The default error is no AppError: the caller maps it to CANCELLED or TIMEOUT. */
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
