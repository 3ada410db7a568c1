/**
 * Whether this desktop has a place for the tray icon. macOS and Windows always have one. On Linux it is what Chromium asks before
 * it makes the icon: that org.kde.StatusNotifierWatcher has an owner on the session bus, and says that a panel shows what it
 * watches over (chrome/browser/ui/views/status_icons/status_icon_linux_dbus.cc). GNOME has none without an extension.
 *
 * What can't be told counts as no: the worst of it is a window that is minimised where the tray would have done. The other
 * way round nobody would find the app again. So it is for a bus that isn't there, isn't a socket of this machine, or doesn't
 * answer in time, and for panels that know only the icons of X11 from before, into which Electron puts one all the same.
 */
import { BUS, openBus, type Bus } from '../linux/dbus/connection.ts'
import type { BusMessage, BusValue } from '../linux/dbus/message.ts'
import type { Clock } from '../../core/ports/index.ts'

/** A bus that is there answers in a few milliseconds. */
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
  /** As asked now; told within ANSWER_MS. */
  present(): Promise<boolean>
  /** What `present` last told. */
  known(): boolean
  /** Called when that changes, asked for or not. */
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
  /** A connection, or the try for one, and how to end it. */
  let link: { bus: Promise<Bus>; control: AbortController } | null = null
  let asks = 0
  let looking = false
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
    // A bus that is not there yet may be later.
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
  /** Whoever is on the bus can send any number of signals: one look is under way, and one after it. */
  const look = async (): Promise<void> => {
    signalled = true
    if (looking) return
    looking = true
    try {
      while (takeSignalled()) await present()
    } finally {
      looking = false
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
    const callOff = clock.after(ANSWER_MS, () => {
      late = true
      drop()
    })
    // Whatever goes wrong, nothing tells of a place.
    const found = await ask().catch(() => false)
    callOff()
    if (late) drop()
    // One that was asked later knows better.
    if (turn === asks) note(found)
    return found
  }

  return { present, known: () => known, onChange: (listener) => void listeners.push(listener), stop: drop }
}

const isYes = (answer: BusValue[]): boolean => answer[0] === true
