/** The only place that builds things and hands them to each other. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createSampleApi, SAMPLE_BASE_ADDRESS, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../sample/index.ts'
import { isSample, nameOf, thoseThatCount } from '../shared/models/account-rules.ts'
import { today } from '../shared/models/day-rules.ts'
import { sum } from './storage/decimal.ts'
import { openStorage } from './storage/index.ts'
import { createCatalogue } from './core/catalogue/index.ts'
import { createConnections } from './core/connection/connections.ts'
import { createConnectionCheck } from './core/connection/connection-check.ts'
import { eraseEverything } from './core/erase-data.ts'
import { createFreshnessBook } from './core/refresh/freshness.ts'
import { createAccountSummaries } from './core/summary/account-summary.ts'
import { createInvoices } from './core/invoices/index.ts'
import { createLock } from './core/lock/lock.ts'
import { createNotifications } from './core/notifications/index.ts'
import type { Clock } from './core/ports/index.ts'
import { readProfile } from './core/profile.ts'
import { createRefresh } from './core/refresh/index.ts'
import { createSession } from './core/session/index.ts'
import { createSettings } from './core/settings.ts'
import { readStatus } from './core/summary/status.ts'
import { createOpenAccountStorage } from './core/open-account-storage.ts'
import { decorate } from './desktop-shell.ts'
import { createAutostart } from './desktop/system/autostart.ts'
import { createBackground } from './desktop/window/background.ts'
import { askAboutClosing } from './desktop/window/close-dialog.ts'
import { browser } from './desktop/links/browser.ts'
import { createFiles } from './desktop/files/file-dialogs.ts'
import { report } from './desktop/system/log.ts'
import { network, networkFetch } from './desktop/network/network.ts'
import { createNotifier } from './desktop/notifications/notifier.ts'
import { ORIGIN } from './desktop/protocol/origin.ts'
import { createPresence } from './desktop/system/idle.ts'
import { createProbe } from './desktop/network/probe.ts'
import { serveApp } from './desktop/protocol/protocol.ts'
import { createSurroundings } from './desktop/system/capabilities.ts'
import { openSystem } from './desktop/system/system.ts'
import { createSystemPrompt } from './desktop/system/touch-id.ts'
import { createTrayHost } from './desktop/tray/tray-host.ts'
import { createMainWindow } from './desktop/window/main-window.ts'
import { isOwnPage } from './ipc/gate.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createPublisher } from './ipc/publisher.ts'
import { serve } from './ipc/serve.ts'
import { createApi } from './api/index.ts'
import { openKeychain, type KeychainOptions } from './keychain/index.ts'
import { createPinHash } from './keychain/pin-verifier.ts'
import { createWays } from './navigation.ts'

/** Of AES-256. */
const KEY_BYTES = 32

/** How the system, or the person, came to start the app. */
export interface Launch {
  /** A link that it is to show, as it came. */
  link: string | null
  /** The system did, when the person signed in to it. */
  bySystem: boolean
}

export interface Program {
  start(launch: Launch): void
  /** It was started once more, or asked for: shows the window, making it if it was closed. */
  again(launch: Launch): void
  /** Ends what is under way and closes every file. */
  stop(): void
  /** True while a password store that never answers holds a thread, which would keep the process from ending. */
  stuck(): boolean
}

const clock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/**
 * Megabytes of the thread's JavaScript heap. No certain bound (docs/electron.md, "Worker thread"): api/http/json-limits.ts bounds the
 * lists, so that a list of the largest size stays below.
 */
const THREAD_MB = 768

/** Node's own thread, which Electron has, too, and can load from its archive (electron#33216). */
export const startCatalogueThread = (): Worker =>
  new Worker(join(import.meta.dirname, 'catalogue.js'), {
    name: 'catalogue',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MB }
  })

