/** How commands ask providers: the API, and the credential of an account. */
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/credentials.ts'
import { createSampleFetch } from '../../sample/sample-fetch.ts'
import { AppError, isConnectionError } from '../../shared/ipc/error.ts'
import { hostOf, type Account } from '../../shared/models/account.ts'
import { KeyedMutex, Limiter } from '../concurrency.ts'
import { ProviderApi } from '../api/provider-api.ts'
import type { Access, Api, Keychain, ProxyKeychain } from '../core/ports/index.ts'
import { isIssuedFor } from '../core/session/credential-state.ts'
import { ProxyPassword } from '../core/connection/proxy-password.ts'
import type { TerminalParts } from '../desktop/cli/terminal.ts'
import { NetworkProbe } from '../desktop/probe.ts'
import { readSavedProxyPassword, readSavedSettings } from '../storage/registry.ts'

export type NetworkParts = Pick<TerminalParts, 'network' | 'useProxy' | 'dataFolder'>

/** The network, through the app's proxy, is for all providers but the sample. */
export function createApi(
  { network, useProxy, dataFolder }: NetworkParts,
  keychain: Pick<ProxyKeychain, 'readProxyPassword'>
): ProviderApi {
  const file = join(dataFolder, 'portside.db')
  const { proxy } = readSavedSettings(file)
  const record = readSavedProxyPassword(file)
  const password = new ProxyPassword({
    setting: () => proxy,
    // A command only reads.
    keychain: {
      readProxyPassword: (entry) => keychain.readProxyPassword(entry),
      writeProxyPassword: refuse,
      remove: refuse
    },
    registry: { proxyPassword: () => record, saveProxyPassword: () => undefined },
    newId: () => ''
  })
  useProxy(proxy, (challenge) => password.answer(challenge))
  const sampleFetch = createSampleFetch({ drift: false })
  return new ProviderApi({
    fetchFor: ({ baseUrl }) => sampleFetch(baseUrl) ?? network,
    resolver: new NetworkProbe()
  })
}

const refuse = (): Promise<never> => Promise.reject(new AppError('BAD_REQUEST', { found: 'input' }))

/** Providers that are asked at once. Of each, one account after the other: it may count calls by address. */
const CONCURRENT_HOSTS = 4

/** @returns what `ask` answers for each account, in their order */
export function askInTurn<Item extends { account: Account }, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>
): Promise<Answer>[] {
  const limiter = new Limiter(CONCURRENT_HOSTS)
  const ofHost = new KeyedMutex()
  return items.map((item) => ofHost.runExclusive(hostOf(item.account) ?? '', () => limiter.schedule(() => ask(item))))
}

type InvoiceApi = Pick<Api, 'invoices' | 'signIn'>

/** Asks no host again that couldn't be reached: each further account of it would wait as long for the same error. */
export function withoutUnreached(api: InvoiceApi): InvoiceApi {
  const errors = new Map<string, AppError>()
  return {
    signIn: (connection, typed) => api.signIn(connection, typed),
    invoices: async (access, ask) => {
      const host = hostOf(access) ?? ''
      const known = errors.get(host)
      if (known) throw known
      try {
        return await api.invoices(access, ask)
      } catch (error) {
        if (error instanceof AppError && isConnectionError(error.info)) errors.set(host, error)
        throw error
      }
    }
  }
}

export interface AccessParts {
  api: Pick<Api, 'signIn'>
  keychain: Pick<Keychain, 'read'>
}

/** @throws KEYCHAIN_CHANGED for a token of another origin than the account's */
export async function accessTo({ id, kind, connection }: Account, { api, keychain }: AccessParts): Promise<Access> {
  if (kind === 'sample') {
    const { token } = await api.signIn(connection, { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
    return { connection, token }
  }
  const entry = await keychain.read(id)
  if (!entry || entry.token === null) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  if (!isIssuedFor(entry, connection)) throw new AppError('KEYCHAIN_CHANGED', { found: 'otherOrigin' })
  return { connection, token: entry.token }
}
