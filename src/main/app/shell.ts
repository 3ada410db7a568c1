import { join } from 'node:path'
import { ORIGIN, serveApp, type PageContent } from '../desktop/protocol.ts'
import type { Background } from '../desktop/window/background.ts'
import type { EditableContents, MenuPlace } from '../desktop/window/context-menu.ts'
import { MainWindow } from '../desktop/window/main-window.ts'
import { restrictPageSession } from '../desktop/window/security-policy.ts'
import type { CallAnswers } from '../ipc/answers.ts'
import { PagePublisher } from '../ipc/publisher.ts'
import { isOwnPage, serve } from '../ipc/serve.ts'

/** What page and window need of the rest of the app. */
export interface LoadedApp {
  content: PageContent
  answers: CallAnswers
  background: Background
  /** @returns false to delay the end of the user's session */
  maySessionEnd: () => boolean
  /** The window was made or brought to the front. */
  shown: () => void
  /** The window lost the focus, or was closed. */
  left: () => void
  contextMenu: (contents: EditableContents, place: MenuPlace) => void
}

/** The window, and what its page needs to load. The rest of the app is loaded while Chromium starts. */
export class Shell {
  readonly publisher = new PagePublisher()
  readonly window: MainWindow
  readonly #loading = Promise.withResolvers<LoadedApp>()
  #app: LoadedApp | null = null

  constructor(report: (error: unknown) => void) {
    const loaded = this.#loading.promise
    this.window = new MainWindow({
      sessionReady: restrictPageSession(),
      onContents: (contents) => {
        this.publisher.attach(contents)
        contents.on('context-menu', (_event, place) => this.#app?.contextMenu(contents, place))
      },
      mayClose: () => this.#app?.background.mayClose() ?? true,
      onShown: () => this.#app?.shown(),
      onLeft: () => this.#app?.left(),
      maySessionEnd: () => this.#app?.maySessionEnd() ?? true,
      onSessionEnd: () => this.#app?.background.end()
    })
    serveApp({
      folder: join(import.meta.dirname, '../renderer'),
      content: loaded.then(({ content }) => content),
      report
    })
    serve({
      allowed: (event) => isOwnPage(event, this.window.contents(), ORIGIN),
      answers: loaded.then(({ answers }) => answers)
    })
  }

  /** Call once. */
  connect(app: LoadedApp): void {
    this.#app = app
    this.#loading.resolve(app)
  }
}
