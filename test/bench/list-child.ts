/** One way of fetching the product list, in a process of its own: told the way and the address, answers with what it cost. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createApi } from '../../src/main/api/index.ts'
import { productsOf } from '../support/intake.ts'

export interface Cost {
  products: number
  /** From the request until the list is read. */
  tookMs: number
  /** The longest time in which nothing else could run. */
  stallMs: number
  /** Resident memory above that of the process before, at its highest. */
  peakMb: number
}

const MB = 1024 * 1024

const WAYS = {
  /** The app's: cut into records while it comes, each read by the tolerant reader; here in one thread, in the app in another. */
  async portside(baseAddress: string): Promise<number> {
    const api = createApi({ fetchFor: () => fetch })
    const read = await productsOf(api, { connection: { baseAddress, preset: 'v2' }, token: 'bench' })
    return read?.value.length ?? 0
  },
  /** What is written first: axios as it comes, the whole body parsed at its end, no reader. */
  async axios(baseAddress: string): Promise<number> {
    const { default: axios } = await import('axios')
    const { data } = await axios.get<unknown[]>(`${baseAddress}/v2/Products`)
    return data.length
  }
}
export type Way = keyof typeof WAYS

process.once('message', ({ way, baseAddress }: { way: Way; baseAddress: string }) => {
  void measure(way, baseAddress).then((cost) => process.send?.(cost, () => process.disconnect()))
})

async function measure(way: Way, baseAddress: string): Promise<Cost> {
  const before = process.memoryUsage.rss()
  let peak = before
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  const products = await WAYS[way](baseAddress)
  const tookMs = performance.now() - begun
  // A stall is only counted once the loop turns again.
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  clearInterval(sampler)
  peak = Math.max(peak, process.memoryUsage.rss())
  return { products, tookMs, stallMs: delay.max / 1e6, peakMb: (peak - before) / MB }
}
