import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProxySetting, ProxyState } from '../../../shared/models/network-proxy.ts'
import type { ProxyControl } from '../../ports/index.ts'
import type { Refresh } from '../../accounts/rounds/refresh.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { ProxyPassword, type ProxyPasswordParts } from './proxy-password.ts'

export interface ProxySettingsParts extends Omit<ProxyPasswordParts, 'setting'> {
  settings: Pick<SettingsStore, 'read' | 'onChange'>
  control: ProxyControl
  refresh: Pick<Refresh, 'retryNow'>
}

/** Who decides on the proxy of a request. */
export type ProxySource = ProxySetting['mode'] | 'commandLine'

/** Makes changes of the proxy and its password take effect at once. */
export class ProxySettings {
  readonly password: ProxyPassword
  readonly #parts: ProxySettingsParts
  #applied: ProxySetting

  constructor(parts: ProxySettingsParts) {
    const { settings } = parts
    this.#parts = parts
    this.password = new ProxyPassword({ ...parts, setting: () => settings.read().proxy })
    this.#applied = settings.read().proxy
    settings.onChange(() => this.#apply())
  }

  state(): ProxyState {
    return { password: this.password.place(), fromCommandLine: this.#parts.control.isFromCommandLine() }
  }

  source(): ProxySource {
    return this.#parts.control.isFromCommandLine() ? 'commandLine' : this.#applied.mode
  }

  /** @returns why the keychain didn't take it; then it is in memory until the app quits @throws BAD_REQUEST */
  async savePassword(password: string): Promise<ProxyState & { error: ErrorInfo | null }> {
    const error = await this.password.save(password)
    this.#retry()
    return { ...this.state(), error: error?.info ?? null }
  }

  /** @throws KEYCHAIN_* as ProxyPassword.remove */
  async removePassword(): Promise<ProxyState> {
    try {
      await this.password.remove()
    } finally {
      this.#retry()
    }
    return this.state()
  }

  #retry(): void {
    this.#parts.control.forgetCredentials()
    this.#parts.refresh.retryNow()
  }

  #apply(): void {
    const { proxy } = this.#parts.settings.read()
    if (JSON.stringify(proxy) === JSON.stringify(this.#applied)) return
    this.#applied = proxy
    this.#parts.control.apply(proxy)
    this.#parts.refresh.retryNow()
  }
}
