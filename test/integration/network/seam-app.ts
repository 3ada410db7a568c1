/* eslint-disable portside/stay-in-layer -- loaded by the host, where electron is the stand-in */
/** An app of nothing but Portside's own network seam, for tests to call through its page. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, Menu, protocol, session } from 'electron'
import { restrictPageSession } from '../../../src/main/desktop/window/security-policy.ts'
import { fetchIn, networkFetch } from '../../../src/main/desktop/network.ts'
import { NetworkProbe } from '../../../src/main/desktop/probe.ts'
import { AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'

export interface Fetched {
  status: number
  etag: string | null
  location: string | null
  body: string
}

/** How a call ends. An AppError becomes its plain form, any other error its message. */
export type Outcome<T> = { value: T } | { error: ErrorInfo } | { message: string }

async function outcomeOf<T>(work: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work }
  } catch (error) {
    if (error instanceof AppError) return { error: error.info }
    return { message: error instanceof Error ? error.message : String(error) }
  }
}

async function read(asked: Promise<Response>): Promise<Fetched> {
  const response = await asked
  const { status, headers } = response
  return { status, etag: headers.get('etag'), location: headers.get('location'), body: await response.text() }
}

const signalOf = (ms: number): AbortSignal => (ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms))

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }
])
const profile = process.env['FIXTURE_PROFILE'] ?? ''
mkdirSync(profile, { recursive: true })
app.setPath('userData', profile)
Menu.setApplicationMenu(null)

const start = async (): Promise<void> => {
  await restrictPageSession()
  protocol.handle(
    'app',
    () => new Response('<!doctype html><title>Seam</title>', { headers: { 'content-type': 'text/html' } })
  )
  const probe = new NetworkProbe()
  const calls = {
    networkFetch: (url: string, init: RequestInit) => read(networkFetch(url, init)),
    defaultFetch: (url: string) => read(fetchIn(() => session.defaultSession)(url)),
    lookUp: (host: string, ms: number) => probe.lookUp(host, signalOf(ms)),
    proxies: (address: string) => probe.proxies(address),
    certificate: (address: string, ms: number) => probe.certificate(address, signalOf(ms))
  } satisfies Record<string, (...args: never[]) => Promise<unknown>>
  for (const [name, call] of Object.entries(calls)) {
    ipcMain.handle(name, (_event, ...args) => outcomeOf((call as (...args: unknown[]) => Promise<unknown>)(...args)))
  }
  const window = new BrowserWindow({
    width: 400,
    height: 300,
    webPreferences: {
      preload: join(import.meta.dirname, '../../host/fixture-app/preload.cjs'),
      sandbox: true,
      contextIsolation: true
    }
  })
  void window.loadURL('app://seam/')
}
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(start)
