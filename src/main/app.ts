/** The only place that constructs modules and connects them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createSampleApi, SAMPLE_BASE_ADDRESS, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../sample/index.ts'
import { isSample, nameOf, thoseThatCount } from '../shared/models/account.ts'
import { today } from '../shared/models/day.ts'
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
import { createSession } from './core/session/session.ts'
import { createSettings } from './core/settings.ts'
import { readStatus } from './core/summary/status.ts'
import { createOpenAccountStorage } from './core/open-account-storage.ts'
import { createDesktopShell } from './desktop-shell.ts'
import { createAutostart } from './desktop/system/autostart.ts'
import { createBackground } from './desktop/window/background.ts'
import { askAboutClosing } from './desktop/window/close-dialog.ts'
import { browser } from './desktop/links/browser.ts'
import { createFiles } from './desktop/files/file-dialogs.ts'
import { report } from './desktop/system/log.ts'
import { network, networkFetch } from './desktop/network/network.ts'
import { createNotifier } from './desktop/notifications/notifier.ts'
import { ORIGIN } from './desktop/protocol/origin.ts'
import { createIdleMonitor } from './desktop/system/idle.ts'
import { createProbe } from './desktop/network/probe.ts'
import { serveApp } from './desktop/protocol/protocol.ts'
import { createCapabilities } from './desktop/system/capabilities.ts'
import { openSystem } from './desktop/system/system.ts'
import { createSystemPrompt } from './desktop/system/touch-id.ts'
import { createTrayHost } from './desktop/tray/tray-host.ts'
import { createMainWindow } from './desktop/window/main-window.ts'
import { isOwnPage } from './ipc/answer.ts'
import { createHandlers } from './ipc/handlers.ts'
import { createPublisher } from './ipc/publisher.ts'
import { serve } from './ipc/serve.ts'
import { createApi } from './api/index.ts'
import { openKeychain, type KeychainOptions } from './keychain/index.ts'
import { createPinHash } from './keychain/pin-verifier.ts'
import { createNavigation } from './navigation.ts'

/** For AES-256. */
const KEY_BYTES = 32

/** Why the app was started. */
export interface Launch {
  /** A `portside://` link to open, not yet validated. */
  link: string | null
  /** The system started the app when the person signed in. */
  bySystem: boolean
}

export interface PortsideApp {
  start(launch: Launch): void
  /** Handles another launch: shows the window, or opens it again. */
  again(launch: Launch): void
  /** Cancels all work and closes every file. */
  stop(): void
  /** True while a hanging call to the password store blocks a thread, which keeps the process from ending. */
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
 * Megabytes of the worker's JavaScript heap. It is no hard limit (docs/electron.md, "Worker thread"): api/http/json-limits.ts limits
 * the lists, so that the largest one needs less.
 */
const WORKER_MB = 768

/** A Node worker thread. Electron can load it from its archive (electron#33216). */
export const startCatalogueWorker = (): Worker =>
  new Worker(join(import.meta.dirname, 'catalogue.js'), {
    name: 'catalogue',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB }
  })

export function createApp(keychainOptions: KeychainOptions): PortsideApp {
  const system = openSystem()
  const { locale } = system.info
  const publisher = createPublisher()
  const storage = openStorage(system.info.dataFolder, startCatalogueWorker)
  const settings = createSettings(storage.registry, publisher, system.applyTheme)
  const lock = createLock({
    registry: storage.registry,
    pins: createPinHash(),
    presence: createIdleMonitor(),
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
    api: platform,
    keychain,
    registry: storage.registry,
    erase: (accountId) => {
      if (session.account()?.id === accountId) store.close()
      files.removeTempFiles()
      storage.erase(accountId)
    },
    eraseAll: () => {
      store.close()
      files.removeTempFiles()
      storage.eraseAll()
    },
    newKey: () => randomBytes(KEY_BYTES).toString('base64'),
    clock,
    publisher,
    sample: { baseAddress: SAMPLE_BASE_ADDRESS, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    newId: randomUUID
  })
  const store = createOpenAccountStorage(storage, session, report)
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
      // Keeps the storage open until the notifications are done, also if the summary fails.
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
    open: (accountId, key) => navigation.openInvoice(accountId, key),
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
  /** Shared by catalogue and invoices. */
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
  const capabilities = createCapabilities(trayHost, createAutostart(), publisher)
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
    // Refreshes and notifications that came due while locked.
    if (wasLocked && !locked) {
      refresh.nudge()
      notifications.catchUp()
    }
    wasLocked = locked
  })

  const show = (): void => window.show()
  const navigation = createNavigation({
    session,
    locked: lock.locked,
    show,
    requestRoute: (path) => publisher.goTo(path),
    report
  })

  /** Removes data outside of the app's own files. */
  const forget = async (): Promise<void> => {
    await system.clearBrowserData()
    await capabilities.apply({ startWithSystem: false })
  }

  return {
    again({ link, bySystem }) {
      if (link !== null) navigation.follow(link)
      else if (!bySystem) show()
    },
    start({ link, bySystem }) {
      system.restrictPages()
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
          desktop: () => capabilities.read(),
          applyToSystem: (change) => capabilities.apply(change),
          readProfile: () => readProfile(store, freshness),
          status: () => readStatus(store, refresh, freshness, storage.registry.condition(), today(clock.now())),
          copyText: system.copyText,
          takeRoute: () => publisher.takeRoute()
        })
      })
      if (link !== null) navigation.follow(link)
      else if (bySystem && settings.get().startHidden) background.startHidden()
      else show()
      createDesktopShell({
        session,
        lock,
        refresh,
        accountSummaries,
        trayHost,
        navigation,
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
      // The first screen comes first.
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
      storage.close()
    },
    stuck: () => keychain.hanging()
  }
}
