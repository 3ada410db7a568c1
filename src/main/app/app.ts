import { hash, randomBytes, randomUUID } from 'node:crypto'
import { uptime } from 'node:os'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SAMPLE_ADDRESSES, SAMPLE_DEFINITION, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/credentials.ts'
import { createSampleFetch } from '../../sample/sample-fetch.ts'
import { AppUpdates } from './connect-updates.ts'
import { FileStorage } from '../storage/file-storage.ts'
import { Throttle } from '../concurrency.ts'
import { Core } from './core.ts'
import { reportUnexpected } from '../core-parts.ts'
import { RefreshRequests } from '../accounts/rounds/refresh-requests.ts'
import { accountChoices, listsPlans } from '../../shared/models/account.ts'
import { language } from '../../shared/i18n/translate.ts'
import type { ChangeTopic, Route } from '../../shared/ipc/contract.ts'
import type { AppInfo } from '../../shared/models/desktop.ts'
import type { Clock } from '../ports/index.ts'
import type { About } from '../desktop/about.ts'
import { createAutostart } from '../desktop/autostart.ts'
import { askOnScreen, type WhenOnScreen } from '../desktop/crash/ask-on-screen.ts'
import type { Graphics } from '../desktop/crash/graphics.ts'
import { copyText } from '../desktop/clipboard.ts'
import type { ProcessEnd } from '../desktop/crash/recent-ends.ts'
import type { SystemDiagnostics } from '../desktop/system-diagnostics.ts'
import { DesktopFiles, markFile, openInProgram, revealFile } from '../desktop/files/file-dialogs.ts'
import type { SafeFolderFiles } from '../desktop/files/folder-files.ts'
import { SavesInProgress } from '../desktop/files/saves-in-progress.ts'
import { Languages } from '../desktop/languages.ts'
import { GlobalShortcut } from '../desktop/global-shortcut.ts'
import { browser } from '../desktop/opening.ts'
import { log, report } from '../desktop/log.ts'
import { AppMenu, type MenuState } from '../desktop/menu.ts'
import { network, networkFetch, networkProxy } from '../desktop/network.ts'
import { SystemNotifier } from '../desktop/system-notifier.ts'
import { NetworkProbe } from '../desktop/probe.ts'
import {
  applyTheme,
  clearBrowserData,
  clearUnusedStorage,
  Capabilities,
  createIdleMonitor,
  createSystemPrompt,
  onEnd,
  onWake,
  quit,
  readAppInfo,
  readLanguages
} from '../desktop/system.ts'
import { TrayIcon } from '../desktop/tray/tray.ts'
import { TrayHost } from '../desktop/tray/tray-host.ts'
import { askAboutSaves, QuitConfirmation } from '../desktop/quit-confirmation.ts'
import { trayContent } from '../desktop/tray/tray-menu.ts'
import { askAboutClosing, Background } from '../desktop/window/background.ts'
import { showContextMenu } from '../desktop/window/context-menu.ts'
import { onWayland } from '../desktop/window/main-window.ts'
import { CallAnswers } from '../ipc/answers.ts'
import { createHandlers } from '../ipc/handlers.ts'
import { ProviderApi } from '../provider/api/provider-api.ts'
import { SystemKeychain, type KeychainOptions } from '../storage/keychain/system-keychain.ts'
import { createPinHash } from '../storage/pin-verifier.ts'
import { InterfaceLanguage } from './interface-language.ts'
import { Navigation } from './navigation.ts'
import type { Shell } from './shell.ts'

const KEY_BYTES = 32
/** Delay of startRest after the page is mounted: its first paint has the processor for itself. */
const PAINT_MS = 300
/** Delay of startRest if the page doesn't mount, because the app is locked or the page failed. Longer than a slow computer needs to mount it. */
const REST_MS = 3000

/** What an account's lines in the tray depend on. */
const SHOWN_IN_TRAY: ReadonlySet<ChangeTopic> = new Set<ChangeTopic>([
  'invoices',
  'amounts',
  'profile',
  'status',
  'refreshAll'
])
/** In milliseconds: a refresh of all accounts changes each of them. */
const TRAY_MS = 1000

