import { expect, it } from 'vitest'
import { mergeTrace, type CpuProfile } from '../../bench/merge-trace.ts'

const call = (id: number, functionName: string, children: number[] = []) => ({
  ...{ id, children, callFrame: { functionName, url: 'main.js', lineNumber: id } }
})

/** a for 30 µs, which calls b twice, then nothing for 10 µs, then a again until the last sample. */
const PROFILE: CpuProfile = {
  startTime: 1000,
  nodes: [call(1, '(root)', [2, 4]), call(2, 'a', [3]), call(3, ''), call(4, '(idle)')],
  samples: [2, 3, 2, 4, 3, 3],
  timeDeltas: [5, 10, 10, 10, 10, 20]
}

it('adds the calls of each Node thread to the events of Chromium, as one event for as long as each goes on', () => {
  const page = { ph: 'X', pid: 7, tid: 7, ts: 1010, dur: 5, name: 'Paint', cat: 'devtools.timeline' }
  const thread = { pid: 3, tid: 4, name: 'main', profile: PROFILE }
  const { traceEvents } = mergeTrace([page], [thread])
  const event = (name: string, ts: number, dur: number, line: number) => ({
    ...{ ph: 'X', pid: 3, tid: 4, ts, dur, name, cat: 'main', args: { at: `main.js:${line}` } }
  })
  expect(traceEvents).toEqual([
    { ph: 'M', pid: 3, tid: 4, ts: 0, name: 'process_name', args: { name: 'Portside main (Node)' } },
    { ph: 'M', pid: 3, tid: 4, ts: 0, name: 'thread_name', args: { name: 'main' } },
    event('a', 1005, 30, 3),
    event('(anonymous)', 1015, 10, 4),
    event('a', 1045, 20, 3),
    event('(anonymous)', 1045, 20, 4),
    page
  ])
})
