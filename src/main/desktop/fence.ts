/** Fences the page in: no permission, no pop-up, no navigation away, no request that leaves the app. */
import type { Session, WebContents } from 'electron'
import { ORIGIN, START_ADDRESS } from './origin.ts'

const INSIDE = [`${ORIGIN}/`, 'devtools://', 'data:', 'blob:']

export function fenceSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((details, decide) => {
    // Requests that main makes through net.fetch have no web contents; those are the platform client's.
    const page = details.webContentsId !== undefined
    decide({ cancel: page && !INSIDE.some((start) => details.url.startsWith(start)) })
  })
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
