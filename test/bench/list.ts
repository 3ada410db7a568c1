/**
 * What the product list costs on its way in: fetched and read by the API client, beside plain axios, which only parses
 * it. Each run has a process of its own; the API is another one, so that its work is in nobody's figures.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cost, Way } from './list-child.ts'
import { sampleProducts } from './seed.ts'
import { percentile, report } from './table.ts'

const SIZES = [1000, 10_000, 100_000]
const WAYS: readonly (readonly [name: string, way: Way])[] = [
  ['Portside', 'portside'],
  ['axios alone, no reader', 'axios']
]
const RUNS = 3

export async function benchList(): Promise<void> {
  const rows = []
  for (const size of SIZES) {
    const records = await sampleProducts(size)
    const body = Buffer.from(JSON.stringify(records.map(({ raw }) => raw)))
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const baseAddress = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      for (const [name, way] of WAYS) {
        const costs: Cost[] = []
        for (let run = 0; run < RUNS; run += 1) costs.push(await costOf(way, baseAddress))
        const median = (pick: (cost: Cost) => number): number => Math.round(percentile(costs.map(pick), 0.5))
        rows.push({
          products: size,
          MB: Math.round(body.byteLength / 1e6),
          what: name,
          'whole, median ms': median(({ tookMs }) => tookMs),
          'longest stall, median ms': median(({ stallMs }) => stallMs),
          'memory at its peak, median MB': median(({ peakMb }) => peakMb)
        })
      }
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
  report('list', rows)
}

async function costOf(way: Way, baseAddress: string): Promise<Cost> {
  const child = fork(new URL('./list-child.ts', import.meta.url), { execArgv: [] })
  const answer = once(child, 'message') as Promise<[Cost]>
  child.send({ way, baseAddress })
  const [cost] = await Promise.race([
    answer,
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The measured process ended (${String(code)}).`)))
  ])
  return cost
}
