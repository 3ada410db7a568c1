/** One refresh, in a process of its own that plays main: what it cost, and for how long nothing else could run. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as later } from 'node:timers/promises'
import { answer } from './child.ts'
import { WAYS, type Way, type Where } from './refresh-ways.ts'

export interface RefreshCost {
  products: number
  wallMs: number
  /** Of the whole process: every thread in it. */
  cpuMs: number
  /** Main's event loop while it went on. */
  stallMs: { longest: number; p99: number }
  /** The longest while it did nothing afterwards: what the machine adds by itself. */
  idleMs: number
  /** The process's highest resident memory above what it had before. */
  peakMb: number
  /** Reading the first rows again, once it is stored. */
  lookMs: number
  diskMb: number
}

const IDLE_MS = 500
const KB = 1024
const MB = 1024 * 1024

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
  const { user, system } = process.cpuUsage(cpu)
  // A stall is only counted once the loop turns again.
  await later(20)
  const stallMs = { longest: delay.max / 1e6, p99: delay.percentile(99) / 1e6 }
  delay.reset()
  await later(IDLE_MS)
  delay.disable()
  const idleMs = delay.max / 1e6
  const peak = process.resourceUsage().maxRSS * KB
  const looked = performance.now()
  await ready.look()
  const lookMs = performance.now() - looked
  const diskMb = ready.size() / MB
  ready.close()
  return {
    ...{ products, wallMs, cpuMs: (user + system) / 1000, stallMs, idleMs, lookMs, diskMb },
    peakMb: Math.max(0, peak - before) / MB
  }
})
