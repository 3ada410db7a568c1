/**
 * Whether this desktop shows tray icons. macOS and Windows always do. On Linux this makes Chromium's own check
 * (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc): org.kde.StatusNotifierWatcher has an owner on the session
 * bus, and reports a panel. GNOME has none without an extension.
 *
 * Unknown counts as no: the window is then minimised, although the tray would do. A wrong yes would make the app unreachable.
 * That applies to a bus that is missing, remote or too slow, and to panels that only support the older X11 icons.
 */
import { BUS, openBus, type Bus } from '../linux/dbus/connection.ts'
import type { BusMessage, BusValue } from '../linux/dbus/message.ts'
import type { Clock } from '../../core/ports/index.ts'

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

export interface TrayHost {
  /** Asks now. Resolves within ANSWER_MS. */
  present(): Promise<boolean>
  known(): boolean
  onChange(listener: () => void): void
  stop(): void
}

export interface TrayHostParts {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  clock: Pick<Clock, 'after'>
}

export function createTrayHost({ platform, env, clock }: TrayHostParts): TrayHost {
  const listeners: (() => void)[] = []
  const always = platform !== 'linux'
  let known = always
  let link: { bus: Promise<Bus>; control: AbortController } | null = null
  let asks = 0
  let checking = false
  let signalled = false

  const note = (present: boolean): void => {
    if (present === known) return
    known = present
    for (const listener of listeners) listener()
  }
  const drop = (): void => {
    link?.control.abort()
    link = null
  }
  const connect = (): Promise<Bus> => {
    if (link) return link.bus
    const control = new AbortController()
    const bus = openBus(env, { onSignal, onClose: () => gone(control) }, control.signal).then(async (opened) => {
      for (const rule of RULES) await opened.listenTo(rule)
      return opened
    })
    link = { bus, control }
    // The bus may start later.
    bus.catch(() => gone(control))
    return bus
  }
  const gone = (control: AbortController): void => {
    if (link?.control !== control) return
    link = null
    note(false)
  }
  const onSignal = ({ interface: from, member }: BusMessage): void => {
    if (from === WATCHER || member === 'NameOwnerChanged') void look()
  }
  /** Programs on the bus can send any number of signals, so they share one running check and one after it. */
  const look = async (): Promise<void> => {
    signalled = true
    if (checking) return
    checking = true
    try {
      while (takeSignalled()) await present()
    } finally {
      checking = false
    }
  }
  const takeSignalled = (): boolean => {
    const was = signalled
    signalled = false
    return was
  }

  const ask = async (): Promise<boolean> => {
    const bus = await connect()
    if (!isYes(await bus.call(BUS, 'NameHasOwner', WATCHER))) return false
    return isYes(await bus.call(WATCHER_PROPERTIES, 'Get', WATCHER, 'IsStatusNotifierHostRegistered'))
  }
  const present = async (): Promise<boolean> => {
    if (always) return true
    const turn = ++asks
    let late = false
    const cancelTimer = clock.after(ANSWER_MS, () => {
      late = true
      drop()
    })
    const found = await ask().catch(() => false)
    cancelTimer()
    if (late) drop()
    if (turn === asks) note(found)
    return found
  }

  return { present, known: () => known, onChange: (listener) => void listeners.push(listener), stop: drop }
}

const isYes = (answer: BusValue[]): boolean => answer[0] === true
