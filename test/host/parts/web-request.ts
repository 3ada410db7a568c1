/** `session.webRequest`: the app's say over every request. */
import type { OnBeforeRequestListenerDetails, WebRequest } from 'electron'
import { loud } from '../loud.ts'

type Details = Pick<OnBeforeRequestListenerDetails, 'url' | 'method' | 'webContentsId'> & { resourceType: string }
type Listener = (details: OnBeforeRequestListenerDetails, decide: (answer: { cancel?: boolean }) => void) => void

let beforeRequest: Listener | null = null
let lastId = 0

/** Asks the app's onBeforeRequest listener, if there is one. */
export async function asksToCancel(details: Details): Promise<boolean> {
  if (!beforeRequest) return false
  const listener = beforeRequest
  const whole = { id: ++lastId, referrer: '', timestamp: Date.now(), uploadData: [], ...details }
  const answer = await new Promise<{ cancel?: boolean; redirectURL?: string }>((decide) => {
    listener(whole as OnBeforeRequestListenerDetails, decide)
  })
  if (answer.redirectURL) throw new Error('The stand-in host has no redirectURL in onBeforeRequest.')
  return answer.cancel === true
}

export const webRequest = loud('webRequest', {
  onBeforeRequest(first: unknown, second?: unknown): void {
    if (second !== undefined) throw new Error('The stand-in host has no filter in onBeforeRequest.')
    beforeRequest = first as Listener | null
  }
} satisfies Pick<WebRequest, 'onBeforeRequest'>)
