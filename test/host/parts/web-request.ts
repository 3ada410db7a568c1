/** `session.webRequest`: the app's say over every request of that session. */
import type { OnBeforeRequestListenerDetails, WebRequest } from 'electron'

type Details = Pick<OnBeforeRequestListenerDetails, 'url' | 'method' | 'webContentsId'> & { resourceType: string }
type Listener = (details: OnBeforeRequestListenerDetails, decide: (answer: { cancel?: boolean }) => void) => void

let lastId = 0

export class HostWebRequest implements Pick<WebRequest, 'onBeforeRequest'> {
  private beforeRequest: Listener | null = null

  onBeforeRequest(first: unknown, second?: unknown): void {
    if (second !== undefined) throw new Error('The stand-in host has no filter in onBeforeRequest.')
    this.beforeRequest = first as Listener | null
  }

  /** Asks the app's onBeforeRequest listener, if there is one. Not part of Electron. */
  async asksToCancel(details: Details): Promise<boolean> {
    const listener = this.beforeRequest
    if (!listener) return false
    const whole = { id: ++lastId, referrer: '', timestamp: Date.now(), uploadData: [], ...details }
    const answer = await new Promise<{ cancel?: boolean; redirectURL?: string }>((decide) => {
      listener(whole as OnBeforeRequestListenerDetails, decide)
    })
    if (answer.redirectURL) throw new Error('The stand-in host has no redirectURL in onBeforeRequest.')
    return answer.cancel === true
  }
}
