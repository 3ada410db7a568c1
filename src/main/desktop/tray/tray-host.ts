import { BUS, openBus, type Bus } from '../linux/dbus/bus.ts'
import type { BusMessage, BusValue } from '../linux/dbus/message.ts'
import type { Clock } from '../../ports/index.ts'

export const ANSWER_MS = 1000

const WATCHER = 'org.kde.StatusNotifierWatcher'
const WATCHER_PROPERTIES = {
  destination: WATCHER,
  path: '/StatusNotifierWatcher',
  interface: 'org.freedesktop.DBus.Properties'
}
const RULES = [
  `type='signal',sender='${BUS.destination}',member='NameOwnerChanged',arg0='${WATCHER}'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostRegistered'`,
  `type='signal',interface='${WATCHER}',member='StatusNotifierHostUnregistered'`
]

export interface TrayHostParts {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  clock: Pick<Clock, 'after'>
}

/**
 * Whether this desktop shows tray icons. macOS and Windows always do. On Linux this makes Chromium's own check
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc): org.kde.StatusNotifierWatcher has an owner on the session
 * bus, and reports a panel. GNOME has none without an extension.
 *
 * Unknown counts as no: the window is then minimised, although the tray would do. A wrong yes would make the app unreachable.
 * That applies to a bus that is missing, remote or too slow, and to panels that only support the older X11 icons.
 */
export class TrayHost {
  readonly #parts: TrayHostParts
  readonly #listeners: (() => void)[] = []
  readonly #isAlways: boolean
  #isKnown: boolean
  #connection: { bus: Promise<Bus>; control: AbortController } | null = null
  #asks = 0
  #isChecking = false
  /** A signal came that no check has followed yet. */
  #isSignalled = false

  constructor(parts: TrayHostParts) {
    this.#parts = parts
    this.#isAlways = parts.platform !== 'linux'
    this.#isKnown = this.#isAlways
  }

  /** Asks now. Resolves within ANSWER_MS. */
  async isPresent(): Promise<boolean> {
    if (this.#isAlways) return true
    const ask = ++this.#asks
    let isLate = false
    const cancelTimer = this.#parts.clock.after(ANSWER_MS, () => {
      isLate = true
      this.stop()
    })
    const isPresent = await this.#askBus().catch(() => false)
    cancelTimer()
    if (isLate) this.stop()
    if (ask === this.#asks) this.#setKnown(isPresent)
    return isPresent
  }

  /** The latest answer. */
  isKnown(): boolean {
    return this.#isKnown
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Leaves the bus. */
  stop(): void {
    this.#connection?.control.abort()
    this.#connection = null
  }

  #setKnown(isPresent: boolean): void {
    if (isPresent === this.#isKnown) return
    this.#isKnown = isPresent
    for (const listener of this.#listeners) listener()
  }

  #connect(): Promise<Bus> {
    if (this.#connection) return this.#connection.bus
    const control = new AbortController()
    const listeners = {
      onSignal: (message: BusMessage) => this.#onSignal(message),
      onClose: () => this.#disconnected(control)
    }
    const bus = openBus(this.#parts.env, listeners, control.signal).then(async (opened) => {
      for (const rule of RULES) await opened.listenTo(rule)
      return opened
    })
    this.#connection = { bus, control }
    // The bus may start later.
    bus.catch(() => this.#disconnected(control))
    return bus
  }

  #disconnected(control: AbortController): void {
    if (this.#connection?.control !== control) return
    this.#connection = null
    this.#setKnown(false)
  }

  #onSignal({ interface: from, member }: BusMessage): void {
    if (from === WATCHER || member === 'NameOwnerChanged') void this.#checkAfterSignal()
  }

  /** Programs on the bus can send any number of signals, so they share one running check and one after it. */
  async #checkAfterSignal(): Promise<void> {
    this.#isSignalled = true
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      while (this.#isSignalled) {
        this.#isSignalled = false
        await this.isPresent()
      }
    } finally {
      this.#isChecking = false
    }
  }

  async #askBus(): Promise<boolean> {
    const bus = await this.#connect()
    if (!isYes(await bus.call(BUS, 'NameHasOwner', WATCHER))) return false
    return isYes(await bus.call(WATCHER_PROPERTIES, 'Get', WATCHER, 'IsStatusNotifierHostRegistered'))
  }
}

const isYes = (answer: BusValue[]): boolean => answer[0] === true
