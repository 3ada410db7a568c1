import { hasOtherAccounts } from '../../shared/models/account.ts'
import { csvFormatOf, type CsvFormat } from '../../shared/models/csv-format.ts'
import type { Status, StorageCondition } from '../../shared/models/status.ts'
import type { Account, AccountEvents } from '../accounts/account.ts'
import { Accounts, type AccountsParts } from '../accounts/accounts.ts'
import { unlessSealed } from '../accounts/opened-storage.ts'
import type { Diagnostics } from './diagnostics/diagnostics.ts'
import { Catalogue } from '../catalogue/catalogue.ts'
import { ConnectionCheck } from '../accounts/connection/connection-check.ts'
import { Connections } from '../accounts/connection/connections.ts'
import { ProxySettings } from './network/proxy-settings.ts'
import { ProviderTrials } from '../accounts/connection/provider-trials.ts'
import type { CoreParts } from '../core-parts.ts'
import { Invoices } from '../invoices/invoices.ts'
import { Lock } from '../accounts/lock/lock.ts'
import { BalanceNotifications } from './notifications/balance-notifications.ts'
import { invoiceNewsSource, type InvoiceEvent } from './notifications/invoice-news.ts'
import type { NewsEvent } from './notifications/news.ts'
import { Notifications } from './notifications/notifications.ts'
import { planNewsSource, type PlanEvent } from './notifications/plan-news.ts'
import type {
  AccountStorage,
  Api,
  Clock,
  DiagnosticSources,
  Files,
  FolderFiles,
  Keychain,
  Log,
  Network,
  Notifier,
  Opener,
  PinHash,
  Presence,
  Probe,
  ProxyControl,
  ProxyKeychain,
  Publisher,
  Storage,
  SystemPrompt
} from '../ports/index.ts'
import { Refresh } from '../accounts/rounds/refresh.ts'
import { SettingsStore, type SettingsParts } from './settings/settings.ts'
import { AccountSummaries } from '../accounts/summary/account-summaries.ts'
import { PdfFolder } from '../invoices/pdf-folder/pdf-folder.ts'
import { Plans } from '../plans/plans.ts'
import { readStatus } from '../accounts/summary/status.ts'
import { TransferFile } from './settings/transfer-file.ts'

export interface CorePorts extends Pick<AccountsParts, 'sample' | 'newId' | 'newKey'> {
  api: Api
  keychain: Keychain & ProxyKeychain
  storage: Storage & {
    /** The catalogue's worker, before there is an account: starting it takes as long as a sign-in. */
    startWorker(): void
    registry: { condition(): StorageCondition }
  }
  files: Files & { removeTempFiles(): void }
  opener: Opener
  network: Network
  proxy: ProxyControl
  probe: Probe
  notifier: Notifier
  pins: PinHash
  presence: Presence
  prompt: SystemPrompt
  clock: Clock
  publisher: Publisher & {
    /** Until the unlock, only `lock` is sent. */
    setLocked(isLocked: boolean): void
  }
  appVersion: string
  /** BCP 47, of the system's regional format. */
  locale: string
  /** In hexadecimal digits. */
  sha256: (text: string) => string
  graphics: SettingsParts['graphics']
  applyTheme: SettingsParts['applyTheme']
  /** Whether the window is on screen. */
  onScreen: () => boolean
  /** @param key null: the list */
  openInvoice: (accountId: string, key: string | null) => void
  openPlans: (accountId: string) => void
  openProfile: (accountId: string) => void
  openSettings: () => void
  /** Loaded when a file is first saved into the user's folder. */
  loadFolderFiles: () => Promise<FolderFiles>
  /** Loaded for the first report. */
  loadDiagnosticSources: () => Promise<DiagnosticSources>
  /** Removes what Chromium and the system store for the app. @throws STORAGE */
  eraseSystemData: () => Promise<void>
  log: Log
  report: (error: unknown) => void
}

/** Constructs the rules of the app over ports, and connects them. */
export class Core {
  readonly settings: SettingsStore
  readonly transferFile: TransferFile
  readonly lock: Lock
  readonly accounts: Accounts
  readonly refresh: Refresh
  readonly accountSummaries: AccountSummaries
  readonly invoiceNotifications: Notifications<InvoiceEvent>
  readonly planNotifications: Notifications<PlanEvent>
  readonly balanceNotifications: BalanceNotifications
  readonly catalogue: Catalogue
  readonly invoices: Invoices
  readonly plans: Plans
  readonly pdfFolder: PdfFolder
  readonly connections: Connections
  readonly proxySettings: ProxySettings
  readonly connectionCheck: ConnectionCheck
  readonly providerTrials: ProviderTrials
  readonly #ports: CorePorts
  readonly #parts: CoreParts
  #wasLocked: boolean
  #diagnostics: Promise<Diagnostics> | null = null
  #loggedAccounts = ''
  #isStopped = false

