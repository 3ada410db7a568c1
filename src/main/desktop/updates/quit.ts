import { app, powerMonitor } from 'electron'

interface QuitParts {
  /** The system shuts down: an installer that begins now would be ended halfway. Windows doesn't emit `will-quit` then. */
  systemEnds: () => void
  /** Everything else has ended. @returns null: nothing is to be installed */
  install: () => Promise<void> | null
  report: (error: unknown) => void
}

/** Installs while the app quits, after whatever may hold up or cancel that: windows that ask, and saves in progress. */
export function installBeforeQuit({ systemEnds, install, report }: QuitParts): void {
  powerMonitor.on('shutdown', systemEnds)
  app.once('will-quit', (event) => {
    const installing = install()
    if (installing === null) return
    event.preventDefault()
    void installing.catch(report).finally(() => app.quit())
  })
}
