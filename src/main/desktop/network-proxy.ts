/** Chromium's proxy for the sessions of main's requests. The page's session has its own dead end (window/security-policy.ts). */
import type { ProxyConfig, Session } from 'electron'
import type { ProxySetting } from '../../shared/models/network-proxy.ts'
import type { ProxyChallenge, ProxyControl } from '../ports/index.ts'

/** The name and the password for a proxy; null: none for this one. */
export type AnswerProxy = (challenge: ProxyChallenge) => Promise<{ user: string; password: string } | null>

/** Electron applies them when it makes a session's network context, over the setting. */
const SWITCHES = ['no-proxy-server', 'proxy-auto-detect', 'proxy-pac-url', 'proxy-server']

/** As docs/api/structures/proxy-config.md describes it. */
export function proxyConfigOf({ mode, manual }: ProxySetting): ProxyConfig {
  if (mode === 'manual' && manual) {
    const { scheme, host, port, bypass } = manual
    return {
      mode: 'fixed_servers',
      proxyRules: `${scheme}://${host}:${port}`,
      proxyBypassRules: bypass.join(',')
    }
  }
  return { mode: mode === 'none' ? 'direct' : 'system' }
}

/** Sets the proxy of all of main's sessions, and answers proxies that ask for a password. */
export class NetworkProxy implements ProxyControl {
  readonly #hasSwitch: (name: string) => boolean
  readonly #report: (error: unknown) => void
  readonly #sessions = new Set<Session>()
  /** null: Electron's default, which is the system's proxy or that of the command line. */
  #config: ProxyConfig | null = null
  #answer: AnswerProxy = () => Promise.resolve(null)
  #applied: Promise<unknown> = Promise.resolve()
  readonly #onChange = new Set<() => void>()

  constructor(hasSwitch: (name: string) => boolean, report: (error: unknown) => void) {
    this.#hasSwitch = hasSwitch
    this.#report = report
  }

  isFromCommandLine(): boolean {
    return SWITCHES.some((name) => this.#hasSwitch(name))
  }

  /** Call before the first request. */
  start(setting: ProxySetting, answer: AnswerProxy): void {
    this.#answer = answer
    if (setting.mode !== 'system') this.apply(setting)
  }

  /** Call for each new session. */
  add(session: Session): void {
    this.#sessions.add(session)
    this.#await([this.#begin(session)])
  }

  /**
   * A session's first request and look-up would ignore the proxy switches: Electron hands the network context over before it applies the
   * command line (shell/browser/net/network_context_service.cc). This call makes the context, and later ones find it complete.
   */
  async #begin(session: Session): Promise<void> {
    await session.closeAllConnections()
    if (this.#config) await session.setProxy(this.#config)
  }

  /** Calls back once another proxy is set. @returns ends that */
  onChange(run: () => void): () => void {
    this.#onChange.add(run)
    return () => this.#onChange.delete(run)
  }

  apply(setting: ProxySetting): void {
    if (this.isFromCommandLine()) return
    const config = proxyConfigOf(setting)
    this.#config = config
    this.#await([...this.#sessions].map((session) => setProxy(session, config)))
    // closeAllConnections ends pending CONNECTs and idle sockets, not requests under way.
    for (const run of [...this.#onChange]) run()
  }

  forgetCredentials(): void {
    this.#await([...this.#sessions].map((session) => forget(session)))
  }

  /** Resolves once requests go through the proxy that was set last. */
  applied(): Promise<unknown> {
    return this.#applied
  }

  /** A proxy of the command line isn't the one of the setting, even at its host and port: it may lack the TLS of that. */
  async answer(challenge: ProxyChallenge): ReturnType<AnswerProxy> {
    return this.isFromCommandLine() ? null : this.#answer(challenge)
  }

  #await(changes: readonly Promise<unknown>[]): void {
    this.#applied = Promise.all([this.#applied, ...changes]).catch(this.#report)
  }
}

/** Connections of the former proxy would be used again, and a request that waits for it would not end. */
async function setProxy(session: Session, config: ProxyConfig): Promise<void> {
  await session.setProxy(config)
  await session.forceReloadProxyConfig()
  await forget(session)
}

async function forget(session: Session): Promise<void> {
  await session.clearAuthCache()
  await session.closeAllConnections()
}
