/** Sends the page's unexpected errors to main's log: where they occurred, never their content. */
import { call } from './bridge.ts'

/** Call once, before the page is assembled. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error }) => {
    // Without one Chromium says that a ResizeObserver goes on in the next frame, as ours may while a pane opens.
    if (error !== null) void reportError(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => void reportError(reason))
}

/** Of an error that Vue caught, and everyone else would miss. */
export function reportCaughtError(error: unknown): void {
  console.error(error)
  void reportError(error)
}

async function reportError(error: unknown): Promise<void> {
  const { describeError } = await import('../../shared/models/error-description.ts')
  // Without an answer, or while the app is locked, the console has it.
  await call('app', 'reportError', { description: describeError(error) }).catch(() => undefined)
}
