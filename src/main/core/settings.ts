import type { Settings } from '../../shared/models/settings.ts'
import type { Publisher, Registry } from './ports/index.ts'
import type { Lock } from './lock/lock.ts'
import type { Session } from './session/session.ts'

export type SettingsBook = ReturnType<typeof createSettings>

export function createSettings(
  registry: Pick<Registry, 'settings' | 'saveSettings'>,
  publisher: Publisher,
  apply: (settings: Settings) => void
) {
  let settings = registry.settings()
  apply(settings)
  const set = (changed: Settings): Settings => {
    settings = changed
    apply(settings)
    publisher.publish('settingsChanged')
    return settings
  }
  return {
    get: (): Settings => settings,
    change(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings {
      const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const changed = { ...settings, ...defined }
      registry.saveSettings(changed)
      return set(changed)
    },
    reset: (): Settings => set(registry.settings())
  }
}

interface EraseParts {
  session: Pick<Session, 'eraseAllAccounts'>
  lock: Pick<Lock, 'reset'>
  settings: Pick<SettingsBook, 'reset'>
  forget: () => Promise<void>
}

/** @throws as Session.eraseAllAccounts, with nothing erased; STORAGE when only the engine's data is left */
export async function eraseEverything(parts: EraseParts, leaveEntries: boolean): Promise<void> {
  await parts.session.eraseAllAccounts(leaveEntries)
  parts.lock.reset()
  parts.settings.reset()
  await parts.forget()
}
