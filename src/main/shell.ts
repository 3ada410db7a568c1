/** The window, and what its page needs to load. The rest of the app is loaded while Chromium starts. */
import { join } from 'node:path'
import { ORIGIN, serveApp, type PageContent } from './desktop/protocol.ts'
import type { Background } from './desktop/window/background.ts'
import type { EditableContents, MenuPlace } from './desktop/window/context-menu.ts'
import { createMainWindow } from './desktop/window/main-window.ts'
import { restrictPageSession } from './desktop/window/security-policy.ts'
import type { Answers } from './ipc/answers.ts'
import { createPublisher } from './ipc/publisher.ts'
import { isOwnPage, serve } from './ipc/serve.ts'

/** What page and window need of the rest of the app. */
export interface LoadedApp {
  content: PageContent
  answers: Answers
  background: Background
  /** The window was made or brought to the front. */
  shown: () => void
  contextMenu: (contents: EditableContents, place: MenuPlace) => void
}

export type Shell = ReturnType<typeof createShell>

export function createShell(report: (error: unknown) => void) {
  const loading = Promise.withResolvers<LoadedApp>()
  let loaded: LoadedApp | null = null
  const publisher = createPublisher()
  const window = createMainWindow({
    sessionReady: restrictPageSession(),
    onContents(contents) {
      publisher.attach(contents)
      contents.on('context-menu', (_event, place) => loaded?.contextMenu(contents, place))
    },
    mayClose: () => loaded?.background.mayClose() ?? true,
    onShown: () => loaded?.shown(),
    onSessionEnd: () => loaded?.background.end()
  })
  serveApp({
    folder: join(import.meta.dirname, '../renderer'),
    content: loading.promise.then(({ content }) => content),
    report
  })
  serve({
    allowed: (event) => isOwnPage(event, window.contents(), ORIGIN),
    answers: loading.promise.then(({ answers }) => answers)
  })

  return {
    publisher,
    window,
    /** Call once. */
    connect(app: LoadedApp): void {
      loaded = app
      loading.resolve(app)
    }
  }
}
