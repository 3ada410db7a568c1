/** The page gets no permissions, no pop-ups and no network access. Main's network sessions load no pages. */
import { app, session, type OnBeforeRequestListenerDetails, type Session, type WebContents } from 'electron'
import { ORIGIN, START_ADDRESS } from '../protocol.ts'

const OWN_ADDRESSES = [`${ORIGIN}/`, 'devtools://', 'data:', 'blob:']

/**
 * Call before ready. Electron would take `--no-sandbox` off Chromium's command line, after some processes have started without the
 * sandbox, and others then can't start with it (docs/electron.md, "Sandbox").
 */
export function enableSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

export function restrictPageSession(): void {
  restrict(session.defaultSession, ({ url }) => OWN_ADDRESSES.some((start) => url.startsWith(start)))
}

/** A session for main's requests: only to the web, and not for pages. */
export function restrictNetworkSession(session: Session): void {
  restrict(session, ({ url, webContentsId }) => webContentsId === undefined && /^https?:/.test(url))
}

function restrict(session: Session, allows: (request: OnBeforeRequestListenerDetails) => boolean): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !allows(request) }))
  session.on('will-download', (event) => event.preventDefault())
}

export function restrictContents(contents: WebContents): void {
  // Neither the CSP nor webRequest covers WebRTC.
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
