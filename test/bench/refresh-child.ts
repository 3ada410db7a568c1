/** One way of refreshing, in a process of its own that plays main: what it cost, and for how long nothing else could run. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as later } from 'node:timers/promises'
import { FileStorage } from '../../src/main/storage/file-storage.ts'
import { ProviderApi } from '../../src/main/provider/api/provider-api.ts'
import { startCatalogueWorker } from '../support/catalogue-worker.ts'
import { answer } from './child.ts'
import { PLAIN } from './profiles.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'

interface Ready {
  /** @returns how many products are stored then */
  refresh(): Promise<number>
  /** What goes on after the list can be shown. */
  rest(): Promise<void>
  close(): void
}

interface Where {
  folder: string
  baseUrl: string
}

/** Each loads what it works with before it says that it is ready: a launch is measured elsewhere. */
const WAYS = {
  /** The app's: the pieces of the body go on to the catalogue's thread. */
  async portside({ folder, baseUrl }: Where): Promise<Ready> {
    const api = new ProviderApi({ fetchFor: () => fetch })
    const access = { connection: { baseUrl, provider: 'hypeproxy-v2' as const }, token: 'bench' }
    const cache = new FileStorage(folder, startCatalogueWorker)
    const account = cache.open(ACCOUNT, () => Promise.resolve(null))
    await api.health(access.connection, AbortSignal.timeout(5000))
    const known = (await account.info('catalogue'))?.validators ?? null
    return {
      async refresh() {
        const { signal } = new AbortController()
        const fetchedAt = new Date().toISOString()
        const download = api.productList(access, {}, { signal, known })
        const list = await account.catalogue.import(download, { signal, onProgress: () => undefined })
        if (list) await list.commit(fetchedAt)
        else await account.confirm('catalogue', fetchedAt)
        return (await account.catalogue.page({ ...PLAIN, limit: 100 })).total
      },
      rest: () => account.catalogue.ensureIndexed(),
      close() {
        account.close()
        cache.close()
      }
    }
  },

  /** What is written first: axios in main, the whole list into a JSON file. Nothing is read with care, nothing is searched. */
  async conf({ folder, baseUrl }: Where): Promise<Ready> {
    const { default: axios } = await import('axios')
    const { default: Conf } = await import('conf')
    const store = new Conf<{ products: unknown[] }>({ cwd: folder, projectName: 'bench', defaults: { products: [] } })
    await axios.get(`${baseUrl}/health`)
    return {
      async refresh() {
        const { data } = await axios.get<unknown[]>(`${baseUrl}/v2/Products`)
        store.set('products', data)
        return data.length
      },
      rest: () => Promise.resolve(),
      close: () => undefined
    }
  }
} satisfies Record<string, (where: Where) => Promise<Ready>>
export type Way = keyof typeof WAYS

export interface RefreshCost {
  products: number
  /** Until the list is stored and its first page read. */
  wallMs: number
  /** Until it can be searched, too. */
  searchableMs: number
  /** Of the whole process: every thread in it. */
  cpuMs: number
  /** The longest that nothing else could run meanwhile. */
  stallMs: number
  /** The process's highest resident memory above what it had before. */
  peakMb: number
  diskMb: number
}

const KB = 1024
const MB = 1024 * 1024

/** Bytes of all files in a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)

answer<{ way: Way } & Where, RefreshCost>(async ({ way, ...where }) => {
  const ready = await WAYS[way](where)
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // Its first tick, so that the begin of the work is seen.
  await later(20)
  delay.reset()
  const cpu = process.cpuUsage()
  const begun = performance.now()
  const products = await ready.refresh()
  const wallMs = performance.now() - begun
  await ready.rest()
  const searchableMs = performance.now() - begun
  const { user, system } = process.cpuUsage(cpu)
  // A stall is only counted once the loop turns again.
  await later(20)
  delay.disable()
  const stallMs = delay.max / 1e6
  const peak = process.resourceUsage().maxRSS * KB
  ready.close()
  const diskMb = sizeOf(where.folder) / MB
  return {
    ...{ products, wallMs, searchableMs, cpuMs: (user + system) / 1000, stallMs, diskMb },
    peakMb: Math.max(0, peak - before) / MB
  }
})
