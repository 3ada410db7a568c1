import type { IpcMainInvokeEvent, WebContents } from 'electron'

/** Reads `senderFrame` synchronously: after a navigation it is null or detached. */
export function isOwnPage(event: IpcMainInvokeEvent, own: WebContents | null, origin: string): boolean {
  const frame = event.senderFrame
  if (!frame || !own || own.isDestroyed() || event.sender !== own) return false
  if (frame.detached || frame.parent !== null) return false
  const page = URL.parse(frame.url)
  return page !== null && `${page.protocol}//${page.host}` === origin && page.pathname === '/index.html'
}
