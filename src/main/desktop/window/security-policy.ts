/** The page gets no permissions, no pop-ups and no network access. Main's network sessions load no pages. */
import { app, session, type OnBeforeRequestListenerDetails, type Session, type WebContents } from 'electron'
import { ORIGIN, START_ADDRESS } from '../protocol.ts'

const isOfPage = (address: string): boolean => address.startsWith(`${ORIGIN}/`)
const isHarmless = (address: string): boolean => /^(devtools:\/\/|data:|blob:)/.test(address)

/**
 * Call before ready. Electron would take `--no-sandbox` off Chromium's command line (`RemoveNoSandboxSwitch` in electron_api_app.cc), after
 * the zygote has started without the sandbox. Others then can't start with it, and as root Electron ends each of them
 * (`ElectronMainDelegate::BasicStartupComplete`).
 */
export function enableSandbox(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
}

/**
 * Call before ready. The page could look up any name, and names carry text: neither CSP, webRequest nor the proxy stops that. Chromium's
 * net log shows it. A `preconnect` needs nothing: it is only an event (network_hints_handler_impl.cc).
 */
export function restrictLookUps(): void {
  // WebRTC ends each name with a dot (p2p/socket_manager.cc). So main can't reach a provider whose name ends with one.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP *. ~NOTFOUND')
  // `<link rel=dns-prefetch>` (simple_network_hints_handler_impl.cc)
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
}

/** @returns once a page may load */
export function restrictPageSession(): Promise<void> {
  const pages = session.defaultSession
  restrict(pages, (request) => (isOfPage(request.url) ? isAskedByPage(request) : isHarmless(request.url)))
  // Makes the session's network context: Electron then applies --proxy-server and its kind, over an earlier setProxy
  // (network_context_service.cc). After a crash of the network service it does so again.
  void pages.closeAllConnections()
  // Neither CSP nor webRequest covers WebRTC over TCP, but it goes through the proxy (p2p/socket_tcp.cc): to a port where nothing listens.
  return pages.setProxy({
    mode: 'fixed_servers',
    proxyRules: 'socks5://127.0.0.1:1',
    proxyBypassRules: '<-loopback>'
  })
}

/**
 * Another frame, should one ever get into the window, reads nothing of the page's files and of a provider's data. Nothing else keeps them
 * from it: neither CORS nor `Cross-Origin-Resource-Policy` holds for a scheme of Electron's `protocol`, and its requests to that have no
 * Origin (tried on Electron 33). Workers' scripts don't pass here; the page's CSP guards those.
 */
function isAskedByPage({ resourceType, frame }: OnBeforeRequestListenerDetails): boolean {
  if (resourceType === 'mainFrame') return true
  // Of a navigation, it is the frame that will hold the document.
  const asking = resourceType === 'subFrame' ? frame?.parent : frame
  return asking?.origin === ORIGIN
}

/** A session for main's requests: only to the web, and not for pages. */
export function restrictNetworkSession(session: Session): void {
  restrict(session, ({ url, webContentsId }) => webContentsId === undefined && /^https?:/.test(url))
}

function restrict(session: Session, allows: (request: OnBeforeRequestListenerDetails) => boolean): void {
  // Chromium asks its maker's server for a dictionary as soon as a session is made, even if no page checks spelling.
  session.setSpellCheckerLanguages([])
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !allows(request) }))
  session.on('will-download', (event) => event.preventDefault())
}

export function restrictContents(contents: WebContents): void {
  // WebRTC over UDP would not use the proxy.
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
  // Electron would put the window where the page wants it, such as over another program's question.
  contents.on('content-bounds-updated', (event) => event.preventDefault())
  // Electron would choose the first Bluetooth device. Without a listener it chooses no other device.
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault()
    choose('')
  })
  // The page can't stay open against the user's will: this lets it unload.
  contents.on('will-prevent-unload', (event) => event.preventDefault())
}
