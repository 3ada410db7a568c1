/** Memory and processor time of a process and all that it started, from /proc. */
import { readdirSync, readFileSync } from 'node:fs'

const KB = 1024
const MB = 1024 * 1024

/**
 * Proportional set size of a process and its descendants, in MB: what is shared between them counts once. Linux tells it;
 * elsewhere NaN.
 */
export function pssOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  return treeOf(pid).reduce((sum, each) => sum + pss(each), 0) / MB
}

/** Of this process alone. */
export const ownPssOf = (pid: number): number => (process.platform === 'linux' ? pss(pid) / MB : Number.NaN)

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // After the name in brackets, which may hold anything: state, parent.
    const parent = Number(/\) \S (\d+)/.exec(read(`/proc/${name}/stat`))?.[1])
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = [root]
  for (const each of tree) tree.push(...(children.get(each) ?? []))
  return tree
}

const pss = (pid: number): number => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * KB

/** Nothing for a process that has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}

/** Processor time of a process with its threads, and of its descendants, in ms. Threads that have ended don't count. */
export function processorMsOf(pid: number): { main: number; others: number } {
  const nanoseconds = (each: number): number =>
    readdirSync(`/proc/${each}/task`)
      .map((thread) => Number(read(`/proc/${each}/task/${thread}/schedstat`).split(' ')[0] ?? 0))
      .reduce((sum, value) => sum + value, 0)
  const [main = 0, ...others] = treeOf(pid).map(nanoseconds)
  return { main: main / 1e6, others: others.reduce((sum, value) => sum + value, 0) / 1e6 }
}
