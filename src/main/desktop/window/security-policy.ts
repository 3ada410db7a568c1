/** Fences in: the page gets no permission, no pop-up, no way out; main's own sessions serve no page. */
import type { OnBeforeRequestListenerDetails, Session, WebContents } from 'electron'
import { ORIGIN, START_ADDRESS } from '../protocol/origin.ts'

const INSIDE = [`${ORIGIN}/`, 'devtools://', 'data:', 'blob:']

/** The session that the page has: nothing but the app itself, whoever asks. */
export function fenceSession(session: Session): void {
  fence(session, ({ url }) => INSIDE.some((start) => url.startsWith(start)))
}

/** A session for main's requests: to the web, and for no page. */
export function fenceNetwork(session: Session): void {
  fence(session, ({ url, webContentsId }) => webContentsId === undefined && /^https?:/.test(url))
}

function fence(session: Session, allows: (request: OnBeforeRequestListenerDetails) => boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !allows(request) }))
  session.on('will-download', (event) => event.preventDefault())
}

export function fenceContents(contents: WebContents): void {
  // WebRTC is the one way out that neither the policy nor webRequest sees.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-navigate', (details) => {
    const page = URL.parse(details.url)
    const own = page && `${page.protocol}//${page.host}${page.pathname}` === START_ADDRESS
    if (!own) details.preventDefault()
  })
  contents.on('will-frame-navigate', (details) => {
    if (!details.url.startsWith(`${ORIGIN}/`)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
