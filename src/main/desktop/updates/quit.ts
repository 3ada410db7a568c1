import { app } from 'electron'

interface QuitParts {
  /** Everything else has ended. @returns null: nothing is to be installed */
  install: () => Promise<void> | null
  report: (error: unknown) => void
}

/**
 * Installs while the app quits, after whatever may hold up or cancel that: windows that ask, and saves in progress. A prevented `will-quit`
 * ends that quit, and a later `app.quit()` begins again with `before-quit` (electron, shell/browser/browser.cc, NotifyAndShutdown).
 */
export function installBeforeQuit({ install, report }: QuitParts): void {
  app.once('will-quit', (event) => {
    const installing = install()
    if (installing === null) return
    event.preventDefault()
    void installing.catch(report).finally(() => app.quit())
  })
}
