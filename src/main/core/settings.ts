/** The user's settings: read from the registry, changed one or more at a time. */
import type { Settings } from '../../shared/models/settings.ts'
import type { Publisher, Registry } from './ports/index.ts'

export interface SettingsBook {
  get(): Settings
  change(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings
  /** Reads the settings again after everything was erased. */
  reset(): void
}

export function createSettings(
  registry: Pick<Registry, 'settings' | 'saveSettings'>,
  publisher: Publisher,
  apply: (settings: Settings) => void
): SettingsBook {
  let settings = registry.settings()
  apply(settings)
  const changed = (): void => {
    apply(settings)
    publisher.publish('settingsChanged')
  }
  return {
    get: () => settings,
    change(change) {
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      settings = { ...settings, ...defined }
      registry.saveSettings(settings)
      changed()
      return settings
    },
    reset() {
      settings = registry.settings()
      changed()
    }
  }
}
