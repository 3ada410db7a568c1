/** Makes a profile as an earlier launch would have left it: one account, a catalogue of any size, no network needed. */
import { FileStorage } from '../../src/main/storage/file-storage.ts'
import type { ProductRecord } from '../../src/main/ports/index.ts'
import { ProviderApi } from '../../src/main/provider/api/provider-api.ts'
import { SampleApi, SAMPLE_ADDRESSES, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sample/index.ts'
import type { AccountRecord } from '../../src/shared/models/account.ts'
import { startCatalogueWorker } from '../support/catalogue-worker.ts'
import { downloadOf, productsOf } from '../support/product-list.ts'

/** Nothing listens there: an API that can't be reached. */
const NOWHERE = 'http://127.0.0.1:9'

export async function seedProfile(folder: string, products: number): Promise<void> {
  const cache = new FileStorage(folder, startCatalogueWorker)
  const account: AccountRecord = {
    id: '00000000-0000-4000-8000-000000000001',
    label: 'bench@example.com',
    named: false,
    kind: 'token',
    connection: { baseUrl: NOWHERE, provider: 'hypeproxy-v2' },
    email: 'bench@example.com',
    tokenStored: true,
    keyStored: true,
    signedOut: false,
    tokenExpiresAt: null,
    addedAt: '2026-01-01T00:00:00.000Z'
  }
  cache.registry.saveAccount(account)
  cache.registry.saveShownAccountId(account.id)
  const { catalogue } = cache.open(account.id, () => Promise.resolve(null))
  const download = downloadOf(chunksOf(await sampleProducts(products)))
  const list = await catalogue.import(download, {
    signal: new AbortController().signal,
    onProgress: () => undefined
  })
  await list?.commit(new Date().toISOString())
  await catalogue.ensureIndexed()
  cache.close()
}

/** The body of a list of these, as it would come. */
function* chunksOf(records: readonly ProductRecord[]): Generator<Uint8Array> {
  const text = new TextEncoder()
  for (const [at, { raw }] of records.entries()) yield text.encode((at === 0 ? '[' : ',') + JSON.stringify(raw))
  yield text.encode(records.length === 0 ? '[]' : ']')
}

/** The sample catalogue, repeated under new ids until there are enough. */
export async function sampleProducts(count: number): Promise<ProductRecord[]> {
  const sandbox = new SampleApi({ data: 'difficult' }).fetch
  const network: typeof fetch = (input, init) => sandbox(new Request(input, init))
  const api = new ProviderApi({ fetchFor: () => network })
  const connection = { baseUrl: SAMPLE_ADDRESSES.difficult, provider: 'hypeproxy-v2' as const }
  const { token } = await api.signIn(connection, { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD })
  const value = (await productsOf(api, { connection, token }))?.value ?? []
  return Array.from({ length: count }, (_none, index) => {
    const like = value[index % value.length]
    if (!like) throw new Error('the sample catalogue is empty')
    const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const name = `${like.product.name ?? 'Product'} ${index}`
    return { ...like, key: id, product: { ...like.product, id, name }, raw: { ...like.raw, id, name } }
  })
}
