/** The only place that constructs modules and connects them. */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SAMPLE_ADDRESSES, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../sample/credentials.ts'
import { createSampleFetch } from '../sample/sample-fetch.ts'
import { openStorage } from './storage/index.ts'
import { createCatalogue } from './core/catalogue/catalogue.ts'
import { reportUnexpected, type CoreParts } from './core/core-parts.ts'
import { createConnections } from './core/connection/connections.ts'
import { createConnectionCheck } from './core/connection/connection-check.ts'
import { createSettings, eraseEverything } from './core/settings.ts'
import { FreshnessState } from './core/refresh/freshness-state.ts'
import { accountChoices } from '../shared/models/account.ts'
import { AccountSummaries } from './core/summary/account-summaries.ts'
import { createInvoices } from './core/invoices/invoices.ts'
import { createLock } from './core/lock/lock.ts'
import { Notifications } from './core/notifications/notifications.ts'
import type { Clock } from './core/ports/index.ts'
import { Refresh } from './core/refresh/refresh.ts'
import { Session } from './core/session/session.ts'
import { readStatus, readStoredProfile } from './core/summary/status.ts'
import { createOpenAccountStorage } from './core/open-account-storage.ts'
import { createAutostart } from './desktop/autostart.ts'
import { createFiles } from './desktop/files/file-dialogs.ts'
import { browser } from './desktop/links.ts'
import { report } from './desktop/log.ts'
import { installMenu } from './desktop/menu.ts'
import { network, networkFetch } from './desktop/network.ts'
import { createNotifier } from './desktop/notifications.ts'
import { createProbe } from './desktop/probe.ts'
import {
  applyTheme,
  clearBrowserData,
  copyText,
  createCapabilities,
  createIdleMonitor,
  createSystemPrompt,
  onEnd,
  onWake,
  quit,
  readAppInfo
} from './desktop/system.ts'
import { createTray } from './desktop/tray/tray.ts'
import { createTrayHost } from './desktop/tray/tray-host.ts'
import { trayContent } from './desktop/tray/tray-menu.ts'
import { askAboutClosing, createBackground } from './desktop/window/background.ts'
import { showContextMenu } from './desktop/window/context-menu.ts'
import { createAnswers } from './ipc/answers.ts'
import { createHandlers } from './ipc/handlers.ts'
import { ProviderApi } from './api/provider-api.ts'
import { SystemKeychain, type KeychainOptions } from './keychain/index.ts'
import { createPinHash } from './keychain/pin-verifier.ts'
import { createNavigation } from './navigation.ts'
import type { Shell } from './shell.ts'

const KEY_BYTES = 32
/** Delay of startRest after the page is mounted: its first paint has the processor for itself. */
const PAINT_MS = 300
/** Delay of startRest if the page doesn't mount, because the app is locked or the page failed. Longer than a slow computer needs to mount it. */
const REST_MS = 3000

export interface Launch {
  /** A `portside://` link to open, not yet validated. */
  link: string | null
  bySystem: boolean
}

export type PortsideApp = ReturnType<typeof createApp>

const clock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  uptime: () => uptime() * 1000,
  random: Math.random,
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
}

