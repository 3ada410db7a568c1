/** What V8's heap holds, so that tests of memory need no bar of a process. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** In bytes, without what nobody can reach. The shapes of objects, with their names, go one collection after the objects. */
export function heldBytes(): number {
  for (let time = 0; time < 3; time += 1) collect()
  return process.memoryUsage().heapUsed
}