export function createApp(keychainOptions: KeychainOptions): Program {
  const system = openSystem()
  const { locale } = system.info
  const publisher = createPublisher()
  const cache = openStorage(system.info.dataFolder, startCatalogueThread)
  const settings = createSettings(cache.registry, publisher, system.applyTheme)
  const lock = createLock({
    registry: cache.registry,
    pins: createPinHash(),
    presence: createPresence(),
    prompt: createSystemPrompt(),
    clock,
    publisher,
    settings: settings.get
  })
  const sampleApi = createSampleApi({ drift: true })
  const sampleFetch: typeof fetch = (input, init) => sampleApi(new Request(input, init))
  const probe = createProbe()
  const platform = createApi({
    fetchFor: ({ baseAddress }) => (baseAddress === SAMPLE_BASE_ADDRESS ? sampleFetch : networkFetch),
    resolver: probe
  })
  const keychain = openKeychain(keychainOptions)
  const files = createFiles(join(system.info.dataFolder, 'opened'))
  const session = createSession({
    platform,
    keychain,
    registry: cache.registry,
    erase: (accountId) => {
      if (session.account()?.id === accountId) store.close()
      files.forgetCopies()
      cache.erase(accountId)
    },
    eraseAll: () => {
      store.close()
      files.forgetCopies()
      cache.eraseAll()
    },
    newKey: () => randomBytes(KEY_BYTES).toString('base64'),
    clock,
    publisher,
    sample: { baseAddress: SAMPLE_BASE_ADDRESS, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    newId: randomUUID
  })
  const store = createOpenAccountStorage(cache, session, report)
  const freshness = createFreshnessBook(publisher)
  const refresh = createRefresh({
    platform,
    session,
    store,
    freshness,
    clock,
    publisher,
    settings: settings.get,
    network,
    paused: lock.locked,
    fetched: async (accountId, from) => {
      const noted = notifications.look(accountId, from)
      // Its storage stays open for that, also when the summary fails.
      await accountSummaries.look(accountId, from).finally(() => noted)
    },
    report
  })
  const signedIn = () => session.state().accounts.filter(({ credential }) => credential !== 'signedOut')
  const notifications = createNotifications({
    clock,
    notifier: createNotifier(),
    settings: settings.get,
    locked: lock.locked,
    withAccountStorage: store.withAccountStorage,
    matters: (id) => thoseThatCount(signedIn(), isSample).some(({ account }) => account.id === id),
    accountName(id) {
      const { accounts } = session.state()
      const line = accounts.find(({ account }) => account.id === id)
      return line && accounts.length > 1 ? nameOf(line.account, accounts) : null
    },
    locale,
    open: (accountId, key) => ways.openInvoice(accountId, key),
    report
  })
  session.onChange(() => notifications.keepOnly(new Set(signedIn().map(({ account }) => account.id))))
  const accountSummaries = createAccountSummaries({
    session,
    store,
    freshness,
    refresh,
    clock,
    locked: lock.locked,
    sum,
    report
  })
  const revalidate = (): void => refresh.revalidate()
  /** What both kinds of records need. */
  const common = {
    api: platform,
    session,
    store,
    freshness,
    clock,
    publisher,
    files,
    opener: browser,
    locked: lock.locked,
    whileOpen: () => refresh.whileOpen(),
    report
  }
  const catalogue = createCatalogue({ ...common, revalidate })
  const invoices = createInvoices({
    ...common,
    fetch: () => refresh.run('invoices')
  })
  const connections = createConnections({ api: platform, session, store, freshness, files })
  const connectionCheck = createConnectionCheck({
    api: platform,
    session,
    store,
    probe,
    clock,
    publisher,
    reached: () => refresh.nudge(),
    revalidate,
    report
  })
  const trayHost = createTrayHost({ platform: process.platform, env: process.env, clock })
  const surroundings = createSurroundings(trayHost, createAutostart(), publisher)
  const window = createMainWindow({
    title: system.name,
    onContents: (contents) => publisher.attach(contents),
    mayClose: () => background.mayClose(),
    onSessionEnd: () => background.end()
  })
  const background = createBackground({
    platform: process.platform,
    tray: trayHost,
    clock,
    closing: () => settings.get().closing,
    choose: (closing) => void settings.change({ closing }),
    ask: askAboutClosing,
    window,
    quit: system.quit,
    report
  })

  let wasLocked = lock.locked()
  publisher.hold(wasLocked)
  lock.onChange(() => {
    const locked = lock.locked()
    publisher.hold(locked)
    if (locked) invoices.cancelExport()
    // What came due meanwhile was put off.
    if (wasLocked && !locked) {
      refresh.nudge()
      notifications.catchUp()
    }
    wasLocked = locked
  })

  const show = (): void => window.show()
  const ways = createWays({ session, locked: lock.locked, show, lead: (path) => publisher.goTo(path), report })

  /** What is kept of the app outside of its own files. */
  const forget = async (): Promise<void> => {
    await system.forget()
    await surroundings.choose({ startWithSystem: false })
  }

  return {
    again({ link, bySystem }) {
      if (link !== null) ways.follow(link)
      else if (!bySystem) show()
    },
    start({ link, bySystem }) {
      system.fence()
      serveApp({
        folder: join(import.meta.dirname, '../renderer'),
        picture: (key, which) => catalogue.picture(key, which),
        description: (key) => catalogue.description(key),
        record: (key) => catalogue.record(key),
        locked: lock.locked,
        report
      })
      serve({
        report,
        allowed: (event) => isOwnPage(event, window.contents(), ORIGIN),
        locked: lock.locked,
        handlers: createHandlers({
          session,
          lock,
          connections,
          connectionCheck,
          catalogue,
          invoices,
          refresh,
          settings,
          eraseEverything: (leaveEntries) => eraseEverything({ session, lock, settings, forget }, leaveEntries),
          info: () => system.info,
          desktop: () => surroundings.read(),
          tellSystem: (change) => surroundings.choose(change),
          readProfile: () => readProfile(store, freshness),
          status: () => readStatus(store, refresh, freshness, cache.registry.condition(), today(clock.now())),
          copyText: system.copyText,
          takeRoute: () => publisher.takeRoute()
        })
      })
      if (link !== null) ways.follow(link)
      else if (bySystem && settings.get().startHidden) background.startHidden()
      else show()
      decorate({
        session,
        lock,
        refresh,
        accountSummaries,
        trayHost,
        ways,
        publisher,
        clock,
        locale,
        show,
        quit: system.quit,
        report
      })
      publisher.onPublish((name) => {
        if (name !== 'settingsChanged') return
        refresh.settingsChanged()
        notifications.catchUp()
      })
      system.onEnd(() => background.end())
      system.onSleep(() => refresh.sleeps())
      system.onWake(() => refresh.wakes())
      // The first screen first.
      void refresh.start().finally(() => accountSummaries.start())
    },
    stop() {
      trayHost.stop()
      lock.stop()
      refresh.stop()
      notifications.stop()
      connectionCheck.cancel()
      files.stop()
      store.close()
      cache.close()
    },
    stuck: () => keychain.hanging()
  }
}
