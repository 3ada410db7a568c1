/** The app:// scheme: registered before ready, served after. */
import { protocol } from 'electron'
import { SCHEME } from './origin.ts'
import { respond, type PageContent } from './responses.ts'

/** Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

export function serveApp(content: PageContent): void {
  protocol.handle(SCHEME, async (request) => {
    try {
      return await respond(request, content)
    } catch (error) {
      content.report(error)
      return new Response(null, { status: 500 })
    }
  })
}
