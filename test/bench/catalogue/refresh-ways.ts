/** Ways of refreshing the catalogue, each in the process that plays main. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openStorage } from '../../../src/main/storage/index.ts'
import { receiveList } from '../../../src/main/core/catalogue/receive-list.ts'
import { createApi } from '../../../src/main/api/index.ts'
import { startCatalogueWorker } from '../../support/catalogue-worker.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'

export interface Ready {
  /** @returns how many products are stored then */
  refresh(): Promise<number>
  /** What a launch does to show the first rows. */
  look(): Promise<number>
  /** What is on the disk, in bytes. */
  size(): number
  close(): void
}

export interface Where {
  folder: string
  baseAddress: string
}

/** Each loads what it works with before it says that it is ready: a launch is measured elsewhere. */
export const WAYS = {
  /** The app's: the pieces of the body go on to the catalogue's thread. */
  async portside({ folder, baseAddress }: Where): Promise<Ready> {
    const api = createApi({ fetchFor: () => fetch })
    const access = { connection: { baseAddress, preset: 'v2' as const }, token: 'bench' }
    const cache = openStorage(folder, startCatalogueWorker)
    const account = cache.open(ACCOUNT, () => Promise.resolve(null))
    await api.health(access.connection, AbortSignal.timeout(5000))
    const known = (await account.info('catalogue'))?.validators ?? null
    const look = async (): Promise<number> => {
      const query = { text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null }
      const order = { sort: 'server' as const, providerSort: '', reverse: false, offset: 0, limit: 100 }
      return (await account.catalogue.page({ ...query, ...order })).total
    }
    return {
      async refresh() {
        const { signal } = new AbortController()
        const fetchedAt = new Date().toISOString()
        const gauge = { set: () => undefined, end: () => undefined }
        const came = await receiveList({ api, access, storage: account, signal, known, gauge }, (intake, validators) =>
          intake.commit({ fetchedAt, validators })
        )
        if (!came) await account.confirm('catalogue', fetchedAt)
        return look()
      },
      look,
      size: () => statSync(join(folder, 'accounts', ACCOUNT, 'catalogue.db')).size,
      close() {
        account.close()
        cache.close()
      }
    }
  },

  /** What is written first: axios in main, the whole list into a JSON file. Nothing is read with care, nothing is searched. */
  async conf({ folder, baseAddress }: Where): Promise<Ready> {
    const { default: axios } = await import('axios')
    const { default: Conf } = await import('conf')
    const store = new Conf<{ products: unknown[] }>({ cwd: folder, projectName: 'bench', defaults: { products: [] } })
    await axios.get(`${baseAddress}/health`)
    return {
      async refresh() {
        const { data } = await axios.get<unknown[]>(`${baseAddress}/v2/Products`)
        store.set('products', data)
        return data.length
      },
      look: async () => store.get('products').length,
      size: () => statSync(store.path).size,
      close: () => undefined
    }
  }
} satisfies Record<string, (where: Where) => Promise<Ready>>
export type Way = keyof typeof WAYS