export interface Launch {
  /** A `portside://` link to open, not yet validated. */
  link: string | null
  bySystem: boolean
}

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
 * Megabytes of the worker's JavaScript heap. A worker that fills it with small objects ends alone. It is no hard limit: near it, one
 * allocation of more than 16 MB aborts the whole process (nodejs/node#47224), and Buffers don't count. provider/readers/json/json-limits.ts limits the
 * lists, so that the largest one needs less (293 MB).
 */
const WORKER_MB = 768

/** A Node worker thread. Electron can load it from its archive (electron#33216). */
export function startCatalogueWorker(): Worker {
  const worker = new Worker(join(import.meta.dirname, 'catalogue.js'), {
    name: 'catalogue',
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MB }
  })
  // Its pending calls fail, and the next one starts another worker (catalogue/storage/worker-client.ts).
  worker.on('error', (error) => {
    log.event('catalogueWorkerGone', {})
    report(error)
  })
  return worker
}

/** Constructs the adapters, the rules (Core) and the desktop, and connects them. */
export class PortsideApp {
  readonly #shell: Shell
  readonly #info: AppInfo
  readonly #graphics: Graphics
  readonly #onMounted: () => void
  readonly #language: InterfaceLanguage
  readonly #storage: FileStorage
  readonly #keychain: SystemKeychain
  readonly #saves = new SavesInProgress()
  readonly #quitConfirmation = new QuitConfirmation({
    saves: this.#saves,
    ask: askAboutSaves,
    quit,
    ends: () => this.#end(),
    systemEnds: () => this.#updates.systemEnds(),
    log,
    report
  })
  readonly #files: DesktopFiles
  readonly #trayHost = new TrayHost({ platform: process.platform, env: process.env, clock })
  readonly #core: Core
  readonly #refreshRequests: RefreshRequests
  readonly #updates: AppUpdates
  readonly #navigation: Navigation
  readonly #background: Background
  readonly #globalShortcut: GlobalShortcut
  readonly #answers: CallAnswers
  /** null: nothing was saved into the user's folder yet. */
  #folderFiles: SafeFolderFiles | null = null
  #about: About | null = null
  #isRestStarted = false
  /** Everything is closed. The process may last longer, while an update is installed. */
  #isStopped = false
  #isEnding = false
  #hasToldError = false
  readonly #whenOnScreen: WhenOnScreen = (run) => this.#shell.window.whenOnScreen(run)

  /** @param onMounted called when the page is mounted. Without it, the rest of the app starts then */
  constructor(keychainOptions: KeychainOptions, shell: Shell, graphics: Graphics, onMounted?: () => void) {
    // The page is about to paint.
    this.#onMounted = onMounted ?? (() => this.#startRestAfter(PAINT_MS))
    const { publisher, window } = shell
    const languages = new Languages()
    this.#info = readAppInfo(languages.tags)
    const { dataFolder } = this.#info
    const notifier = new SystemNotifier(publisher)
    this.#globalShortcut = new GlobalShortcut({
      accelerator: () => this.#core.settings.read().globalShortcut,
      usesPortal: onWayland(),
      pressed: () => this.#background.toggleWindow(),
      changed: () => publisher.publish('desktop', null)
    })
    const capabilities = new Capabilities(this.#trayHost, createAutostart(), notifier, this.#globalShortcut, publisher)
    this.#shell = shell
    this.#graphics = graphics
    this.#storage = new FileStorage(dataFolder, startCatalogueWorker)
    this.#keychain = new SystemKeychain({
      ...keychainOptions,
      failed: (call, code) => log.event('keychainFailed', { call, code })
    })
    this.#files = new DesktopFiles(join(dataFolder, 'opened'), this.#saves)
    this.#core = this.#connectCore(notifier, capabilities, languages)
    networkProxy.start(this.#core.settings.read().proxy, (challenge) =>
      this.#core.proxySettings.password.answer(challenge)
    )
    const { refresh, settings } = this.#core
    this.#language = new InterfaceLanguage({
      languages,
      chosen: () => settings.read().language,
      ofSystem: readLanguages
    })
    settings.onChange(() => this.#language.update())
    this.#refreshRequests = new RefreshRequests({ registry: this.#storage.registry, refresh, report })
    this.#updates = this.#connectUpdates()
    this.#navigation = new Navigation({
      accounts: this.#core.accounts,
      locked: () => this.#core.lock.isLocked(),
      show: () => window.show(),
      requestRoute: (path, account) => publisher.requestRoute(path, account)
    })
    this.#background = new Background({
      platform: process.platform,
      tray: this.#trayHost,
      clock,
      closing: () => this.#core.settings.read().closing,
      choose: (closing) => void this.#core.settings.change({ closing }),
      ask: askAboutClosing,
      window,
      quit,
      report
    })
    this.#answers = new CallAnswers({
      locked: () => this.#core.lock.isLocked(),
      shown: () => this.#core.shownAtStart(),
      after: clock.after,
      report,
      handlers: createHandlers({
        core: this.#core,
        info: this.#info,
        capabilities,
        globalShortcut: this.#globalShortcut,
        files: this.#files,
        updates: this.#updates,
        pageMessages: () => this.#language.pageMessages(),
        copyText,
        loadAbout: () => this.#loadAbout(),
        reportPageError: (description) => log.pageError(description),
        takeRoute: () => this.#takeRoute()
      })
    })
    this.#connectShell()
  }

  start({ link, bySystem }: Launch): void {
    const { window } = this.#shell
    if (link !== null) this.#navigation.openLink(link)
    else if (bySystem && this.#core.settings.read().startHidden) this.#background.startHidden()
    else if (!window.isOpen()) window.show()
    onEnd(
      () => this.#quitConfirmation.mayQuit(),
      () => this.#quitConfirmation.maySystemEnd()
    )
    onWake(() => {
      log.event('systemWoke', {})
      this.#core.refresh.systemWoke()
    })
    if (!window.isOpen()) return this.#startRest()
    // Opens the storage files while Chromium starts. The answers are discarded: the page asks for current ones.
    void this.#answers.answerFirstCalls()
    // Menu, tray and refresh would take processor time from the page's start.
    this.#startRestAfter(REST_MS)
  }

  /** Handles another launch: shows the window, or opens it again. */
  launchedAgain({ link, bySystem }: Launch): void {
    if (this.#isStopped) return
    if (link !== null) this.#navigation.openLink(link)
    else if (!bySystem) this.#shell.window.show()
  }

  /** Another process asks for a refresh (`portside refresh`): no window is shown. */
  refreshRequested(id: string): void {
    if (this.#isStopped) return
    this.#startRest()
    void this.#refreshRequests.fetchFor(id)
  }

  /** An error that nothing caught: some code of main was cut off by it. Asks once, because one error often leads to others. */
  errorOccurred(error: unknown): void {
    log.event('uncaughtError', {})
    report(error)
    if (this.#isEnding || this.#hasToldError) return
    this.#hasToldError = true
    askOnScreen(this.#whenOnScreen, (dialogs, window) => dialogs.tellAboutError(window, error))
  }

  /** Cancels all work and closes every file. */
  stop(): void {
    this.#isRestStarted = true
    this.#isStopped = true
    this.#refreshRequests.stop()
    this.#updates.stop()
    this.#trayHost.stop()
    this.#globalShortcut.stop()
    this.#core.stop()
    this.#files.stop()
    this.#folderFiles?.stop()
    this.#core.closeAccounts()
    this.#storage.close()
    this.#keychain.stop()
  }

  /** True while a hanging operation of the keychain or to a network drive blocks a thread, which keeps the process from ending. */
  isStuck(): boolean {
    return this.#keychain.isHanging() || (this.#folderFiles?.isHanging() ?? false)
  }

  #end(): void {
    this.#isEnding = true
    this.#background.end()
  }

  #connectUpdates(): AppUpdates {
    return new AppUpdates({
      info: this.#info,
      fetch: networkFetch,
      opener: browser,
      registry: this.#storage.registry,
      clock,
      network,
      publisher: this.#shell.publisher,
      settings: () => this.#core.settings.read(),
      quit,
      log,
      report
    })
  }

  #connectCore(notifier: SystemNotifier, capabilities: Capabilities, languages: Languages): Core {
    const { publisher, window } = this.#shell
    const sampleFetch = createSampleFetch({
      drift: true,
      language: { tag: () => language.tag, messages: (tag) => languages.sampleMessages(tag) }
    })
    const probe = new NetworkProbe()
    const updates = (): AppUpdates => this.#updates
    return new Core({
      api: new ProviderApi({
        fetchFor: ({ baseUrl }) => sampleFetch(baseUrl) ?? networkFetch,
        resolver: probe
      }),
      keychain: this.#keychain,
      storage: this.#storage,
      files: this.#files,
      opener: browser,
      network,
      proxy: networkProxy,
      probe,
      notifier,
      pins: createPinHash(),
      presence: createIdleMonitor(),
      prompt: createSystemPrompt(),
      clock,
      publisher,
      sample: {
        baseUrls: SAMPLE_ADDRESSES,
        definition: SAMPLE_DEFINITION,
        email: SAMPLE_EMAIL,
        password: SAMPLE_PASSWORD
      },
      newId: randomUUID,
      newKey: () => randomBytes(KEY_BYTES).toString('base64'),
      appVersion: this.#info.version,
      locale: this.#info.locale,
      sha256: (text) => hash('sha256', text),
      graphics: this.#graphics,
      applyTheme,
      onScreen: () => window.isOnScreen(),
      openInvoice: (accountId, key) => this.#navigation.openInvoice(accountId, key),
      openPlans: (accountId) => this.#navigation.openPlans(accountId),
      openProfile: (accountId) => this.#navigation.openProfile(accountId),
      openSettings: () => this.#navigation.goTo('/settings'),
      loadFolderFiles: () => this.#loadFolderFiles(),
      loadDiagnosticSources: () => this.#loadDiagnosticSources(capabilities),
      async eraseSystemData() {
        window.eraseState()
        await clearBrowserData()
        await updates().reset()
        log.erase()
        await capabilities.saveWithAutostart(false, () => undefined)
      },
      log,
      report: reportUnexpected(report)
    })
  }

  async #loadFolderFiles(): Promise<SafeFolderFiles> {
    const { SafeFolderFiles } = await import('../desktop/files/folder-files.ts')
    this.#folderFiles ??= new SafeFolderFiles({ mark: markFile, reveal: revealFile })
    return this.#folderFiles
  }

  async #loadDiagnosticSources(capabilities: Capabilities): Promise<SystemDiagnostics> {
    const [{ SystemDiagnostics }, { PersonalValues }] = await Promise.all([
      import('../desktop/system-diagnostics.ts'),
      import('../provider/readers/security/personal-values.ts')
    ])
    return new SystemDiagnostics({
      dataFolder: this.#info.dataFolder,
      locale: this.#info.locale,
      desktop: async () => ({
        ...(await capabilities.read()),
        windowOnScreen: this.#shell.window.isOnScreen()
      }),
      createReplacer: (values) => PersonalValues.create(values)
    })
  }

  async #loadAbout(): Promise<About> {
    const { About } = await import('../desktop/about.ts')
    const buildFolder = join(import.meta.dirname, '..')
    this.#about ??= new About({
      info: this.#info,
      buildFolder,
      programFolder: dirname(process.execPath),
      open: openInProgram
    })
    return this.#about
  }

  #connectShell(): void {
    const { accounts, catalogue, lock } = this.#core
    this.#shell.connect({
      background: this.#background,
      maySessionEnd: () => this.#quitConfirmation.maySessionEnd(),
      shown: () => this.#core.windowShown(),
      left: () => this.#globalShortcut.resume(),
      answers: this.#answers,
      contextMenu: showContextMenu,
      content: {
        picture: (account, key, which) => catalogue.pictures.find(accounts.get(account), key, which),
        description: (account, key) => catalogue.description(accounts.get(account), key),
        record: (account, key) => catalogue.record(accounts.get(account), key),
        locked: () => lock.isLocked()
      }
    })
  }

  #takeRoute(): Route {
    // An earlier page may have been recording.
    this.#globalShortcut.resume()
    this.#onMounted()
    return this.#shell.publisher.takeRoute()
  }

  /** Each call has its own timer: a page that calls takeRoute without end must not put it off. */
  #startRestAfter(ms: number): void {
    if (!this.#isRestStarted) clock.after(ms, () => this.#startRest())
  }

  /** What the first view doesn't need: menu, tray, the provider. */
  #startRest(): void {
    if (this.#isRestStarted) return
    this.#isRestStarted = true
    // Tray and menu name the signed-in accounts, except while the app is locked.
    const menu = this.#createMenu()
    const tray = this.#createTray()
    const { publisher } = this.#shell
    const changes = new Throttle(clock, () => tray.redrawSoon(), TRAY_MS)
    publisher.onPublish((...[topic]) => {
      // Later, so that the call that changed an account is answered first: making a menu of many accounts takes some milliseconds.
      if (topic === 'session') {
        setImmediate(() => menu.update())
        tray.redrawSoon()
      }
      if (topic === 'lock') {
        menu.update()
        tray.redraw()
        this.#globalShortcut.resume()
      }
      if (SHOWN_IN_TRAY.has(topic)) changes.sendSoon()
    })
    this.#core.settings.onChange(() => {
      tray.redrawSoon()
      menu.update()
      this.#globalShortcut.update()
    })
    this.#globalShortcut.update()
    this.#graphics.onRepeatedFailure((failures) => this.#askAboutGraphics(failures))
    this.#core.start()
    this.#updates.start(() => menu.update())
    clearUnusedStorage().catch(report)
  }

  #askAboutGraphics(failures: readonly ProcessEnd[]): void {
    // It has been turned off.
    this.#shell.publisher.publish('settings', null)
    askOnScreen(this.#whenOnScreen, async (dialogs, window) => {
      const startsWithout = await dialogs.askAboutGraphics(window, failures)
      if (startsWithout !== null) this.#core.settings.change({ graphicsProcessor: !startsWithout })
    })
  }

  #createMenu(): AppMenu {
    const { lock, accounts, settings } = this.#core
    const state = (): MenuState => {
      const current = accounts.state()
      return {
        locked: lock.isLocked(),
        lockEnabled: lock.state().enabled,
        accounts: accountChoices(current),
        provider: current.status === 'signedIn' ? current.provider : null,
        hasPlans: listsPlans(
          current.accounts,
          current.status === 'signedIn' ? current.account.id : undefined,
          settings.read().allAccounts
        ),
        hasUpdates: this.#updates.hasFeed()
      }
    }
    return new AppMenu(state, {
      goTo: (path) => this.#navigation.goTo(path),
      refresh: () => void this.#core.accounts.shown?.rounds.poll(),
      switchAccount: (id) => this.#navigation.switchAccount(id),
      lockNow: () => lock.lock(),
      checkForUpdates: () => {
        this.#navigation.goTo('/settings#updates')
        this.#updates.check()
      }
    })
  }

  #createTray(): TrayIcon {
    const { accountSummaries, refresh, settings } = this.#core
    return new TrayIcon({
      host: this.#trayHost,
      clock,
      report,
      content: async () =>
        trayContent(await accountSummaries.read(), this.#core.locale(), clock.now(), settings.read().trayTitle),
      actions: {
        refresh: () => void refresh.fetchAllAccounts(),
        open: () => this.#shell.window.show(),
        settings: () => this.#navigation.goTo('/settings'),
        quit,
        openInvoice: (accountId, key) => this.#navigation.openInvoice(accountId, key),
        openPlans: (accountId) => this.#navigation.openPlans(accountId),
        switchAccount: (id) => this.#navigation.switchAccount(id),
        toggleWindow: () => this.#background.toggleWindow()
      }
    })
  }
}
