/** How commands ask providers: the API, and the credential of an account. */
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/credentials.ts'
import { createSampleFetch } from '../../sample/sample-fetch.ts'
import { language } from '../../shared/i18n/translate.ts'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { ProviderApi } from '../provider/api/provider-api.ts'
import type { Access, Api, Keychain, ProxyKeychain } from '../ports/index.ts'
import { isIssuedFor } from '../accounts/credential/credential-state.ts'
import { ProxyPassword } from '../app/network/proxy-password.ts'
import type { TerminalParts } from './launch/terminal.ts'
import { Languages } from '../desktop/languages.ts'
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
  const languages = new Languages()
  const sampleFetch = createSampleFetch({
    drift: false,
    language: { tag: () => language.tag, messages: (tag) => languages.sampleMessages(tag) }
  })
  return new ProviderApi({
    fetchFor: ({ baseUrl }) => sampleFetch(baseUrl) ?? network,
    resolver: new NetworkProbe()
  })
}

const refuse = (): Promise<never> => Promise.reject(new AppError('BAD_REQUEST', { found: 'input' }))

export interface AccessParts {
  api: Pick<Api, 'signIn'>
  keychain: Pick<Keychain, 'read'>
}

/** @throws KEYCHAIN_CHANGED for a token of another origin than the account's */
export async function accessTo(
  { id, kind, connection }: AccountRecord,
  { api, keychain }: AccessParts
): Promise<Access> {
  if (kind === 'sample') {
    const { token } = await api.signIn(connection, { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
    return { connection, token }
  }
  const entry = await keychain.read(id)
  if (!entry || entry.token === null) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  if (!isIssuedFor(entry, connection)) throw new AppError('KEYCHAIN_CHANGED', { found: 'otherOrigin' })
  return { connection, token: entry.token }
}
