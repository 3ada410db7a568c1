import type { Json } from '../../../shared/models/json.ts'
import { TRIAL_LIMITS, type TrialClaim } from '../../../shared/models/provider-trial.ts'
import { JsonScanner, MOST_PARTS_OF_BODY } from '../readers/json/json-limits.ts'
import { parseJson } from '../readers/json/parse-json.ts'
import type { TracedValue, RecordTrace, TracedRecord } from '../readers/record-trace.ts'
import type { JsonObject } from '../readers/records.ts'
import type { Redact } from '../readers/security/redaction.ts'
import { BODY_CAPS, type WriteChunk } from './http/transport.ts'

/** Values of a record. The readers look at a few hundred, but a provider may give one field in endless spellings. */
const MOST_TRACED = 2000

/** Follows the request to one endpoint for a trial: what was asked, what came, and where the readers found the fields of the first records. */
export class CallTrace {
  #asked: string | null = null
  #redact: Redact = (text) => text
  #body: Json = null
  #copied: Uint8Array[] = []
  #records: TracedRecord[] = []
  #end: TrialClaim['end'] = { by: 'silent' }

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

  /** The body with all its lists; null if it is too large, or no JSON. */
  wholeBody(): Json {
    const bytes = Buffer.concat(this.#copied)
    if (bytes.length === 0) return this.#body
    try {
      new JsonScanner(MOST_PARTS_OF_BODY).scan(bytes)
      return parseJson(bytes.toString('utf8'), bytes)
    } catch {
      return null
    }
  }

  get records(): readonly TracedRecord[] {
    return this.#records
  }

  requestSent({ pathname, search }: URL, redact: Redact): void {
    this.#redact = redact
    this.#asked ??= redact(pathname + search)
  }

  /** Keeps a copy of what is written, for wholeBody. */
  copying(write: WriteChunk): WriteChunk {
    let length = 0
    this.#copied = []
    return (chunk) => {
      length += chunk.byteLength
      if (length > BODY_CAPS.record) this.#copied = []
      else this.#copied.push(chunk)
      return write(chunk)
    }
  }

  bodyCame(body: Json): void {
    this.#body = body
  }

  /** Of a list that came whole. */
  get end(): TrialClaim['end'] {
    const end = this.#end
    return end.by === 'word' ? { ...end, word: this.#redact(end.word) } : end
  }

  listEnded(end: TrialClaim['end']): void {
    this.#end = end
  }

  /** Records of an earlier attempt, or of a less trusted list, are void. */
  traceRecords(): RecordTrace {
    const records: TracedRecord[] = []
    this.#records = records
    return (raw: JsonObject) => {
      if (records.length >= TRIAL_LIMITS.records) return
      const found: TracedValue[] = []
      records.push({ raw, found })
      return (names, place, isReadable) => {
        if (found.length < MOST_TRACED) found.push({ names, place, isReadable })
      }
    }
  }
}
