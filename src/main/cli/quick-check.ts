/** `--quick-check` prints the summary for scripts. It works beside a running app and stores nothing. */
import { join } from 'node:path'
import { createSampleApi, SAMPLE_BASE_ADDRESS, SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../sample/index.ts'
import { toErrorInfo } from '../../shared/ipc/error.ts'
import { today } from '../../shared/models/day.ts'
import { createInvoiceList, storedInvoice } from '../storage/invoices/invoice-list.ts'
import { readRegistryFile } from '../storage/registry.ts'
import { createApi } from '../api/index.ts'
import { openKeychain, type KeychainOptions } from '../keychain/index.ts'
import { checkAccounts } from './check-accounts.ts'
import { asJson, asText, EXIT, exitCode, refusalJson, refusalText, type ExitCode, type Refusal } from './report.ts'

export interface QuickCheckParts {
  dataFolder: string
  network: typeof fetch
  json: boolean
  locale: string
  keychain: KeychainOptions
  /** Registers the check for a keychain call that hangs. */
  stuckWhen: (isStuck: () => boolean) => void
}

export interface Outcome {
  exitCode: ExitCode
  text: string
}

export async function quickCheck(parts: QuickCheckParts): Promise<Outcome> {
  const { dataFolder, network, json, locale, stuckWhen } = parts
  const refuse = (refusal: Refusal): Outcome => ({
    exitCode: EXIT.unchecked,
    text: json ? refusalJson(refusal) : refusalText(refusal)
  })
  const now = new Date()
  const registry = readRegistry(join(dataFolder, 'portside.db'))
  if (registry === 'damaged') return refuse('damaged')
  // The user of the terminal may not know the PIN.
  if (registry?.hasLock) return refuse('locked')

  const sampleApi = createSampleApi({ drift: false })
  const keychain = openKeychain(parts.keychain)
  stuckWhen(keychain.hanging)
  const checked = await checkAccounts(registry?.accounts ?? [], {
    api: createApi({
      fetchFor: ({ baseAddress }) =>
        baseAddress === SAMPLE_BASE_ADDRESS ? (input, init) => sampleApi(new Request(input, init)) : network
    }),
    keychain,
    sample: { email: SAMPLE_EMAIL, password: SAMPLE_PASSWORD },
    summaryOf: (records) => createInvoiceList(records.map(storedInvoice)).summary(today(now))
  })
  if (checked.length === 0) return refuse('nobody')
  const text = json ? asJson(checked, now) : asText(checked, locale)
  return { exitCode: exitCode(checked), text }
}

function readRegistry(file: string): ReturnType<typeof readRegistryFile> | 'damaged' {
  try {
    return readRegistryFile(file)
  } catch (error) {
    if (toErrorInfo(error).code === 'STORAGE') return 'damaged'
    throw error
  }
}
