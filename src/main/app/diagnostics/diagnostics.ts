import { AppError } from '../../../shared/ipc/error.ts'
import type { ConnectionCheckReport } from '../../../shared/models/connection-check.ts'
import {
  COMPARED_VALUES,
  diagnosticText,
  type DiagnosticPartName,
  type DiagnosticReport
} from '../../../shared/models/diagnostics.ts'
import type { PdfFolderState } from '../../../shared/models/pdf-folder.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { StorageCondition } from '../../../shared/models/status.ts'
import { unlessLocked } from '../../accounts/work.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { DiagnosticSources, KnownValue } from '../../ports/index.ts'
import { AccountSurvey, type AccountSurveyParts } from './account-survey.ts'
import { accountsFacts, checkFacts, errorFact, pdfFolderFacts, settingsFacts } from './facts.ts'
import { settingsValues } from './known-values.ts'
import { readLog, writeReport, type ReportContent } from './report.ts'

export interface DiagnosticsParts extends AccountSurveyParts, Pick<CoreParts, 'clock' | 'files' | 'locked'> {
  sources: DiagnosticSources
  settings: () => Settings
  pdfFolder: () => PdfFolderState
  connectionCheck: () => ConnectionCheckReport | null
  registryCondition: () => StorageCondition
}

/** Makes the report for whoever helps the user. Nothing sends it: it is shown, copied and saved. */
export class Diagnostics {
  readonly #parts: DiagnosticsParts
  #latest: DiagnosticReport | null = null
  #reports = 0
  #running: Promise<DiagnosticReport> | null = null

  constructor(parts: DiagnosticsParts) {
    this.#parts = parts
  }

  /** May ask the keychain for entries that weren't read since the start. One at a time: each reads all that is stored. */
  report(): Promise<DiagnosticReport> {
    return (this.#running ??= this.#make().finally(() => (this.#running = null)))
  }

  async #make(): Promise<DiagnosticReport> {
    const { sources, clock, report } = this.#parts
    const survey = new AccountSurvey(this.#parts)
    await survey.readAll()
    const now = clock.now()
    const content = writeReport({
      at: now.toISOString(),
      parts: { ...(await this.#facts(survey, now)), log: readLog(sources, report) },
      uncompared: COMPARED_VALUES.filter((each) => survey.uncompared.has(each)),
      replacer: await sources.createReplacer([...sources.values(), ...this.#settingsValues(), ...survey.values])
    })
    this.#latest = { id: ++this.#reports, ...content }
    return this.#latest
  }

  /** Saves the latest report, as it was shown. @returns the name; null when the user cancelled @throws NOT_FOUND for an earlier report; CANCELLED when the app is locked before the user has chosen a file; STORAGE */
  async save(id: number, leftOut: readonly DiagnosticPartName[]): Promise<string | null> {
    const { files, clock } = this.#parts
    if (this.#latest?.id !== id) throw new AppError('NOT_FOUND')
    const day = clock.now().toISOString().slice(0, 10)
    const pieces = unlessLocked(this.#parts, diagnosticText(this.#latest, leftOut))
    return files.saveStream(`portside-diagnostics-${day}.txt`, 'txt', pieces)
  }

  async #facts({ accounts, conditions, entries }: AccountSurvey, now: Date): Promise<ReportContent['parts']> {
    const { accounts: known, sources, settings, pdfFolder, connectionCheck, registryCondition } = this.#parts
    const desktop = await sources.desktop()
    return {
      versions: sources.versions(),
      system: sources.system(),
      ...(desktop && { desktop }),
      settings: { ...settingsFacts(settings()), ...pdfFolderFacts(pdfFolder()) },
      accounts: accountsFacts(accounts, now),
      storage: { registry: registryCondition(), ...conditions, ...(await sources.storage()) },
      keychain: {
        entries: entries.stored,
        read: entries.read,
        error: errorFact(entries.error),
        pendingDeletions: known.state().pendingDeletions
      },
      network: {
        reach: known.shown?.rounds.reach ?? 'unknown',
        ...(await sources.network(known.shown?.record.connection.baseUrl ?? null)),
        connectionCheck: checkFacts(connectionCheck(), now)
      }
    }
  }

  #settingsValues(): KnownValue[] {
    const { settings, pdfFolder } = this.#parts
    const { folder } = pdfFolder()
    const folders: KnownValue[] = folder === null ? [] : [{ kind: 'path', text: folder }]
    return [...settingsValues(settings()), ...folders]
  }
}
