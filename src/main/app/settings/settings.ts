import type { SettingName, Settings, SettingsChange } from '../../../shared/models/settings.ts'
import type { LostSetting } from '../../../shared/models/status.ts'
import type { Log, Publisher, Registry } from '../../ports/index.ts'

export interface SettingsParts {
  registry: Pick<Registry, 'settings' | 'unusableSettings' | 'saveSettings' | 'savePdfFolder'>
  publisher: Publisher
  log: Log
  /** Stores the setting `graphicsProcessor`, also while there is no registry. */
  graphics: { isEnabled(): boolean; setEnabled(enabled: boolean): void }
  applyTheme: (theme: Settings['theme']) => void
}

/** The settings of the registry, in memory. */
export class SettingsStore {
  readonly #parts: SettingsParts
  readonly #listeners: (() => void)[] = []
  #settings: Settings
  #lost: readonly LostSetting[]

  constructor(parts: SettingsParts) {
    this.#parts = parts
    this.#settings = parts.registry.settings()
    this.#lost = parts.registry.unusableSettings()
    for (const name of this.#lost) parts.log.event('settingLost', { name })
    parts.applyTheme(this.#settings.theme)
  }

  read(): Settings {
    return { ...this.#settings, graphicsProcessor: this.#parts.graphics.isEnabled() }
  }

  /** Settings that went back to their default at this start, because the stored ones were damaged. */
  lost(): readonly LostSetting[] {
    return this.#lost
  }

  /** The user has seen which ones were lost: the next start finds nothing damaged. */
  acceptLoss(): void {
    const { registry } = this.#parts
    registry.saveSettings(this.#settings)
    // The user may have chosen the folder again meanwhile.
    if (registry.unusableSettings().includes('pdfFolder')) registry.savePdfFolder(null)
    this.#lost = []
    this.#parts.publisher.publish('status', null)
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** @throws STORAGE, with nothing changed */
  change(change: SettingsChange): Settings {
    const { graphics, registry } = this.#parts
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const before = this.read()
    const settings = { ...before, ...defined }
    if (change.graphicsProcessor !== undefined) graphics.setEnabled(change.graphicsProcessor)
    try {
      registry.saveSettings(settings)
    } catch (error) {
      if (change.graphicsProcessor !== undefined) graphics.setEnabled(before.graphicsProcessor)
      throw error
    }
    for (const name of Object.keys(defined)) this.#parts.log.event('settingChanged', { name: name as SettingName })
    return this.#set(settings)
  }

  /** The stored settings were erased. */
  reset(): Settings {
    this.#lost = []
    return this.#set(this.#parts.registry.settings())
  }

  #set(settings: Settings): Settings {
    this.#settings = settings
    this.#parts.applyTheme(settings.theme)
    this.#parts.publisher.publish('settings', null)
    for (const listener of this.#listeners) listener()
    return this.read()
  }
}
