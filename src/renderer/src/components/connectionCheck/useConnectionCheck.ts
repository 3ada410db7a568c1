/** One check of a connection: started when the view opens, followed while it runs, ended when the view goes. */
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Connection } from '../../../../shared/models/connection.ts'
import type { ConnectionCheckReport } from '../../../../shared/models/connection-check.ts'
import { call } from '../../bridge.ts'
import { useAttempt } from '../../composables/attempt.ts'
import { whenStale } from '../../stores/stale.ts'

export interface ConnectionCheck {
  /** Of the check that was started here; null until main told of it. */
  report: ShallowRef<ConnectionCheckReport | null>
  running: ComputedRef<boolean>
  /** The check could not be started, or not be followed. */
  error: ComputedRef<ErrorInfo | null>
  run: () => Promise<void>
  cancel: () => Promise<void>
}

/** Call in a component's setup. @param connection not signed in to; null: the open account's */
export function useConnectionCheck(connection: () => Connection | null): ConnectionCheck {
  const report = shallowRef<ConnectionCheckReport | null>(null)
  /** Checks up to this one are of no interest any more. */
  let passed = 0
  const start = useAttempt()
  const follow = useAttempt()
  const running = computed(() => start.busy.value || (report.value?.running ?? false))
  const error = computed(() => start.error.value ?? follow.error.value)

  /** The answer to the start may come after what was pushed meanwhile; what has ended does not run again. */
  function take(answer: ConnectionCheckReport | null): void {
    if (!answer) {
      // The account that it was of has been left.
      report.value = null
      return
    }
    if (answer.id <= passed || answer.id < (report.value?.id ?? 0)) return
    if (answer.id === report.value?.id && answer.running && !report.value.running) return
    report.value = answer
  }

  const run = (): Promise<void> =>
    start.attempt(async () => {
      passed = report.value?.id ?? passed
      report.value = null
      follow.error.value = null
      take(await call('connectionCheck', 'run', { connection: connection() }))
    })
  const read = (): Promise<void> => follow.attempt(async () => take((await call('connectionCheck', 'report')).report))
  const cancel = (): Promise<void> => follow.attempt(async () => void (await call('connectionCheck', 'cancel')))

  onScopeDispose(whenStale('connectionCheckChanged', () => void read()))
  onScopeDispose(() => {
    if (running.value) void cancel()
  })
  void run()
  return { report, running, error, run, cancel }
}
