/** Core as app.ts connects it, over in-memory ports. */
import { Core } from '../../../src/main/app/core.ts'
import type { Notifier } from '../../../src/main/ports/index.ts'
import type { Settings } from '../../../src/shared/models/settings.ts'
import type { LostSetting } from '../../../src/shared/models/status.ts'
import {
  FakeApi,
  FakeBrowser,
  FakeClock,
  FakeDiagnosticSources,
  FakeFiles,
  FakeGraphics,
  FakePresence,
  FakeProbe,
  FakePrompt,
  FakeProxyControl,
  LoggedEvents,
  MemoryKeychain,
  MemoryStorage,
  PlainPins,
  PublishedEvents
} from '../../support/ports.ts'

const nothing = (): void => undefined

/** A system that shows every notification. */
class ShownNotices implements Notifier {
  notices: { title: string; body: string }[] = []
  supported = (): boolean => true
  show = (notice: { title: string; body: string }): void => void this.notices.push(notice)
  titles = (): string[] => this.notices.map(({ title }) => title)
}

/** @param unusable saved settings that are damaged */
export function connectCore({ unusable = [] }: { unusable?: readonly LostSetting[] } = {}) {
  const storage = new MemoryStorage()
  storage.registry.unusable = unusable
  const fakes = {
    api: new FakeApi(),
    clock: new FakeClock(),
    files: new FakeFiles(),
    presence: new FakePresence(),
    notifier: new ShownNotices(),
    log: new LoggedEvents()
  }
  const themes: Settings['theme'][] = []
  const core = new Core({
    ...fakes,
    ...{ keychain: new MemoryKeychain(), opener: new FakeBrowser(), probe: new FakeProbe() },
    ...{ pins: new PlainPins(), prompt: new FakePrompt() },
    storage: Object.assign(storage, {
      startWorker: nothing,
      registry: Object.assign(storage.registry, { condition: () => 'fine' as const })
    }),
    files: Object.assign(fakes.files, { removeTempFiles: nothing }),
    publisher: Object.assign(new PublishedEvents(), { setLocked: nothing }),
    network: { online: () => true },
    proxy: new FakeProxyControl(),
    sample: { baseUrls: { good: 'https://a.invalid', difficult: 'https://b.invalid' }, email: 's', password: 's' },
    newId: () => `id-${storage.registry.list.length + 1}`,
    newKey: () => Buffer.alloc(32, 1).toString('base64'),
    ...{ appVersion: '1.2.3', locale: 'en', sha256: (text: string) => text, onScreen: () => true },
    ...{ openInvoice: nothing, openPlans: nothing, openProfile: nothing, openSettings: nothing, report: nothing },
    graphics: new FakeGraphics(),
    applyTheme: (theme) => themes.push(theme),
    eraseSystemData: async () => undefined,
    loadDiagnosticSources: async () => new FakeDiagnosticSources(),
    loadFolderFiles: () => Promise.reject(new Error('no folder was chosen'))
  })
  return { ...fakes, core, storage, themes }
}
