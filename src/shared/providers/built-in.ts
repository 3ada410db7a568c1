/** The definitions that come with Portside. Each states where its facts come from. */
import { DEFAULTS, type ProviderDefinition } from '../models/provider.ts'
import hypeproxy from './hypeproxy.json' with { type: 'json' }
import hypeproxyV2 from './hypeproxy-v2.json' with { type: 'json' }
import hypeproxyV3 from './hypeproxy-v3.json' with { type: 'json' }
import iproyalIsp from './iproyal-isp.json' with { type: 'json' }
import iproyalResidential from './iproyal-residential.json' with { type: 'json' }
import proxyrequest from './proxyrequest.json' with { type: 'json' }
import trueproxies from './trueproxies.json' with { type: 'json' }
import webshare from './webshare.json' with { type: 'json' }

/** In the order of the list that the owner chooses from, the default first. */
const FILES = {
  hypeproxy,
  'hypeproxy-v2': hypeproxyV2,
  'hypeproxy-v3': hypeproxyV3,
  'iproyal-isp': iproyalIsp,
  'iproyal-residential': iproyalResidential,
  proxyrequest,
  trueproxies,
  webshare
}
export type ProviderId = keyof typeof FILES
export const PROVIDER_IDS = Object.keys(FILES) as readonly ProviderId[]

export const DEFAULT_PROVIDER: ProviderId = 'hypeproxy'

/** They sign in to one version of an API. The sign-in offers the definition that finds the version; the editor offers these, too. */
const VERSIONS: Partial<Record<ProviderId, string>> = { 'hypeproxy-v2': 'API v2', 'hypeproxy-v3': 'API v3' }
export const SIGN_IN_PROVIDERS = PROVIDER_IDS.filter((id) => VERSIONS[id] === undefined)

/** TypeScript reads each text of a JSON file as any text. test/unit/shared/built-in.test.ts checks the files against the schema. */
const define = (file: object): ProviderDefinition => ({
  ...DEFAULTS,
  ...(file as Pick<ProviderDefinition, 'name' | 'baseUrl'>)
})

export const BUILT_IN = Object.fromEntries(Object.entries(FILES).map(([id, file]) => [id, define(file)])) as Readonly<
  Record<ProviderId, ProviderDefinition>
>

/** In a list of definitions. Only there does it have the version. */
export function definitionLabel(id: ProviderId): string {
  const { name } = BUILT_IN[id]
  return VERSIONS[id] === undefined ? name : `${name} (${VERSIONS[id]})`
}
