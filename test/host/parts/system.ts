/** Small parts of Electron that stand for the system around the app. A test reads and answers them through the control channel. */
import { existsSync } from 'node:fs'
import type {
  ClientRequestConstructorOptions,
  Clipboard,
  Dialog,
  MessageBoxOptions,
  Net,
  NotificationConstructorOptions,
  PowerMonitor,
  Shell,
  SystemPreferences
} from 'electron'
import { HostClientRequest } from '../network/client-request.ts'
import { KnownEmitter, MissingPart, preventable, strict } from '../strict.ts'
import { needsReady, runtime } from '../runtime.ts'
import { BrowserWindow } from './browser-window.ts'
import { HostSession } from './session.ts'

/** Asynchronous, as it is since Electron 44. */
export const clipboard = strict('clipboard', {
  async writeText(text: string): Promise<void> {
    runtime().record.clipboard = text
  }
} satisfies Pick<Clipboard, 'writeText'>)

const nextAnswers: unknown[] = []

/** The answer to the next dialog; without one, a dialog takes its own default. Not part of Electron. */
export const answerNextDialog = (answer: unknown): void => void nextAnswers.push(answer)

const ask = (kind: string, args: unknown[]): unknown => {
  runtime().record.dialogs.push({ kind, options: args.at(-1) })
  return nextAnswers.shift()
}

/** Message boxes that wait for their answer. */
const open: { options: MessageBoxOptions; close: (response: number) => void }[] = []

/** Not part of Electron. */
export const openDialogs = (): { message: string; detail: string; buttons: string[] }[] =>
  open.map(({ options: { message, detail = '', buttons = [] } }) => ({ message, detail, buttons }))

/** The user clicks a button of the open dialog. Not part of Electron. */
export function answerDialog(button: string): void {
  const [first] = open
  if (!first) throw new Error('No dialog is open.')
  first.close(responseOf(button, first.options))
}

function responseOf(button: string, { buttons = [] }: MessageBoxOptions): number {
  const response = buttons.indexOf(button)
  if (response < 0) throw new Error(`No button "${button}" among: ${buttons.join(', ')}`)
  return response
}

/** Open until it is answered, or taken away by its signal: then the answer is `cancelId` (lib/browser/api/dialog.ts). */
function openDialog(window: BrowserWindow | null, options: MessageBoxOptions): Promise<number> {
  return new Promise((resolve) => {
    const close = (response: number): void => {
      open.splice(open.indexOf(shown), 1)
      window?.enable(true)
      resolve(response)
    }
    const shown = { options, close }
    open.push(shown)
    window?.enable(false)
    options.signal?.addEventListener('abort', () => {
      if (open.includes(shown)) close(options.cancelId ?? 0)
    })
  })
}

function parentOf(args: unknown[]): BrowserWindow | null {
  const [window] = args
  if (!(window instanceof BrowserWindow)) return null
  if (window.isDestroyed()) throw new TypeError('Error processing argument at index 0, conversion failure')
  return window
}

export const dialog = strict('dialog', {
  async showMessageBox(...args: unknown[]) {
    if (!runtime().ready) throw new Error('dialog module can only be used after app is ready')
    const options = args.at(-1) as MessageBoxOptions
    const parent = parentOf(args)
    const { button } = (ask('message', args) ?? {}) as { button?: string }
    if (options.signal?.aborted) return { response: options.cancelId ?? 0, checkboxChecked: false }
    if (button !== undefined) return { response: responseOf(button, options), checkboxChecked: false }
    const response = runtime().options.holdsDialogs ? await openDialog(parent, options) : (options.defaultId ?? 0)
    return { response, checkboxChecked: false }
  },
  async showSaveDialog(...args: unknown[]) {
    return { canceled: true, filePath: '', ...(ask('save', args) as object | undefined) }
  },
  async showOpenDialog(...args: unknown[]) {
    const { properties = [] } = args.at(-1) as { properties?: string[] }
    // On Windows and Linux a dialog can't choose both: Electron would show one for folders (electron.d.ts, showOpenDialog).
    if (properties.includes('openFile') && properties.includes('openDirectory')) {
      throw new MissingPart('dialog for both files and folders')
    }
    return { canceled: true, filePaths: [] as string[], ...(ask('open', args) as object | undefined) }
  },
  showErrorBox(title: string, content: string): void {
    process.stderr.write(`${title}: ${content}\n`)
    // On Linux there is no dialog before ready (docs/api/dialog.md).
    if (process.platform === 'linux' && !runtime().ready) return
    ask('error', [{ title, content }])
  }
} satisfies Pick<Dialog, 'showMessageBox' | 'showSaveDialog' | 'showOpenDialog' | 'showErrorBox'>)

