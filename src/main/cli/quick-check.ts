/**
 * `--quick-check`: the tray's answer for scripts, without a window and beside the running app, of which it disturbs nothing.
 * It asks the platform, reads the accounts and the password store, and stores nothing of what it learns.
 */
import { join } from 'node:path'
import { createSampleApi, SAMPLE_BASE_ADDRESS, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/index.ts'
import { toErrorInfo } from '../../shared/ipc/error.ts'
import { today } from '../../shared/models/day-rules.ts'
import { peekAtRegistry, summaryOf } from '../storage/open-read-only.ts'
import { createApi } from '../api/index.ts'
import { openKeychain, type KeychainOptions } from '../keychain/index.ts'
import { checkAll } from './check-accounts.ts'
import { asJson, asText, EXIT, exitCode, refusalJson, refusalText, type ExitCode, type Refusal } from './report.ts'

export interface QuickCheckParts {
  /** Where the app keeps its files. */
  dataFolder: string
  /** To platforms. */
  network: typeof fetch
  json: boolean
  /** BCP 47 */
  locale: string
  keychain: KeychainOptions
  /** Sets the test for a call under way in the password store. */
  stuckWhen: (isStuck: () => boolean) => void
}

export interface Outcome {
  exitCode: ExitCode
  /** For standard output. */
  text: string
}

export async function quickCheck(parts: QuickCheckParts): Promise<Outcome> {
  const { dataFolder, network, json, locale, stuckWhen } = parts
  const refuse = (refusal: Refusal): Outcome => ({
    exitCode: EXIT.unchecked,
    text: json ? refusalJson(refusal) : refusalText(refusal)
  })
  const now = new Date()
  const registry = peek(join(dataFolder, 'portside.db'))
  if (registry === 'damaged') return refuse('damaged')
  // Who sits here may be another one than who set the PIN.
  if (registry?.hasLock) return refuse('locked')

  const sampleApi = createSampleApi({ drift: false })
  const keychain = openKeychain(parts.keychain)
  stuckWhen(keychain.hanging)
  const checked = await checkAll(registry?.accounts ?? [], {
    platform: createApi({
      fetchFor: ({ baseAddress }) =>
        baseAddress === SAMPLE_BASE_ADDRESS ? (input, init) => sampleApi(new Request(input, init)) : network
    }),
    keychain,
    sample: { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    summaryOf: (records) => summaryOf(records, today(now))
  })
  if (checked.length === 0) return refuse('nobody')
  const text = json ? asJson(checked, now) : asText(checked, locale)
  return { exitCode: exitCode(checked), text }
}

function peek(file: string): ReturnType<typeof peekAtRegistry> | 'damaged' {
  try {
    return peekAtRegistry(file)
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return 'damaged'
    throw error
  }
}
