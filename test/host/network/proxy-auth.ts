/** A session's sign-ins at proxies, as Chromium remembers them (net/http/http_auth_cache.h), and what it asks for them. */
import type { AuthInfo } from 'electron'
import { MissingPart } from '../strict.ts'
import type { Proxy } from './proxy.ts'

/** Asks the app, which answers with a name and a password or with nothing. null: nobody listens. */
export type AskLogin = ((about: AuthInfo) => Promise<{ user: string; password: string } | null>) | null

const keyOf = ({ scheme, host, port }: Proxy): string => `${scheme}://${host}:${port}`

export class ProxyAuth {
  private readonly known = new Map<string, string>()

  /** Sent without being asked, once it was given. */
  headerFor(proxy: Proxy): string | null {
    return this.known.get(keyOf(proxy)) ?? null
  }

  /**
   * After a 407: what is known is wrong if it was sent.
   * @returns whether the request is worth another try
   */
  async renew(proxy: Proxy, sent: string | null, realm: string, ask: AskLogin): Promise<boolean> {
    const key = keyOf(proxy)
    const known = this.known.get(key) ?? null
    if (known !== null && known !== sent) return true
    this.known.delete(key)
    const { host, port } = proxy
    const given = ask && (await ask({ isProxy: true, scheme: 'basic', host, port, realm }))
    if (!given) return false
    // Before anybody knows whether they are right: other requests use them, too.
    this.known.set(key, `Basic ${Buffer.from(`${given.user}:${given.password}`).toString('base64')}`)
    return true
  }

  clear(): void {
    this.known.clear()
  }
}

/** null: the proxy doesn't say how to sign in. */
export function realmOf(challenge: string | null): string | null {
  if (challenge === null || challenge === '') return null
  const [, realm] = /^Basic\b(?:.*?\brealm="([^"]*)")?/i.exec(challenge) ?? []
  if (!/^Basic\b/i.test(challenge)) throw new MissingPart(`proxy authentication by ${challenge}`)
  return realm ?? ''
}
