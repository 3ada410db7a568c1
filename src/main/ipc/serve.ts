/** Registers a channel for each call of the contract. They are there before main can answer, because the page loads meanwhile. */
import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron'
import { callChannel, calls, rejection, START_CHANNEL } from '../../shared/ipc/contract.ts'
import type { CallAnswers } from './answers.ts'

export interface ServeParts {
  allowed: (event: IpcMainInvokeEvent) => boolean
  answers: Promise<Pick<CallAnswers, 'answerCall' | 'answerFirstCalls'>>
}

export function serve({ allowed, answers }: ServeParts): void {
  for (const [domain, methods] of Object.entries(calls)) {
    for (const method of Object.keys(methods)) {
      ipcMain.handle(callChannel(domain, method), async (event, ...sent: unknown[]) =>
        allowed(event) ? (await answers).answerCall(domain, method, sent) : rejection('FORBIDDEN')
      )
    }
  }
  ipcMain.handle(START_CHANNEL, async (event) => (allowed(event) ? (await answers).answerFirstCalls() : null))
}

/**
 * Reads `senderFrame` synchronously: after a navigation it is null, or not the window's frame any more. `detached` doesn't tell: it stays
 * true in the page that is loaded after a crash (Electron 33, shell/browser/api/electron_api_web_frame_main.cc).
 */
export function isOwnPage(event: IpcMainInvokeEvent, own: WebContents | null, origin: string): boolean {
  const frame = event.senderFrame
  if (!frame || !own || own.isDestroyed() || event.sender !== own) return false
  if (frame !== own.mainFrame) return false
  const page = URL.parse(frame.url)
  return page !== null && `${page.protocol}//${page.host}` === origin && page.pathname === '/index.html'
}
