import { app, powerMonitor } from 'electron'

interface QuitParts {
  /** The app may be about to quit. Its storage is open. */
  quitting: () => void
  /** Everything has ended. null: nothing is to be installed. */
  install: () => Promise<void> | null
  report: (error: unknown) => void
}

/**
 * Installs while the app quits, after whatever may hold up or cancel that: windows that ask, and saves in progress. Not while the
 * system shuts down, which would end the installer halfway; Windows then emits none of the two events.
 */
export function installBeforeQuit({ quitting, install, report }: QuitParts): void {
  let isOver = false
  powerMonitor.on('shutdown', () => (isOver = true))
  app.on('before-quit', () => {
    if (!isOver) quitting()
  })
  app.on('will-quit', (event) => {
    const installing = isOver ? null : install()
    isOver = true
    if (installing === null) return
    event.preventDefault()
    void installing.catch(report).finally(() => app.quit())
  })
}
