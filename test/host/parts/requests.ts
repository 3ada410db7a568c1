/** Answers a page's requests: with the app's protocol handlers, or not at all. Nothing goes out to a network. */
import { toApp, toChromium, schemeOf } from '../chromium/address.ts'
import type { CdpSession, Protocol } from '../chromium/cdp.ts'
import { saveScript } from '../chromium/code-cache.ts'
import { runtime } from '../runtime.ts'
import { handlerOf, handledSchemes, hasCodeCache } from './protocol.ts'
import { defaultSession } from './session.ts'

type Paused = Protocol.Fetch.requestPausedPayload

const KINDS: Partial<Record<Protocol.Network.ResourceType, string>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
  Media: 'media',
  WebSocket: 'webSocket'
}

export interface Asker {
  webContentsId: number
  isMainFrame: boolean
}

export async function answerRequest(session: CdpSession, paused: Paused, asker: Asker): Promise<void> {
  const { requestId, request, resourceType } = paused
  const url = toApp(request.url) + (request.urlFragment ?? '')
  const kind = resourceType === 'Document' ? (asker.isMainFrame ? 'mainFrame' : 'subFrame') : KINDS[resourceType]
  const scheme = schemeOf(url)
  if (scheme === 'data' || scheme === 'blob' || scheme === 'about') {
    session.tell('Fetch.continueRequest', { requestId })
    return
  }
  const details = { url, method: request.method, resourceType: kind ?? 'other', webContentsId: asker.webContentsId }
  const handler = handlerOf(scheme)
  if ((await defaultSession.webRequest.asksToCancel(details)) || !handler) {
    runtime().record.refused.push(url)
    session.tell('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    return
  }
  const answer = await handler(toRequest(url, request))
  if (answer.type === 'error') {
    session.tell('Fetch.failRequest', { requestId, errorReason: 'Failed' })
    return
  }
  const headers = Array.from(answer.headers, ([name, value]): [string, string] => [
    name,
    toChromium(value, handledSchemes())
  ])
  const body = Buffer.from(await answer.arrayBuffer())
  const { codeCache } = runtime().options
  if (codeCache && hasCodeCache(scheme) && resourceType === 'Script' && answer.status === 200) {
    // The page doesn't see this address. A changed script is another entry of the HTTP cache.
    const hash = saveScript(codeCache.folder, headers, body)
    session.tell('Fetch.continueRequest', { requestId, url: `${request.url}?${hash}` })
    return
  }
  const responseHeaders = headers.map(([name, value]) => ({ name, value }))
  session.tell('Fetch.fulfillRequest', {
    requestId,
    responseCode: answer.status,
    responseHeaders,
    body: body.toString('base64')
  })
}

/** Headers that name an origin name the app's. */
function toRequest(url: string, request: Protocol.Network.Request): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, toApp(value))
  const body = (request.postDataEntries ?? []).map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'))
  const takesBody = request.method !== 'GET' && request.method !== 'HEAD' && body.length > 0
  return new Request(url.split('#')[0] ?? url, {
    method: request.method,
    headers,
    ...(takesBody && { body: Buffer.concat(body) })
  })
}