  constructor(ports: CorePorts) {
    this.#ports = ports
    const { api, storage, clock, publisher, files, opener, log, report, sha256, onScreen } = ports
    const { registry } = storage
    const { graphics, applyTheme } = ports
    const settings = new SettingsStore({ registry, publisher, log, graphics, applyTheme })
    const { keychain, pins, prompt, presence, probe, newId } = ports
    const lock = new Lock({
      registry,
      pins,
      prompt,
      presence,
      clock,
      publisher,
      settings: () => settings.read(),
      onScreen
    })
    const locked = (): boolean => lock.isLocked()
    const csvFormat = (): CsvFormat => csvFormatOf(settings.read(), this.locale())
    const everyMs = (): number => settings.read().refreshMinutes * 60_000
    const accounts = new Accounts({
      api,
      keychain,
      registry,
      storage,
      clock,
      publisher,
      locked,
      log,
      report,
      sample: ports.sample,
      newId,
      newKey: ports.newKey,
      erase: (accountId) => this.#eraseAccount(accountId),
      eraseAll: () => this.#eraseAllAccounts(),
      storedIds: () => [...storage.accountIds(), ...this.proxySettings.password.entryNames()],
      everyMs,
      isBalanceWatched: () => settings.read().balanceThreshold !== null,
      ended: () => this.#isStopped,
      events: this.#accountEvents()
    })
    const parts = { api, accounts, clock, publisher, files, opener, csvFormat, locked, log, report }
    const refresh = new Refresh({ ...parts, everyMs, network: ports.network, onScreen })
    this.settings = settings
    this.lock = lock
    this.accounts = accounts
    this.transferFile = this.#createTransferFile()
    this.refresh = refresh
    this.#parts = parts
    const { notifier } = ports
    const notifierParts = { ...parts, notifier, settings: () => settings.read(), locale: () => this.locale() }
    const ofNews = { ...notifierParts, sha256 }
    this.invoiceNotifications = new Notifications({ ...ofNews, open: ports.openInvoice }, invoiceNewsSource)
    this.planNotifications = new Notifications({ ...ofNews, open: ports.openPlans }, planNewsSource)
    this.balanceNotifications = new BalanceNotifications({ ...notifierParts, open: ports.openProfile })
    this.accountSummaries = new AccountSummaries({ ...parts, refresh })
    this.catalogue = new Catalogue(parts)
    const combineInvoices: Storage['combineInvoices'] = (...of) => storage.combineInvoices(...of)
    this.invoices = new Invoices({ ...notifierParts, refresh, sha256, combineInvoices })
    this.plans = new Plans(notifierParts)
    this.pdfFolder = new PdfFolder({
      ...notifierParts,
      registry,
      changeSettings: (change) => settings.change(change),
      links: this.invoices.links,
      onScreen,
      openSettings: ports.openSettings,
      loadFolderFiles: ports.loadFolderFiles
    })
    settings.onChange(() => this.pdfFolder.settingsChanged())
    this.connections = new Connections(parts)
    this.proxySettings = new ProxySettings({ settings, registry, keychain, newId, control: ports.proxy, refresh })
    this.connectionCheck = new ConnectionCheck({ ...parts, refresh, probe, proxy: this.proxySettings })
    this.providerTrials = new ProviderTrials(parts)
    this.#wasLocked = lock.isLocked()
    publisher.setLocked(this.#wasLocked)
    lock.onChange(() => this.#lockChanged())
    accounts.onChange(() => this.#logAccounts())
  }

  #createTransferFile(): TransferFile {
    const { api, appVersion, files } = this.#ports
    return new TransferFile({
      files,
      locked: () => this.lock.isLocked(),
      accounts: () => this.accounts.all.map(({ record }) => record),
      settings: () => this.settings.read(),
      addAccounts: (added) => this.accounts.addSignedOut(added),
      normalise: (baseUrl) => api.baseUrl(baseUrl),
      appVersion
    })
  }

  /** Begins what the first view doesn't need: the calls to the provider. */
  start(): void {
    this.settings.onChange(() => {
      this.refresh.settingsChanged()
      this.#catchUpNotifications()
    })
    if (!this.accounts.shown) this.#ports.storage.startWorker()
    void this.refresh.start().finally(() => this.accountSummaries.start())
  }

  /** Cancels all work. The storage stays open. */
  stop(): void {
    this.#isStopped = true
    this.lock.stop()
    this.invoices.export.cancel()
    this.refresh.stop()
    this.accounts.stop()
    this.invoiceNotifications.stop()
    this.planNotifications.stop()
    this.pdfFolder.stop()
    this.balanceNotifications.stop()
    this.connectionCheck.cancel()
    this.providerTrials.cancel()
  }

  /** Call before the storage is closed. */
  closeAccounts(): void {
    this.accounts.closeStorages()
  }

  /** The window was made or brought to the front. */
  windowShown(): void {
    this.lock.windowShown()
    this.refresh.windowShown()
  }

  /** What a page shows first. Without other accounts, a list of one says why it can't be read. */
  shownAtStart(): { account: string | null; all: boolean } {
    const account = this.accounts.shown?.id
    const all = this.settings.read().allAccounts && hasOtherAccounts(this.accounts.lines, account)
    return { account: account ?? null, all }
  }

  /** @param account null: nobody is signed in @param all with the open invoices of all accounts */
  async readStatus(account: Account | null, all: boolean): Promise<Omit<Status, 'update'>> {
    const { storage, network } = this.#ports
    const status = await readStatus(account, this.#parts, {
      registry: storage.registry.condition(),
      isOnline: network.online(),
      all: all ? this.invoices.accountLists : null
    })
    const folderProblem = this.pdfFolder.state().problem?.kind ?? null
    return { ...status, folderProblem, lostSettings: this.settings.lost() }
  }

  /** Loaded for the first report. */
  loadDiagnostics(): Promise<Diagnostics> {
    return (this.#diagnostics ??= this.#makeDiagnostics())
  }

  /** BCP 47, of dates, numbers and money. */
  locale(): string {
    return this.settings.read().region ?? this.#ports.locale
  }

  /** @throws as Accounts.eraseAll, with nothing erased; STORAGE when only data outside the app's own files is left */
  async eraseEverything(leaveEntries: boolean): Promise<void> {
    await this.accounts.eraseAll(leaveEntries)
    this.proxySettings.password.forget()
    this.lock.reset()
    this.settings.reset()
    await this.#ports.eraseSystemData()
  }

  async #makeDiagnostics(): Promise<Diagnostics> {
    const { storage, loadDiagnosticSources } = this.#ports
    const [{ Diagnostics }, sources] = await Promise.all([
      import('./diagnostics/diagnostics.ts'),
      loadDiagnosticSources()
    ])
    return new Diagnostics({
      ...this.#parts,
      proxyPassword: this.proxySettings.password,
      sources,
      settings: () => this.settings.read(),
      pdfFolder: () => this.pdfFolder.state(),
      connectionCheck: () => this.connectionCheck.report(this.accounts.shown),
      registryCondition: () => storage.registry.condition()
    })
  }

  #eraseAccount(accountId: string): void {
    const { files, storage } = this.#ports
    files.removeTempFiles()
    storage.erase(accountId)
  }

