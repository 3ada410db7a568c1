/** The password of the proxy that the user set by hand. It is in the keychain, or in memory without one, and nowhere else. */
import { AppError } from '../../../shared/ipc/error.ts'
import {
  isProxyPassword,
  proxyIdentity,
  takesPassword,
  type ManualProxy,
  type ProxySetting,
  type ProxyState
} from '../../../shared/models/network-proxy.ts'
import type {
  ProxyChallenge,
  ProxyKeychain,
  ProxyPasswordEntry,
  ProxyPasswordRecord,
  Registry
} from '../../ports/index.ts'

export interface ProxyPasswordParts {
  setting: () => ProxySetting
  keychain: ProxyKeychain
  registry: Pick<Registry, 'proxyPassword' | 'saveProxyPassword'>
  newId: () => string
}

export class ProxyPassword {
  readonly #parts: ProxyPasswordParts
  /** The user's latest, or the keychain's once it was needed: reading it may show a prompt. */
  #known: ProxyPasswordEntry | null = null
  /** Several requests are refused at once. */
  #reading: Promise<string | null> | null = null

  constructor(parts: ProxyPasswordParts) {
    this.#parts = parts
  }

  /** Without asking the keychain. */
  place(): ProxyState['password'] {
    const { manual } = this.#parts.setting()
    const record = this.#parts.registry.proxyPassword()
    if (record?.isStored) return manual && isOf(record, manual) ? 'keychain' : 'other'
    return this.#known && manual && isOf(this.#known, manual) ? 'memory' : 'none'
  }

  /** Whose password was saved last. */
  record(): ProxyPasswordRecord | null {
    return this.#parts.registry.proxyPassword()
  }

  /** All that is known or saved, so that a text can be compared with it. @throws KEYCHAIN_* */
  async secrets(): Promise<string[]> {
    const record = this.record()
    const saved = record && (await this.#parts.keychain.readProxyPassword(record.entry))
    return [this.#known?.password, saved?.password].filter((secret) => secret !== undefined)
  }

  /** Names of entries that may be in the keychain. */
  entryNames(): string[] {
    const record = this.#parts.registry.proxyPassword()
    return record ? [record.entry] : []
  }

  /**
   * For the proxy that is set by hand.
   * @returns why the keychain didn't take it; then it is in memory until the app quits
   * @throws BAD_REQUEST (found 'input') for a proxy that takes none
   */
  async save(password: string): Promise<AppError | null> {
    const { keychain, registry, newId } = this.#parts
    const { manual } = this.#parts.setting()
    if (!manual || !takesPassword(manual) || !isProxyPassword(password))
      throw new AppError('BAD_REQUEST', { found: 'input' })
    const whose = { proxy: proxyIdentity(manual), user: manual.user }
    const entry = { ...whose, password }
    this.#known = entry
    const record = { ...whose, entry: registry.proxyPassword()?.entry ?? newId(), isStored: false }
    registry.saveProxyPassword(record)
    try {
      await keychain.writeProxyPassword(record.entry, entry)
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
    // Another one may have been saved, or all been removed, meanwhile.
    if (this.#known === entry) registry.saveProxyPassword({ ...record, isStored: true })
    return null
  }

  /** @throws KEYCHAIN_*; it isn't used any more, but its entry may be left. */
  async remove(): Promise<void> {
    const { keychain, registry } = this.#parts
    const record = registry.proxyPassword()
    this.forget()
    if (!record) return
    registry.saveProxyPassword({ ...record, isStored: false })
    await keychain.remove(record.entry)
    if (registry.proxyPassword()?.isStored === false) registry.saveProxyPassword(null)
  }

  /** Drops it from memory: everything was erased. */
  forget(): void {
    this.#known = null
    this.#reading = null
  }

  /**
   * What a proxy gets that asks for it: only the one that is set by hand, and only its own password.
   * @throws KEYCHAIN_* if it is saved and can't be read
   */
  async answer({ isProxy, host, port }: ProxyChallenge): Promise<{ user: string; password: string } | null> {
    const { mode, manual } = this.#parts.setting()
    if (!isProxy || mode !== 'manual' || !manual || !takesPassword(manual)) return null
    if (withoutBrackets(host) !== withoutBrackets(manual.host) || port !== manual.port) return null
    const password = await this.#passwordOf(manual)
    return password === null ? null : { user: manual.user, password }
  }

  async #passwordOf(manual: ManualProxy): Promise<string | null> {
    if (this.#known && isOf(this.#known, manual)) return this.#known.password
    const record = this.#parts.registry.proxyPassword()
    if (!record?.isStored || !isOf(record, manual)) return null
    this.#reading ??= this.#read(record).finally(() => (this.#reading = null))
    return this.#reading
  }

  async #read(record: ProxyPasswordRecord): Promise<string | null> {
    const entry = await this.#parts.keychain.readProxyPassword(record.entry)
    const { registry } = this.#parts
    // Another one may have been saved meanwhile, perhaps for another proxy, or this one removed.
    if (this.#known) return isSame(this.#known, record) ? this.#known.password : null
    if (registry.proxyPassword()?.isStored !== true) return null
    // An entry that was copied there would send another proxy's password.
    if (!entry || !isSame(entry, record)) {
      registry.saveProxyPassword({ ...record, isStored: false })
      return null
    }
    this.#known = entry
    return entry.password
  }
}

type Owner = Pick<ProxyPasswordRecord, 'proxy' | 'user'>

const isSame = (one: Owner, other: Owner): boolean => one.proxy === other.proxy && one.user === other.user

const isOf = (owner: Owner, manual: ManualProxy): boolean =>
  isSame(owner, { proxy: proxyIdentity(manual), user: manual.user })

const withoutBrackets = (host: string): string => host.replaceAll(/^\[|\]$/g, '')
