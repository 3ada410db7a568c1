/** What a call came to, for tables of expected results: its value, or the plain form of its error. */
import { toErrorInfo, type ErrorInfo } from '../../src/shared/ipc/error.ts'

export function outcomeOf<T>(run: () => T): T | ErrorInfo {
  try {
    return run()
  } catch (error) {
    return toErrorInfo(error)
  }
}
