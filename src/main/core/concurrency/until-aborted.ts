import { AppError } from '../../../shared/ipc/error.ts'

/** Settles as the work does, or rejects once the signal aborts: some work doesn't listen to its signal. */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  createError: () => Error = () => new AppError('CANCELLED')
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(createError())
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
