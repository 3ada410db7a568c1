import type { Json } from '../../shared/models/json.ts'
import { TRIAL_LIMITS } from '../../shared/models/provider-trial.ts'
import type { Found, RecordTrace, TracedRecord } from '../readers/record-trace.ts'
import type { JsonObject } from '../readers/records.ts'
import type { Redact } from '../readers/security/redaction.ts'

/** Follows one call for a trial: what was asked, what came, and where the readers found the fields of the first records. */
export class CallTrace {
  #asked: string | null = null
  #redact: Redact = (text) => text
  #body: Json = null
  #records: TracedRecord[] = []

  /** Path and query of the first request; null: none was sent. */
  get asked(): string | null {
    return this.#asked
  }

  get redact(): Redact {
    return this.#redact
  }

  /** A list that was read while it arrived is empty in it. */
  get body(): Json {
    return this.#body
  }

  get records(): readonly TracedRecord[] {
    return this.#records
  }

  requestSent({ pathname, search }: URL, redact: Redact): void {
    this.#redact = redact
    this.#asked ??= redact(pathname + search)
  }

  bodyCame(body: Json): void {
    this.#body = body
  }

  /** Records of an earlier attempt, or of a less trusted list, are void. */
  traceRecords(): RecordTrace {
    const records: TracedRecord[] = []
    this.#records = records
    return (raw: JsonObject) => {
      if (records.length >= TRIAL_LIMITS.records) return
      const found: Found[] = []
      records.push({ raw, found })
      return (names, place, isReadable) => void found.push({ names, place, isReadable })
    }
  }
}
