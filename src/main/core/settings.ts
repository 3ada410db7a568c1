/** The person's choices: read from the registry, changed one or more at a time. */
import type { Settings } from '../../shared/model/settings.ts'
import type { Publisher, Registry } from './ports.ts'

export interface SettingsBook {
  get(): Settings
  change(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings
}

export function createSettings(
  registry: Registry,
  publisher: Publisher,
  apply: (settings: Settings) => void
): SettingsBook {
  let settings = registry.settings()
  apply(settings)
  return {
    get: () => settings,
    change(change) {
      const chosen = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      settings = { ...settings, ...chosen }
      registry.saveSettings(settings)
      apply(settings)
      publisher.publish('settingsChanged')
      return settings
    }
  }
}