export const net = strict('net', {
  isOnline: () => runtime().online,
  request(options: ClientRequestConstructorOptions) {
    needsReady('net.request()')
    const session: unknown = options.session
    if (!(session instanceof HostSession)) throw new MissingPart('net.request without a session')
    return new HostClientRequest(options, (url, init, login) => session.send(url, init, login))
  }
} satisfies Pick<Net, 'isOnline'> & { request: unknown })

const notifications: Notification[] = []

/** The user clicks a notification, counted from 0 in the order they were shown. Not part of Electron. */
export function clickNotification(index: number): void {
  const one = notifications[index]
  if (!one) throw new Error(`There is no notification ${index}; ${notifications.length} were shown.`)
  one.emit('click', {})
}

export class Notification extends KnownEmitter {
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: NotificationConstructorOptions) {
    needsReady('Notification')
    super('Notification', ['show', 'click', 'failed'])
    this.title = title
    this.body = body
    return strict('Notification', this)
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    // libnotify answers within the call (shell/browser/notifications/linux/libnotify_notification.cc), the other systems later.
    if (process.platform === 'linux') this.answer()
    else setImmediate(() => this.answer())
  }

  private answer(): void {
    const refused = runtime().refusesNotifications
    if (!refused) {
      runtime().record.notifications.push({ title: this.title, body: this.body })
      notifications.push(this)
    }
    // Windows takes a toast first, and then says that its settings forbid it.
    if (!refused || process.platform === 'win32') this.emit('show', preventable({}))
    if (refused) this.emit('failed', preventable({}), process.platform === 'linux' ? '' : 'not allowed')
  }
}

export const POWER_EVENTS = ['suspend', 'resume', 'lock-screen', 'shutdown']

class HostPowerMonitor extends KnownEmitter implements Pick<PowerMonitor, 'getSystemIdleTime' | 'getSystemIdleState'> {
  constructor() {
    super('powerMonitor', POWER_EVENTS)
  }

  override on(event: string, listener: () => void): this {
    needsReady('powerMonitor')
    return super.on(event, listener)
  }

  getSystemIdleTime(): number {
    return runtime().idleSeconds
  }

  /** A locked screen counts before anything else (Chromium's ui/base/idle/idle.cc). */
  getSystemIdleState(idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    if (idleThreshold <= 0) throw new TypeError('Invalid idle threshold, must be greater than 0')
    const { idleSeconds, screenLocked } = runtime()
    if (screenLocked) return 'locked'
    return idleSeconds >= idleThreshold ? 'idle' : 'active'
  }
}

export const powerMonitor = strict('powerMonitor', new HostPowerMonitor())

export const shell = strict('shell', {
  async openExternal(url: string): Promise<void> {
    runtime().record.openedExternally.push(new URL(url).href)
  },
  /** As if a program had opened it. */
  async openPath(path: string): Promise<string> {
    if (!existsSync(path)) return 'No such file'
    runtime().record.openedPaths.push(path)
    return ''
  },
  showItemInFolder(path: string): void {
    if (existsSync(path)) runtime().record.openedPaths.push(path)
  }
} satisfies Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>)

/** Touch ID exists on macOS only, and the host's Mac has no sensor. */
const onMac = {
  canPromptTouchID: () => false,
  promptTouchID: () => Promise.reject(new Error('Biometry is not available.'))
} satisfies Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>

export const systemPreferences = strict('systemPreferences', process.platform === 'darwin' ? onMac : {})
