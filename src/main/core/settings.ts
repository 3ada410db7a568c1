import type { Settings, SettingsChange } from '../../shared/models/settings.ts'
import type { Publisher, Registry } from './ports/index.ts'

/** The settings of the registry, in memory. */
export class SettingsStore {
  readonly #registry: Pick<Registry, 'settings' | 'saveSettings'>
  readonly #publisher: Publisher
  readonly #applyTheme: (theme: Settings['theme']) => void
  readonly #listeners: (() => void)[] = []
  #settings: Settings

  constructor(
    registry: Pick<Registry, 'settings' | 'saveSettings'>,
    publisher: Publisher,
    applyTheme: (theme: Settings['theme']) => void
  ) {
    this.#registry = registry
    this.#publisher = publisher
    this.#applyTheme = applyTheme
    this.#settings = registry.settings()
    applyTheme(this.#settings.theme)
  }

  read(): Settings {
    return this.#settings
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  change(change: SettingsChange): Settings {
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const settings = { ...this.#settings, ...defined }
    this.#registry.saveSettings(settings)
    return this.#set(settings)
  }

  /** The stored settings were erased. */
  reset(): Settings {
    return this.#set(this.#registry.settings())
  }

  #set(settings: Settings): Settings {
    this.#settings = settings
    this.#applyTheme(settings.theme)
    this.#publisher.publish('settingsChanged')
    for (const listener of this.#listeners) listener()
    return settings
  }
}
