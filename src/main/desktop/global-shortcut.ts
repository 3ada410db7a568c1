/** The shortcut that shows or hides the window from any program. */
import { globalShortcut } from 'electron'
import type { ShortcutState } from '../../shared/models/desktop.ts'

export interface GlobalShortcutParts {
  /** Valid by shared/models/accelerator.ts; null: none. */
  accelerator: () => string | null
  /**
   * Under Wayland, the desktop's portal registers shortcuts. `register` returns true before the portal answers, and no event tells the answer
   * (docs/api/global-shortcut.md, electron#52218). `unregister` doesn't know these shortcuts, and after `unregisterAll` pressing one ends
   * the process (shell/browser/api/electron_api_global_shortcut.cc). GNOME 50.0 and 50.1 refuse apps whose name isn't in reverse domain
   * order, as Portside's isn't.
   */
  usesPortal: boolean
  pressed: () => void
  changed: () => void
}

/** Registers nothing before `update` is called. */
export class GlobalShortcut {
  readonly #parts: GlobalShortcutParts
  /** The one that works now. */
  #active: string | null = null
  /** Those that the portal was asked for. A second request could open its dialog again. */
  readonly #requested = new Set<string>()
  #state: ShortcutState = 'off'
  #isPaused = false
  #isStopped = false

  constructor(parts: GlobalShortcutParts) {
    this.#parts = parts
  }

  get state(): ShortcutState {
    return this.#state
  }

  /** Registers the shortcut of the settings, in place of an earlier one. */
  update(): void {
    if (this.#isPaused || this.#isStopped) return
    const wanted = this.#parts.accelerator()
    if (wanted !== this.#active) {
      this.#unregister()
      if (wanted !== null && this.#register(wanted)) this.#active = wanted
    }
    this.#setState(wanted === null ? 'off' : this.#stateOf(this.#active !== null))
  }

  /** The system gives its keys to the page, until `resume`. */
  pause(): void {
    this.#isPaused = true
    this.#unregister()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.update()
  }

  /** Call when the app ends. */
  stop(): void {
    this.#isStopped = true
    this.#unregister()
  }

  /** @returns false if another program has the shortcut, or Chromium has no portal under Wayland */
  #register(accelerator: string): boolean {
    if (this.#requested.has(accelerator)) return true
    const isRegistered = globalShortcut.register(accelerator, () => {
      if (accelerator === this.#active) this.#parts.pressed()
    })
    if (isRegistered && this.#parts.usesPortal) this.#requested.add(accelerator)
    return isRegistered
  }

  #unregister(): void {
    if (this.#active !== null && !this.#parts.usesPortal) globalShortcut.unregister(this.#active)
    this.#active = null
  }

  #stateOf(isRegistered: boolean): ShortcutState {
    if (this.#parts.usesPortal) return isRegistered ? 'requested' : 'unsupported'
    return isRegistered ? 'registered' : 'taken'
  }

  #setState(state: ShortcutState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed()
  }
}