/**
 * Megabytes of the worker's JavaScript heap. It is no hard limit (docs/electron-services.md, "Worker thread"): readers/json/json-limits.ts limits
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

export function createApp(keychainOptions: KeychainOptions, { window, publisher, connect }: Shell) {
  const info = readAppInfo()
  const { locale, dataFolder } = info
  const storage = openStorage(dataFolder, startCatalogueWorker)
  const settings = createSettings(storage.registry, publisher, applyTheme)
  const lock = createLock({
    registry: storage.registry,
    pins: createPinHash(),
    presence: createIdleMonitor(),
    prompt: createSystemPrompt(),
    clock,
    publisher,
    settings: settings.get,
    onScreen: () => window.isOnScreen()
  })
  const sampleFetch = createSampleFetch({ drift: true })
  const probe = createProbe()
  const api = new ProviderApi({
    fetchFor: ({ baseAddress }) => sampleFetch(baseAddress) ?? networkFetch,
    resolver: probe
  })
  const keychain = new SystemKeychain(keychainOptions)
  const files = createFiles(join(dataFolder, 'opened'))
  const session = new Session({
    api,
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
    storedIds: storage.accountIds,
    newKey: () => randomBytes(KEY_BYTES).toString('base64'),
    clock,
    publisher,
    sample: { baseAddresses: SAMPLE_ADDRESSES, email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    newId: randomUUID
  })
  const coreReport = reportUnexpected(report)
  const store = createOpenAccountStorage(storage, session, coreReport)
  const core: CoreParts = {
    api,
    session,
    store,
    freshness: new FreshnessState(publisher),
    clock,
    publisher,
    files,
    opener: browser,
    locked: lock.locked,
    report: coreReport
  }
  const refresh = new Refresh({
    ...core,
    settings: settings.get,
    network,
    onScreen: () => window.isOnScreen(),
    fetched: async (accountId, from) => {
      const noted = notifications.check(accountId, from)
      // Keeps the storage open until the notifications are done, also if the summary fails.
      await accountSummaries.update(accountId, from).finally(() => noted)
    }
  })
  const notifier = createNotifier(publisher)
  const notifications = new Notifications({
    ...core,
    notifier,
    settings: settings.get,
    locale,
    open: (accountId, key) => navigation.openInvoice(accountId, key)
  })
  const accountSummaries = new AccountSummaries({ ...core, refresh })
  const catalogue = createCatalogue({ ...core, refresh })
  const invoices = createInvoices({ ...core, refresh, locale, sha256: (text) => hash('sha256', text) })
  const connections = createConnections(core)
  const connectionCheck = createConnectionCheck({ ...core, refresh, probe })
  const trayHost = createTrayHost({ platform: process.platform, env: process.env, clock })
  const capabilities = createCapabilities(trayHost, createAutostart(), notifier, publisher)
  const background = createBackground({
    platform: process.platform,
    tray: trayHost,
    clock,
    closing: () => settings.get().closing,
    choose: (closing) => void settings.change({ closing }),
    ask: askAboutClosing,
    window,
    quit,
    report
  })

  let wasLocked = lock.locked()
  publisher.hold(wasLocked)
  lock.onChange(() => {
    const locked = lock.locked()
    publisher.hold(locked)
    if (locked) invoices.cancelExport()
    if (wasLocked && !locked) {
      refresh.retryNow()
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

  const forget = async (): Promise<void> => {
    await clearBrowserData()
    await capabilities.apply({ startWithSystem: false })
  }

  let restStarted = false
  /** What the first view doesn't need: menu, tray, the provider. */
  const startRest = (): void => {
    if (restStarted) return
    restStarted = true
    // Tray and menu name the signed-in accounts, except while the app is locked.
    const updateMenu = installMenu(
      () => ({
        locked: lock.locked(),
        lockEnabled: lock.state().enabled,
        accounts: accountChoices(session.state())
      }),
      {
        goTo: navigation.goTo,
        refresh: () => void refresh.fetchOpenAccount(null),
        switchAccount: navigation.switchAccount,
        lockNow: () => lock.now()
      }
    )
    const tray = createTray({
      host: trayHost,
      clock,
      report,
      content: async () => trayContent(await accountSummaries.read(), locale, clock.now()),
      actions: {
        refresh: () => void refresh.fetchAllAccounts(),
        open: show,
        settings: () => navigation.goTo('/settings'),
        quit,
        openInvoice: navigation.openInvoice,
        switchAccount: navigation.switchAccount
      }
    })
    accountSummaries.onChange(() => {
      tray.stale()
      publisher.publish('amountsChanged')
    })
    publisher.onPublish((name) => {
      if (name === 'sessionChanged' || name === 'lockChanged') updateMenu()
      if (name === 'lockChanged') tray.redraw()
      if (name === 'invoicesChanged' || name === 'sessionChanged') tray.stale()
      if (name !== 'settingsChanged') return
      refresh.settingsChanged()
      notifications.catchUp()
    })
    if (!session.account()) storage.startWorker()
    void refresh.start().finally(() => accountSummaries.start())
  }

  // Each call has its own timer: a page that calls takeRoute without end must not put it off.
  const startRestAfter = (ms: number): void => {
    if (!restStarted) clock.after(ms, startRest)
  }

  const answers = createAnswers({
    locked: lock.locked,
    after: clock.after,
    report,
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
      info: () => info,
      desktop: () => capabilities.read(),
      applyToSystem: (change) => capabilities.apply(change),
      readProfile: () => readStoredProfile(core),
      accountAmounts: () => accountSummaries.readAmounts(),
      status: () => readStatus({ ...core, refresh }, storage.registry.condition()),
      copyText,
      revealFile: files.reveal,
      takeRoute() {
        // The page is about to paint.
        startRestAfter(PAINT_MS)
        return publisher.takeRoute()
      }
    })
  })
  connect({
    background,
    shown() {
      lock.shown()
      refresh.windowShown()
    },
    answers,
    contextMenu: showContextMenu,
    content: {
      picture: (key, which) => catalogue.picture(key, which),
      description: (key) => catalogue.description(key),
      record: (key) => catalogue.record(key),
      locked: lock.locked
    }
  })

  return {
    /** Handles another launch: shows the window, or opens it again. */
    again({ link, bySystem }: Launch): void {
      if (link !== null) navigation.follow(link)
      else if (!bySystem) show()
    },
    start({ link, bySystem }: Launch): void {
      if (link !== null) navigation.follow(link)
      else if (bySystem && settings.get().startHidden) background.startHidden()
      else if (!window.isOpen()) show()
      onEnd(() => background.end())
      onWake(() => refresh.systemWoke())
      if (!window.isOpen()) return startRest()
      // Opens the storage files while Chromium starts. The answers are discarded: the page asks for current ones.
      void answers.answerFirstCalls()
      // Menu, tray and refresh would take processor time from the page's start.
      startRestAfter(REST_MS)
    },
    /** Cancels all work and closes every file. */
    stop(): void {
      restStarted = true
      trayHost.stop()
      lock.stop()
      refresh.stop()
      notifications.stop()
      connectionCheck.cancel()
      files.stop()
      store.close()
      storage.close()
    },
    /** True while a hanging call to the password store blocks a thread, which keeps the process from ending. */
    stuck: (): boolean => keychain.isHanging()
  }
}
