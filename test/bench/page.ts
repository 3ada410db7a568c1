/**
 * A page of the host, driven without Playwright, which takes processor time from a measured launch, and turns on the recording of
 * requests: Chromium then keeps each with its body.
 */
import { CdpConnection, type CdpSession, type Protocol } from '../host/chromium/cdp.ts'
import { socketTransport } from '../host/chromium/transport.ts'
import type { HostChild } from '../host/client.ts'

export interface BenchPage {
  session: CdpSession
  /** Runs the function in the page, without its closure. @throws Error with the page's message */
  run<T, R = void>(inPage: (given: T) => R | Promise<R>, given: T): Promise<R>
  close(): void
}

/** Resolves when the window has its first document, whose arrival ends what runs in the empty page before. */
export async function openPage(host: HostChild): Promise<BenchPage> {
  const { targetId, endpoint } = await host.window
  const transport = socketTransport(endpoint)
  const connection = new CdpConnection(transport)
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true })
  const session = connection.session(sessionId)
  await firstDocument(session)
  return {
    session,
    async run(inPage, given) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression: `(${inPage.toString()})(${JSON.stringify(given)})`,
        awaitPromise: true,
        returnByValue: true
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value as never
    },
    close: () => transport.close()
  }
}

async function firstDocument(session: CdpSession): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const look = ({ parentId, url }: Protocol.Page.Frame): void => {
    if (parentId === undefined && url !== 'about:blank') arrived.resolve()
  }
  session.on('Page.frameNavigated', ({ frame }) => look(frame))
  await session.send('Page.enable')
  const { frameTree } = await session.send('Page.getFrameTree')
  look(frameTree.frame)
  await arrived.promise
}
