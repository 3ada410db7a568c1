/** The window, and what its page needs to load. The rest of the app is loaded while Chromium starts. */
import { join } from 'node:path'
import { ORIGIN, serveApp, type PageContent } from './desktop/protocol.ts'
import type { Background } from './desktop/window/background.ts'
import { createMainWindow } from './desktop/window/main-window.ts'
import { restrictPageSession } from './desktop/window/security-policy.ts'
import type { Answers } from './ipc/answers.ts'
import { isOwnPage } from './ipc/own-page.ts'
import { createPublisher } from './ipc/publisher.ts'
import { serve } from './ipc/serve.ts'

/** What the page and the window wait for. */
export interface Behind {
  content: PageContent
  answers: Answers
  background: Background
  /** The window was made or brought to the front. */
  shown: () => void
}

export type Shell = ReturnType<typeof createShell>

export function createShell(report: (error: unknown) => void) {
  const behind = Promise.withResolvers<Behind>()
  let connected: Behind | null = null
  const publisher = createPublisher()
  const window = createMainWindow({
    onContents: (contents) => publisher.attach(contents),
    mayClose: () => connected?.background.mayClose() ?? true,
    onShown: () => connected?.shown(),
    onSessionEnd: () => connected?.background.end()
  })
  restrictPageSession()
  serveApp({
    folder: join(import.meta.dirname, '../renderer'),
    content: behind.promise.then(({ content }) => content),
    report
  })
  serve({
    allowed: (event) => isOwnPage(event, window.contents(), ORIGIN),
    answers: behind.promise.then(({ answers }) => answers)
  })

  return {
    publisher,
    window,
    /** Call once. */
    connect(parts: Behind): void {
      connected = parts
      behind.resolve(parts)
    }
  }
}
