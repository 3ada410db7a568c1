/** Adds Node's CPU profiles to a trace of Chromium. Both have times of the system's monotonic clock, in microseconds. */

export interface TraceEvent {
  ph: string
  pid: number
  tid: number
  ts: number
  name: string
  cat?: string
  dur?: number
  args?: object
}

/** What `node --cpu-prof` writes. */
export interface CpuProfile {
  startTime: number
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  /** A node's id for each sample, and the time since the sample before. */
  samples: number[]
  timeDeltas: number[]
}

export interface ProfiledThread {
  pid: number
  tid: number
  name: string
  profile: CpuProfile
}

export function mergeTrace(
  chromium: readonly TraceEvent[],
  threads: readonly ProfiledThread[]
): { traceEvents: TraceEvent[] } {
  const named = threads.flatMap(({ pid, tid, name }) => [
    { ph: 'M', pid, tid, ts: 0, name: 'process_name', args: { name: 'Portside main (Node)' } },
    { ph: 'M', pid, tid, ts: 0, name: 'thread_name', args: { name } }
  ])
  return { traceEvents: [...named, ...threads.flatMap(eventsOf), ...chromium] }
}

/** An event for each call, as far as samples tell: one that goes on from sample to sample is one event. */
function eventsOf({ pid, tid, profile }: ProfiledThread): TraceEvent[] {
  const events: TraceEvent[] = []
  const stackOf = stacks(profile)
  const open: { id: number; event: TraceEvent }[] = []
  let now = profile.startTime
  const closeFrom = (depth: number): void => {
    for (const { event } of open.splice(depth)) event.dur = now - event.ts
  }
  for (const [at, sample] of profile.samples.entries()) {
    now += profile.timeDeltas[at] ?? 0
    const stack = stackOf(sample)
    const same = stack.findIndex(({ id }, depth) => open[depth]?.id !== id)
    closeFrom(same === -1 ? stack.length : same)
    for (const { id, callFrame } of stack.slice(open.length)) {
      const { functionName, url, lineNumber } = callFrame
      const name = functionName || '(anonymous)'
      const event = { ph: 'X', pid, tid, ts: now, dur: 0, name, cat: 'main', args: { at: `${url}:${lineNumber + 1}` } }
      events.push(event)
      open.push({ id, event })
    }
  }
  closeFrom(0)
  return events
}

type Node = CpuProfile['nodes'][number]
/** No work of a function: the root of all stacks, and waiting. */
const NO_CALLS = new Set(['(root)', '(idle)', '(program)'])

function stacks({ nodes }: CpuProfile): (id: number) => Node[] {
  const parents = new Map<number, Node>()
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return (id) => {
    const stack: Node[] = []
    for (let node = byId.get(id); node; node = parents.get(node.id)) {
      if (!NO_CALLS.has(node.callFrame.functionName)) stack.unshift(node)
    }
    return stack
  }
}
