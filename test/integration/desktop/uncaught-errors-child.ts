/** A process that reports its uncaught errors as the app does, and does what the test sends. */
import { report, reportUncaughtErrors } from '../../../src/main/desktop/log.ts'

let caught = 0
reportUncaughtErrors(report)
process.on('uncaughtException', () => (caught += 1))

const actions: Record<string, () => void> = {
  throw: () => {
    setImmediate(() => {
      throw new Error('thrown')
    })
  },
  reject: () => void Promise.reject(new Error('rejected')),
  print: () => void process.stdout.write('an answer\n'),
  count: () => void process.send?.(caught),
  end: () => process.disconnect()
}

process.on('message', (name) => actions[String(name)]?.())
process.send?.('ready')