  #eraseAllAccounts(): void {
    const { files, storage } = this.#ports
    files.removeTempFiles()
    storage.eraseAll()
    // At once: a save that ends now would write the folder's record again.
    this.pdfFolder.reset()
  }

  #accountEvents(): AccountEvents {
    return {
      changed: (account, topic) => {
        this.#ports.publisher.publish(topic, account.id)
        this.accountSummaries.topicChanged(topic)
        this.refresh.callsChanged(account)
      },
      callBegan: (account) => this.refresh.callsChanged(account),
      stateChanged: (account) => this.refresh.stateChanged(account),
      roundEnded: (account) => this.refresh.roundEnded(account),
      invoicesFetched: async (account, storage) => {
        this.pdfFolder.invoicesFetched(account.id)
        await this.#checkFetched(account, storage, this.invoiceNotifications)
      },
      plansFetched: (account, storage) => this.#checkFetched(account, storage, this.planNotifications),
      profileFetched: (account) => {
        void this.#nameByProfile(account)
        void this.balanceNotifications.check(account)
      },
      storageClosed: () => this.invoices.accountLists.forget()
    }
  }

  #catchUpNotifications(): void {
    this.invoiceNotifications.catchUp()
    this.planNotifications.catchUp()
    this.balanceNotifications.checkAll()
  }

  async #checkFetched(
    account: Account,
    storage: AccountStorage,
    notifications: Pick<Notifications<NewsEvent>, 'check'>
  ): Promise<void> {
    const notified = notifications.check(account, storage)
    // Keeps the storage open until the notifications are done, also if the summary fails.
    await this.accountSummaries.update(account, storage).finally(() => notified)
  }

  async #nameByProfile(account: Account): Promise<void> {
    try {
      const stored = await account.use((storage) => unlessSealed(storage.profile()))
      if (stored && !account.isDisposed) this.accounts.nameByProfile(account.id, stored.value)
    } catch (error) {
      this.#ports.report(error)
    }
  }

  #logAccounts(): void {
    const { lines } = this.accounts
    const signedIn = lines.filter(({ credential }) => credential !== 'signedOut').length
    const counts = `${signedIn} of ${lines.length}`
    if (counts === this.#loggedAccounts) return
    this.#loggedAccounts = counts
    this.#ports.log.event('accountsChanged', { accounts: lines.length, signedIn })
  }

  #lockChanged(): void {
    const isLocked = this.lock.isLocked()
    this.#ports.publisher.setLocked(isLocked)
    if (this.#wasLocked !== isLocked) this.#ports.log.event('lockChanged', { locked: isLocked })
    if (isLocked) {
      this.accounts.releaseOthers()
      this.invoices.export.cancelUnlessStarted()
      this.providerTrials.cancel()
    }
    if (this.#wasLocked && !isLocked) {
      this.refresh.retryNow()
      this.#catchUpNotifications()
      this.pdfFolder.unlocked()
    }
    this.#wasLocked = isLocked
  }
}
